package dev.harrier.vet.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The exporter's own tests, which are Go. */
final class ExporterGoTest {
  private static final Path SOURCES = Path.of("src", "main", "go").toAbsolutePath();

  @Test
  void pass() throws Exception {
    Commands.Outcome tests = go("test", "-count=1", "./...");
    assertThat(tests.status()).as(tests.output() + tests.errors()).isZero();
  }

  @Test
  void vetIsSilent() throws Exception {
    Commands.Outcome vet = go("vet", "./...");
    assertThat(vet.status()).as(vet.errors()).isZero();
  }

  private static Commands.Outcome go(String... arguments) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("go");
    builder.command().addAll(List.of(arguments));
    builder.directory(SOURCES.toFile());
    Environments.forHost(builder.environment());
    return Commands.run(builder);
  }
}
