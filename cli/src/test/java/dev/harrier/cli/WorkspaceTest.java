package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two modules side by side under a {@code go.work}: every command stands at its directory. */
final class WorkspaceTest {
  @TempDir private Path directory;

  private Path workspace(String name) throws IOException {
    Path root = Files.createDirectories(directory.resolve(name));
    for (String module : List.of("left", "right")) {
      Path place = Files.createDirectories(root.resolve(module));
      Files.writeString(place.resolve("go.mod"), "module example.com/" + module + "\n\ngo 1.25\n");
      Files.writeString(
          place.resolve(module + "_test.go"),
          """
          package %s

          import "testing"

          func TestLeak(t *testing.T) {
          \tanswers := make(chan int)
          \tgo func() { answers <- 1 }()
          }
          """
              .formatted(module));
    }
    Files.writeString(root.resolve("go.work"), "go 1.25\n\nuse (\n\t./left\n\t./right\n)\n");
    return root;
  }

  private static Result harrier(Path place, String... words) throws Exception {
    return new HarrierProcess(place).call(words);
  }

  private static List<String> both(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("./left/...", "./right/..."));
    return all;
  }

  @Test
  void runsOfAWorkspaceAreFoundWhereItsFileIs() throws Exception {
    Path root = workspace("whole");
    Result test = harrier(root, both("test").toArray(String[]::new));
    assertThat(test.status()).as(test.toString()).isEqualTo(1);

    Result report = harrier(root, "report");
    assertThat(report.out())
        .as(report.toString())
        .contains("left/left_test.go:7", "right/right_test.go:7");
    assertThat(report.status()).isEqualTo(1);
    assertThat(Files.isDirectory(root.resolve(".harrier"))).isTrue();
  }

  @Test
  void partsOfAWorkspaceAreJoined() throws Exception {
    List<String> parts = new ArrayList<>(List.of("merge"));
    for (String part : List.of("1/2", "2/2")) {
      Path root = workspace("part" + part.charAt(0));
      List<String> words = both("fuzz", "--per-test", "4", "--races", "off", "--shard", part);
      Result fuzz = harrier(root, words.toArray(String[]::new));
      assertThat(fuzz.status()).as(fuzz.toString()).isIn(0, 1);
      parts.add(root.resolve(".harrier").toString());
    }
    Result merged = harrier(workspace("joined"), parts.toArray(String[]::new));
    assertThat(merged.status()).as(merged.toString()).isEqualTo(1);
    assertThat(merged.out()).contains("left/left_test.go:7", "right/right_test.go:7");
  }
}
