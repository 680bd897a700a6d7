package dev.harrier.toolchain.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.tool.Command;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Go half: its form, and its own tests. */
final class SourceProgramTest {
  @TempDir Path directory;

  @BeforeEach
  void gather() throws IOException {
    for (Path from : List.of(Path.of("src/main/go/source"), Path.of("src/test/go/source"))) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(from)) {
        for (Path file : files) {
          Files.copy(file, directory.resolve(file.getFileName()));
        }
      }
    }
  }

  private Command.Outcome go(String... line) throws Exception {
    return Command.run(List.of(line), directory, System.getenv());
  }

  @Test
  void areFormatted() throws Exception {
    assertThat(go("gofmt", "-l", ".").output()).isEmpty();
  }

  @Test
  void passVetAndTheirOwnTests() throws Exception {
    Command.Outcome vet = go("go", "vet", ".");
    assertThat(vet.status()).as(vet.errors()).isZero();
    Command.Outcome tests = go("go", "test", ".");
    assertThat(tests.status()).as(tests.output()).isZero();
  }

  /** What {@code go env -w} set is for the user's programs. */
  @Test
  void isBuiltForThisMachine(@TempDir Path cache) throws Exception {
    Path settings =
        Files.writeString(
            directory.resolve("settings"), "GOOS=windows\nGOARCH=386\nGOFLAGS=-toolexec=/none\n");
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("GOENV", settings.toString());
    GoToolchain go = GoToolchain.installed(directory, environment);
    assertThat(go.goos()).isEqualTo("windows");
    Path program = SourceProgram.executable(go, cache);
    Command.Outcome help =
        Command.run(List.of(program.toString(), "-help"), directory, environment);
    assertThat(help.errors()).contains("-operands");
  }
}
