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

  /** Knows nothing if there is no such file. */
  static ReachedLines in(Path profile) throws IOException {
    ReachedLines lines = new ReachedLines();
    if (Files.exists(profile)) {
      for (String line : Files.readAllLines(profile, StandardCharsets.UTF_8)) {
        Matcher block = BLOCK.matcher(line);
        if (block.matches()) {
          lines
              .files
              .computeIfAbsent(block.group(1), _ -> new ArrayList<>())
              .add(
                  new Block(
                      Integer.parseInt(block.group(2)),
                      Integer.parseInt(block.group(3)),
                      !block.group(4).equals("0")));
        }
      }
    }
    return lines;
  }

  /** Whether no test ran a line; false also where the profile does not tell, as of test files. */
  boolean isUnreached(Location place) {
    List<Block> there =
        files
            .getOrDefault(
                place.packagePath() + "/" + Path.of(place.file()).getFileName(), List.of())
            .stream()
            .filter(block -> block.has(place.line()))
            .toList();
    return !there.isEmpty() && there.stream().noneMatch(Block::ran);
  }
}
