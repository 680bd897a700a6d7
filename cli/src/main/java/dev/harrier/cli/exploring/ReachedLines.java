package dev.harrier.cli.exploring;

import dev.harrier.model.finding.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which places in the code tests ran, as a coverage profile of {@code go test} has it. */
public final class ReachedLines {
  /** {@code import/path/file.go:3.14,5.2 1 1}: from, to, statements, how often. */
  private static final Pattern BLOCK =
      Pattern.compile("(.+):(\\d+)\\.(\\d+),(\\d+)\\.(\\d+) \\d+ (\\d+)");

  /** From a place to the one after its last. */
  private record Block(int line, int column, int lastLine, int lastColumn, boolean ran) {
    boolean hasLine(Location place) {
      return line <= place.line() && place.line() <= lastLine;
    }

    boolean has(Location place) {
      return hasLine(place)
          && (line < place.line() || column <= place.column())
          && (place.line() < lastLine || place.column() < lastColumn);
    }
  }

  private final Map<String, List<Block>> files = new HashMap<>();

  private ReachedLines(Collection<Location> places) {
    places.forEach(place -> files.put(file(place), new ArrayList<>()));
  }

  /**
   * Of the tests that wrote a profile.
   *
   * @param places that will be asked for, and no others
   */
  public static ReachedLines in(Path profile, Collection<Location> places) throws IOException {
    ReachedLines lines = new ReachedLines(places);
    Files.readAllLines(profile, StandardCharsets.UTF_8).forEach(lines::add);
    return lines;
  }

  private void add(String line) {
    Matcher block = BLOCK.matcher(line);
    if (block.matches() && files.containsKey(block.group(1))) {
      files
          .get(block.group(1))
          .add(
              new Block(
                  Integer.parseInt(block.group(2)),
                  Integer.parseInt(block.group(3)),
                  Integer.parseInt(block.group(4)),
                  Integer.parseInt(block.group(5)),
                  !block.group(6).equals("0")));
    }
  }

  /**
   * Whether a test ran a line; nothing where no profile says, as for test files. Where a function
   * literal shares its line with the code around it, the column says which of them is meant.
   */
  public Optional<Boolean> isReached(Location place) {
    List<Block> line =
        files.getOrDefault(file(place), List.of()).stream()
            .filter(block -> block.hasLine(place))
            .toList();
    List<Block> exact = line.stream().filter(block -> block.has(place)).toList();
    List<Block> there = exact.isEmpty() ? line : exact;
    return there.isEmpty() ? Optional.empty() : Optional.of(there.stream().anyMatch(Block::ran));
  }

  /** As a profile calls it. */
  private static String file(Location place) {
    return place.packagePath() + "/" + Path.of(place.file()).getFileName();
  }
}
