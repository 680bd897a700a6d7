package dev.harrier.bench.races;

import dev.harrier.model.finding.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A line of a program of which a comment says what {@code harrier vet} makes of a race there.
 *
 * @param strength the strongest, if the comment has several
 */
record WantedLine(Path file, int line, Strength strength) {
  private static final Pattern WANT =
      Pattern.compile("// want (possible |withheld )?closure-race \"");

  /** What vet makes of a race, the strongest first. */
  enum Strength {
    REPORTED("reported"),
    POSSIBLE("possible"),
    WITHHELD("withheld");

    private final String words;

    Strength(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** Those of some files. */
  static List<WantedLine> in(List<Path> files) throws IOException {
    List<WantedLine> wanted = new ArrayList<>();
    for (Path file : files) {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        int line = i + 1;
        strengths(lines.get(i)).stream()
            .min(Comparator.naturalOrder())
            .ifPresent(strength -> wanted.add(new WantedLine(file, line, strength)));
      }
    }
    return wanted;
  }

  boolean isAt(Location at) {
    return at.line() == line && Path.of(at.file()).equals(file);
  }

  private static List<Strength> strengths(String line) {
    return WANT.matcher(line)
        .results()
        .map(want -> want.group(1) == null ? "reported" : want.group(1).strip())
        .map(words -> Strength.valueOf(words.toUpperCase(Locale.ROOT)))
        .toList();
  }
}
