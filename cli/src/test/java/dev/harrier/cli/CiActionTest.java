package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the action of GitHub looks for the runs that an earlier job stored. */
final class CiActionTest {
  private static final Path ACTION = Path.of("..", "ci", "action").toAbsolutePath().normalize();

  @TempDir private Path root;
  private Path below;

  @BeforeEach
  void makeModule() throws Exception {
    root = root.toRealPath();
    below = Files.createDirectories(root.resolve("module/below"));
    Files.writeString(root.resolve("module/go.mod"), "module example.com/m\n\ngo 1.24\n");
  }

  private String storeSeenFrom(Path place) throws Exception {
    Process shell =
        new ProcessBuilder("bash", ACTION.toString(), "root")
            .directory(place.toFile())
            .redirectErrorStream(true)
            .start();
    shell.getOutputStream().close();
    String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(printed).isZero();
    return printed.strip();
  }

  @Test
  void theStoreIsInTheRootOfTheModule() throws Exception {
    assertThat(storeSeenFrom(below)).isEqualTo(root.resolve("module").toString());
    assertThat(storeSeenFrom(root.resolve("module"))).isEqualTo(root.resolve("module").toString());
  }

  @Test
  void orInThatOfTheWorkspace() throws Exception {
    Files.writeString(root.resolve("go.work"), "go 1.24\n\nuse ./module\n");
    assertThat(storeSeenFrom(below)).isEqualTo(root.toString());
  }

  @Test
  void outsideAModuleItIsHere() throws Exception {
    assertThat(storeSeenFrom(root)).isEqualTo(root.toString());
  }
}
