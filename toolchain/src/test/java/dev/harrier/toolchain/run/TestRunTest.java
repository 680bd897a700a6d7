package dev.harrier.toolchain.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.base.process.Processes;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the installed Go. */
final class TestRunTest {
  @TempDir Path directory;

  private void write(String name, String text) throws Exception {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private TestResult run(List<String> flags, String... packages) throws Exception {
    GoToolchain found = GoToolchain.find(directory, System.getenv());
    GoToolchain go = Goroots.outsideModuleCache(found, directory.resolve("goroot"));
    Overlay overlay = Overlay.prepare(go, directory.resolve("overlay"));
    Path run = Files.createTempDirectory(directory, "run");
    TestRequest request =
        new TestRequest(directory, List.of(packages), flags, List.of(), run, 0, false);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TestResult result = new TestRun(go, overlay, request, WrittenTraces::header).run(out, out);
    System.out.write(out.toByteArray());
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("harrier");
    return result;
  }

  private void module(String test) throws Exception {
    write("go.mod", "module example.com/m\n\ngo 1.24\n");
    write(
        "m_test.go",
        "package m\n\nimport \"testing\"\n\nfunc TestM(t *testing.T) {" + test + "}\n");
  }

  @Test
  void aPassingTestLeavesATraceAndItsExecutable() throws Exception {
    module("c := make(chan int, 1); c <- 1; <-c");
    TestResult result = run(List.of());
    assertThat(result.outcome()).isEqualTo(new RunOutcome.Passed());
    assertThat(result.processes()).hasSize(1);
    assertThat(result.processes().getFirst().executable())
        .get()
        .satisfies(e -> assertThat(e).exists());
    assertThat(Files.size(result.processes().getFirst().trace())).isGreaterThan(4096);
  }

  @Test
  void aFailingTestIsTheTargetsFailure() throws Exception {
    module("t.Error(\"no\")");
    assertThat(run(List.of()).outcome())
        .isEqualTo(new RunOutcome.TargetFailed(1, new TargetFailure.TestsFailed()));
  }

  @Test
  void aTestThatIsOverItsTimeIsDistinguishedFromOneThatFails() throws Exception {
    write("go.mod", "module example.com/m\n\ngo 1.24\n");
    write(
        "m_test.go",
        """
        package m

        import ("testing"; "time")

        func TestM(t *testing.T) { time.Sleep(time.Hour) }
        """);
    assertThat(run(List.of("-timeout=1500ms")).outcome())
        .isEqualTo(new RunOutcome.TimedOut(Duration.ofMillis(1500)));
  }

  @Test
  void codeThatDoesNotCompileIsTheTargetsFailure() throws Exception {
    module("undefined()");
    assertThat(run(List.of()).outcome())
        .isEqualTo(new RunOutcome.TargetFailed(1, new TargetFailure.DoesNotBuild()));
  }

  @Test
  void aPatternThatMatchesNothingIsBadUsage() throws Exception {
    module("");
    Files.createDirectory(directory.resolve("empty"));
    assertThatThrownBy(() -> run(List.of(), "./empty/..."))
        .isInstanceOf(ToolchainException.class)
        .hasMessageContaining("matched no packages");
  }

  @Test
  void processesThatATestLeavesBehindAreEnded() throws Exception {
    write("go.mod", "module example.com/m\n\ngo 1.24\n");
    write(
        "m_test.go",
        """
        package m

        import ("os/exec"; "testing"; "os"; "strconv")

        func TestM(t *testing.T) {
        	c := exec.Command("sleep", "600")
        	if err := c.Start(); err != nil {
        		t.Fatal(err)
        	}
        	os.WriteFile("pid", []byte(strconv.Itoa(c.Process.Pid)), 0o600)
        }
        """);
    run(List.of());
    long pid = Long.parseLong(Files.readString(directory.resolve("pid")));
    assertThat(Processes.isRunning(pid)).isFalse();
  }

  @Test
  void aDirectoryOutsideAnyModuleIsRefused() {
    assertThatThrownBy(() -> GoToolchain.find(directory, System.getenv()))
        .isInstanceOf(ToolchainException.class)
        .hasMessageContaining("is not in a Go module");
  }

  @Test
  void aMissingGoIsNamedWithTheWayToGetIt() {
    assertThatThrownBy(() -> GoToolchain.find(directory, Map.of("PATH", directory.toString())))
        .isInstanceOf(ToolchainException.class)
        .hasMessageContaining("no go command on PATH")
        .hasMessageContaining("https://go.dev/dl");
  }
}
