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
 */
record ChangedLines(NavigableMap<String, NavigableSet<Integer>> byFile) {
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
    ChangedLines lines = new ChangedLines(new TreeMap<>());
    lines.add(git.difference(from, to));
    if (to.isEmpty()) {
      for (String file : git.untracked()) {
        lines.addAll(file, Files.readString(root.resolve(file), StandardCharsets.UTF_8));
      }
    }
    return lines;
  }

  /** Lines that are known already. */
  static ChangedLines at(Path root, Collection<Location> lines) {
    ChangedLines known = new ChangedLines(new TreeMap<>());
    for (Location line : lines) {
      Path file = root.resolve(line.file()).normalize();
      if (file.startsWith(root)) {
        known.add(root.relativize(file).toString(), line.line());
      }
    }
    return known;
  }

  private void add(String difference) {
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
          add(file, first + i);
        }
      }
    }
  }

  private void addAll(String file, String text) {
    for (int i = 1; i <= text.lines().count(); i++) {
      add(file, i);
    }
  }

  private void add(String file, int line) {
    if (file.endsWith(".go") && !file.endsWith("_test.go")) {
      byFile.computeIfAbsent(file, _ -> new TreeSet<>()).add(line);
    }
  }

  /** How many there are. */
  long count() {
    return byFile.values().stream().mapToLong(NavigableSet::size).sum();
  }
}
