package dev.harrier.cli.checkfix;

import dev.harrier.cli.git.Git;
import dev.harrier.cli.git.GitException;
import dev.harrier.model.finding.Location;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of Go files that a change added or edited, outside tests.
 *
 * @param byFile by the name of the file as it is called from the root of the module
 * @param around the same, and all lines of the functions that the change is in, also where it only
 *     takes lines away
 */
record ChangedLines(
    NavigableMap<String, NavigableSet<Integer>> byFile,
    NavigableMap<String, NavigableSet<Integer>> around) {
  private static final Pattern FILE = Pattern.compile("\\+\\+\\+ \"?(?:b/)?(.*?)\"?\\t?");

  /** From where, and how many. */
  private static final Pattern HUNK = Pattern.compile("@@ -\\S+ \\+(\\d+)(?:,(\\d+))? @@.*");

  /**
   * Since a commit.
   *
   * @param to the other one; empty for the files as they are
   */
  static ChangedLines between(Git git, Path root, String from, Optional<String> to)
      throws GitException, IOException {
    ChangedLines lines = new ChangedLines(new TreeMap<>(), new TreeMap<>());
    add(git.difference(from, to, false), lines.byFile);
    add(git.difference(from, to, true), lines.around);
    if (to.isEmpty()) {
      for (String file : git.untracked()) {
        String text = Files.readString(root.resolve(file), StandardCharsets.UTF_8);
        for (int i = 1; i <= text.lines().count(); i++) {
          add(file, i, lines.byFile);
          add(file, i, lines.around);
        }
      }
    }
    return lines;
  }

  /** Lines that are known already. */
  static ChangedLines at(Path root, Collection<Location> lines) {
    NavigableMap<String, NavigableSet<Integer>> known = new TreeMap<>();
    for (Location line : lines) {
      Path file = root.resolve(line.file()).normalize();
      if (file.startsWith(root)) {
        add(root.relativize(file).toString(), line.line(), known);
      }
    }
    return new ChangedLines(known, known);
  }

  private static void add(String difference, NavigableMap<String, NavigableSet<Integer>> lines) {
    String file = "";
    for (String line : difference.lines().toList()) {
      Matcher name = FILE.matcher(line);
      Matcher hunk = HUNK.matcher(line);
      if (name.matches()) {
        file = name.group(1);
      } else if (hunk.matches()) {
        int first = Integer.parseInt(hunk.group(1));
        int count = hunk.group(2) == null ? 1 : Integer.parseInt(hunk.group(2));
        for (int i = 0; i < count; i++) {
          add(file, first + i, lines);
        }
      }
    }
  }

  private static void add(
      String file, int line, NavigableMap<String, NavigableSet<Integer>> lines) {
    if (file.endsWith(".go") && !file.endsWith("_test.go")) {
      lines.computeIfAbsent(file, _ -> new TreeSet<>()).add(line);
    }
  }

  /** How many there are. */
  long count() {
    return byFile.values().stream().mapToLong(NavigableSet::size).sum();
  }
}
