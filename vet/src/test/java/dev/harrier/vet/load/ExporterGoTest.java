package dev.harrier.vet.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.toolchain.tool.Command;
import dev.harrier.toolchain.tool.GoTool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The exporter's own tests, which are Go. */
final class ExporterGoTest {
  private static final Path SOURCES = Path.of("src", "main", "go").toAbsolutePath();

  @Test
  void pass() throws Exception {
    Command.Outcome tests = go("test", "-count=1", "./...");
    assertThat(tests.status()).as(tests.output() + tests.errors()).isZero();
  }

  @Test
  void vetIsSilent() throws Exception {
    Command.Outcome vet = go("vet", "./...");
    assertThat(vet.status()).as(vet.errors()).isZero();
  }

  private static Command.Outcome go(String... arguments) throws Exception {
    List<String> line = new ArrayList<>(List.of("go"));
    line.addAll(List.of(arguments));
    Map<String, String> environment = GoTool.forHost(System.getenv());
    // Each test loads packages, and little of that lives on: a sixth of the time is its collection.
    environment.put("GOGC", "400");
    return Command.run(line, SOURCES, environment);
  }
}
