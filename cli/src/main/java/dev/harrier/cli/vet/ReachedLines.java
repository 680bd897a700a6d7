package dev.harrier.cli.vet;

import dev.harrier.model.finding.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which lines tests ran, as a coverage profile of {@code go test} tells it. */
final class ReachedLines {
  /** {@code import/path/file.go:3.14,5.2 1 1}: from, to, statements, how often. */
  private static final Pattern BLOCK =
      Pattern.compile("(.+):(\\d+)\\.\\d+,(\\d+)\\.\\d+ \\d+ (\\d+)");

  private record Block(int from, int to, boolean ran) {
    boolean has(int line) {
      return from <= line && line <= to;
    }
  }

  private final Map<String, List<Block>> files = new HashMap<>();

  private ReachedLines() {}

  /** Of all tests that wrote these profiles; one that does not exist tells nothing. */
  static ReachedLines in(List<Path> profiles) throws IOException {
    ReachedLines lines = new ReachedLines();
    for (Path profile : profiles) {
      if (Files.exists(profile)) {
        Files.readAllLines(profile, StandardCharsets.UTF_8).forEach(lines::add);
      }
    }
    return lines;
  }

  private void add(String line) {
    Matcher block = BLOCK.matcher(line);
    if (block.matches()) {
      files
          .computeIfAbsent(block.group(1), _ -> new ArrayList<>())
          .add(
              new Block(
                  Integer.parseInt(block.group(2)),
                  Integer.parseInt(block.group(3)),
                  !block.group(4).equals("0")));
    }
  }

  /** Whether a test ran a line; nothing where no profile tells, as of test files. */
  Optional<Boolean> isReached(Location place) {
    List<Block> there =
        files
            .getOrDefault(
                place.packagePath() + "/" + Path.of(place.file()).getFileName(), List.of())
            .stream()
            .filter(block -> block.has(place.line()))
            .toList();
    return there.isEmpty() ? Optional.empty() : Optional.of(there.stream().anyMatch(Block::ran));
  }
}
