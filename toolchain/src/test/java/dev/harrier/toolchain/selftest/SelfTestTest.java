package dev.harrier.toolchain.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.trace.Event;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import dev.harrier.toolchain.run.WrittenTraces;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.validate.RecordsCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs each Go that is here. */
final class SelfTestTest {
  /** As the command has them, so that what compiled before is compiled no more. */
  private static final Path GOROOTS =
      Path.of(System.getProperty("user.home"), ".cache", "harrier", "goroots");

  @TempDir Path directory;

  static List<String> releases() throws IOException {
    return Files.readAllLines(Path.of("../cli/src/test/resources/go-releases"));
  }

  private GoToolchain go(String release) throws Exception {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("GOTOOLCHAIN", release);
    environment.put("GOPROXY", "off");
    ProcessBuilder version = new ProcessBuilder("go", "version").directory(directory.toFile());
    version.environment().putAll(environment);
    Process process = version.redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    assumeTrue(process.waitFor() == 0, release + " is not here");
    return Goroots.outsideModuleCache(GoToolchain.installed(directory, environment), GOROOTS);
  }

  private SelfTest program(GoToolchain go) throws Exception {
    Path place = Files.createTempDirectory(directory, "selftest");
    return SelfTest.in(place, go, WrittenTraces::header);
  }

  private static List<RecordsCheck.Mismatch> mismatches(
      SelfTest program, Stage stage, Overlay overlay, Predicate<Event> wanted) throws Exception {
    SelfTest.Run run = program.run(stage, overlay, 1);
    assertThat(run.result().outcome()).as(run.output()).isEqualTo(new RunOutcome.Passed());
    TracedProcess process = run.result().processes().getFirst();
    GoSymbols symbols = GoSymbols.open(process.executable().orElseThrow());
    try (RecordedTrace trace = RecordedTrace.open(process.trace(), _ -> symbols)) {
      Path source = program.directory().resolve(stage.file().orElseThrow());
      return RecordsCheck.of(trace, source, wanted);
    }
  }

  @ParameterizedTest
  @MethodSource("releases")
  void everyLineRecordsWhatItSays(String release) throws Exception {
    GoToolchain go = go(release);
    SelfTest program = program(go);
    Overlay overlay = Overlay.prepare(go, directory.resolve("overlay"));
    assertThat(mismatches(program, Stage.RECORDING, overlay, _ -> true)).isEmpty();
    if (go.version().atLeast(25)) {
      assertThat(mismatches(program, Stage.BUBBLES, overlay, _ -> true)).isEmpty();
    }
    if (overlay.extent().controls()) {
      Predicate<Event> wanted = event -> !(event instanceof Event.Choice);
      assertThat(mismatches(program, Stage.CONTROL, overlay, wanted)).isEmpty();
      Overlay races = Overlay.prepareForRaces(go, directory.resolve("races"));
      assertThat(mismatches(program, Stage.RACES, races, Event.Race.class::isInstance)).isEmpty();
    }
  }

  /** As with a Go whose sources fit the edits and not the hooks. */
  @Test
  void hooksThatDoNotCompileAreNotTheFaultOfTheUser() throws Exception {
    GoToolchain go = go("local");
    Overlay overlay = Overlay.prepare(go, directory.resolve("overlay"));
    Path edited = overlay.json().resolveSibling("sync_once.go");
    Files.writeString(edited, Files.readString(edited) + "\nvar _ = undefinedHere\n");
    SelfTest.Run run = program(go).run(Stage.RECORDING, overlay, 1);
    assertThat(run.output()).contains("undefinedHere");
    assertThat(run.result().outcome()).isInstanceOf(RunOutcome.ToolFailed.class);
  }

  /** A hook that is there and says nothing is named by the line that it should have recorded. */
  @Test
  void aHookThatDoesNotReportIsNamed() throws Exception {
    GoToolchain go = go("local");
    Overlay overlay = Overlay.prepare(go, directory.resolve("overlay"));
    Path edited = overlay.json().resolveSibling("sync_cond.go");
    String text = Files.readString(edited);
    String hook = "harrierSignal(unsafe.Pointer(c), false)";
    assertThat(text).contains(hook);
    Files.writeString(edited, text.replace(hook, ""));
    assertThat(mismatches(program(go), Stage.RECORDING, overlay, _ -> true))
        .singleElement()
        .satisfies(line -> {
          assertThat(line.code()).isEqualTo("c.Signal()");
          assertThat(line.missing()).containsExactly("signal");
          assertThat(line.unexpected()).isEmpty();
        });
  }
}
