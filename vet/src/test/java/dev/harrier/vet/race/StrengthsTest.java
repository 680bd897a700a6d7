package dev.harrier.vet.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@link Shape} says how strong reports are; what users read says the same. */
final class StrengthsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([A-Z_]+(?:, [A-Z_]+)*) \\|[^|]*\\| (\\w+) \\|");

  @Test
  void theTableOfShapesHasEachWithItsStrength() throws IOException {
    Map<Shape, String> documented = new LinkedHashMap<>();
    Matcher row = ROW.matcher(read("docs/vet.md"));
    while (row.find()) {
      for (String shape : row.group(1).split(", ")) {
        documented.put(Shape.valueOf(shape), row.group(2));
      }
    }
    Map<Shape, String> own = new LinkedHashMap<>();
    Arrays.stream(Shape.values())
        .forEach(s -> own.put(s, s.strength().name().toLowerCase(Locale.ROOT)));
    assertThat(documented).containsExactlyInAnyOrderEntriesOf(own);
  }

  /** Elsewhere there is a way to the table, and no strength of a shape. */
  @Test
  void theRulesPagePointsToTheTable() throws IOException {
    assertThat(read("docs/findings/closure-race.md"))
        .contains("[What fails a run](../vet.md#what-fails-a-run)")
        .doesNotContain("STATIC");
  }

  /** No shape of a report is true often enough to keep a commit from being made. */
  @Test
  void theHookFailsNoCommitUnlessAskedTo() throws IOException {
    assertThat(read(".pre-commit-hooks.yaml"))
        .contains("entry: harrier vet ./...\n")
        .contains("fail no commit; args [-fail-on, static]");
  }

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }
}
