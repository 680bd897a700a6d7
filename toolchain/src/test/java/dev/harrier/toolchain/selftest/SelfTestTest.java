package dev.harrier.toolchain.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.RunOutcome;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.run.WrittenTraces;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.validate.SelfTestEvents;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the installed Go. */
final class SelfTestTest {
  @TempDir Path directory;

  private GoToolchain go() throws Exception {
    GoToolchain found = GoToolchain.installed(directory, System.getenv());
    return Goroots.outsideModuleCache(found, directory.resolve("goroot"));
  }

  private SelfTest run(GoToolchain go, Overlay overlay) throws Exception {
    return SelfTest.run(
        go, overlay, WrittenTraces::header, Files.createTempDirectory(directory, "selftest"));
  }

  @Test
  void theTraceHasOneOfEachEvent() throws Exception {
    GoToolchain go = go();
    SelfTest test = run(go, Overlay.prepare(go, directory.resolve("overlay")));
    assertThat(test.result().outcome()).as(test.output()).isEqualTo(new RunOutcome.Passed());
    Path file = test.result().processes().getFirst().trace();
    try (RecordedTrace trace = RecordedTrace.open(file, _ -> Symbolizer.NONE)) {
      assertThat(SelfTestEvents.missing(trace)).isEmpty();
    }
  }

  /** As with a Go whose sources fit the edits and not the hooks. */
  @Test
  void hooksThatDoNotCompileAreNotTheFaultOfTheUser() throws Exception {
    GoToolchain go = go();
    Overlay overlay = Overlay.prepare(go, directory.resolve("overlay"));
    Path edited = overlay.json().resolveSibling("sync_once.go");
    Files.writeString(edited, Files.readString(edited) + "\nvar _ = undefinedHere\n");
    SelfTest test = run(go, overlay);
    assertThat(test.output()).contains("undefinedHere");
    assertThat(test.result().outcome()).isInstanceOf(RunOutcome.ToolFailed.class);
  }
}
