package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.command.Invocation;
import dev.harrier.report.RunRecord;
import dev.harrier.report.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stored run has what was asked for as data, wherever it came from. */
final class InvocationTest {
  @TempDir private Path module;

  private Invocation stored(String... arguments) throws Exception {
    return run(arguments).invocation();
  }

  private RunRecord run(String... arguments) throws Exception {
    Files.writeString(module.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    Files.writeString(module.resolve("m.go"), "package m\n");
    HarrierProcess.Result result = new HarrierProcess(module).call(arguments);
    assertThat(result.status()).as(result.toString()).isZero();
    return new RunStore(module.resolve(".harrier"), module).latest().run();
  }

  @Test
  void optionsAndArguments() throws Exception {
    assertThat(stored("vet", "--fail-on", "static", "-tags=a,b", "-v", "./..."))
        .isEqualTo(
            new Invocation(
                "vet",
                Map.of(
                    "fail-on",
                    List.of("static"),
                    "tags",
                    List.of("a,b"),
                    "verbose",
                    List.of("true")),
                List.of("./..."),
                List.of()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fuzz", "probe", "vet"})
  void theCommandLineIsKeptForPeople(String command) throws Exception {
    assertThat(run(command, "-tags", command, ".").command())
        .containsExactly("harrier", command, "-tags", command, ".");
  }

  @Test
  void defaultsOfTheModule() throws Exception {
    Files.writeString(
        module.resolve(".harrier.toml"), "[vet]\ntags = \"a\"\nfail-on = \"static\"\n");
    assertThat(stored("vet", "-fail-on=never").options())
        .isEqualTo(Map.of("fail-on", List.of("never"), "tags", List.of("a")));
  }

  @Test
  void whatStandsBehindTwoHyphens() throws Exception {
    Files.writeString(
        module.resolve("m_test.go"),
        "package m\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n");
    assertThat(stored("test", "-run", "A", ".", "--", "-shuffle=on"))
        .isEqualTo(
            new Invocation(
                "test", Map.of("run", List.of("A")), List.of("."), List.of("-shuffle=on")));
  }
}
