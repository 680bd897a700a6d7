package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.replay.ReplayCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each bug of {@code docs/found.md} can be shown by {@code bench/run found}: it has a module, a
 * version, a test and a replay string that this Harrier reads.
 */
final class FoundTest {
  private static final Path ROOT = Path.of("..");
  private static final Path FOUND = ROOT.resolve("bench/found");
  private static final Pattern LINK = Pattern.compile("\\(\\.\\./bench/found/([a-z0-9-]+)/bug\\)");
  private static final Pattern DRIVER =
      Pattern.compile("\\(\\.\\./bench/found/([a-z0-9-]+)/found_test\\.go\\)");

  @Test
  void eachBugOfThePageHasItsFiles() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/found.md"));
    assertThat(links(LINK, page)).containsExactlyInAnyOrderElementsOf(bugs());
    List<String> driven =
        bugs().stream()
            .filter(bug -> Files.exists(FOUND.resolve(bug).resolve("found_test.go")))
            .toList();
    assertThat(links(DRIVER, page)).containsExactlyInAnyOrderElementsOf(driven);
  }

  @Test
  void eachBugSaysHowToSeeIt() throws Exception {
    for (String bug : bugs()) {
      Map<String, String> said = said(bug);
      assertThat(said).as(bug).containsKeys("module", "test", "place", "race", "leak", "replay");
      assertThat(said.containsKey("version"))
          .as(bug)
          .isNotEqualTo(said.containsKey("commit") && said.containsKey("repository"));
      ReplayCode replay = ReplayCode.parse(said.getOrDefault("replay", ""));
      String directory = said.getOrDefault("package", "");
      assertThat(replay.importPath())
          .as(bug)
          .isEqualTo(said.get("module") + (directory.isEmpty() ? "" : "/" + directory));
      assertThat(replay.test()).as(bug).isEqualTo(said.get("test"));
      Path driver = FOUND.resolve(bug).resolve("found_test.go");
      assertThat(Files.exists(driver)).as(bug).isEqualTo(replay.test().startsWith("TestFound"));
      if (Files.exists(driver)) {
        assertThat(driver).content().contains("func " + replay.test() + "(t *testing.T)");
      }
    }
  }

  private static List<String> bugs() throws IOException {
    try (Stream<Path> directories = Files.list(FOUND)) {
      return directories.map(directory -> directory.getFileName().toString()).sorted().toList();
    }
  }

  private static Map<String, String> said(String bug) throws IOException {
    try (Stream<String> lines = Files.lines(FOUND.resolve(bug).resolve("bug"))) {
      return lines
          .map(line -> line.split(" +", 2))
          .collect(Collectors.toMap(word -> word[0], word -> word[1]));
    }
  }

  private static List<String> links(Pattern pattern, String page) {
    return pattern.matcher(page).results().map((MatchResult link) -> link.group(1)).toList();
  }
}
