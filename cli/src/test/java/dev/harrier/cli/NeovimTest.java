package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.Gson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier lsp} in a real editor, without a screen. */
final class NeovimTest {
  @TempDir private Path directory;

  @Test
  void neovimShowsTheFindingAndTheLenses() throws Exception {
    boolean there =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
            .anyMatch(entry -> Files.isExecutable(Path.of(entry, "nvim")));
    assumeTrue(there, "there is no Neovim (nvim) on the PATH");
    GoModule.at(directory).file("m.go", LspCommandTest.LEAK).file("m_test.go", LspCommandTest.TEST);
    assertThat(new HarrierProcess(directory).run("test", ".").status()).isEqualTo(1);

    Path script = Path.of(Objects.requireNonNull(getClass().getResource("/neovim.lua")).toURI());
    ProcessBuilder neovim =
        new ProcessBuilder(
            "nvim", "--headless", "--clean", "-n", "m.go", "-c", "luafile " + script);
    neovim.directory(directory.toFile()).redirectErrorStream(true);
    neovim.environment().put("HARRIER_WORDS", new Gson().toJson(HarrierProcess.words("lsp")));
    Path log = directory.resolve("neovim.log");
    Process process = neovim.redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor(4, TimeUnit.MINUTES)).as(Files.readString(log)).isTrue();
    } finally {
      process.destroyForcibly();
    }

    assertThat(directory.resolve("neovim.out"))
        .as(Files.readString(log))
        .content()
        .startsWith("7 ERROR goroutine-leak: goroutine blocks forever: it sends on an unbuffered")
        .contains("\n5 lens run under Harrier\n", "\n5 lens explore\n")
        .contains("\n5 lens timeline of goroutine-leak\n", "\nmoved to 8\n");
  }
}
