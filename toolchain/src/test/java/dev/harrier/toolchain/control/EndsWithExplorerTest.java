package dev.harrier.toolchain.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A test process does not outlive the explorer, however early that is killed. */
@EnabledOnOs(OS.LINUX)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EndsWithExplorerTest {
  private static final String DEFAULT_ORDER = "5,1,0,0,0";

  private CompiledTest passes;
  private String gone;
  private Path namespace;

  @BeforeAll
  void compile(@TempDir Path directory) throws Exception {
    passes =
        CompiledTest.controlled(
            directory, "package m\n\nimport \"testing\"\n\nfunc TestPasses(*testing.T) {}\n");
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    gone = String.valueOf(ended.pid());
    namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
  }

  @Test
  void endsAtOnceIfTheExplorerIsGone() throws Exception {
    assertThat(isEndedFor(gone + " " + namespace)).isTrue();
  }

  @Test
  void runsWhereTheNumberIsOfAnotherNamespace() throws Exception {
    assertThat(isEndedFor(gone + " pid:[1]")).isFalse();
    assertThat(isEndedFor(gone)).isFalse();
  }

  @Test
  void runsWhileTheExplorerDoes() throws Exception {
    assertThat(isEndedFor(ProcessHandle.current().pid() + " " + namespace)).isFalse();
  }

  /** What a test starts has another parent. */
  @Test
  void runsWhereTheExplorerIsNoParent() throws Exception {
    long other = ProcessHandle.current().parent().orElseThrow().pid();
    assertThat(isEndedFor(other + " " + namespace)).isFalse();
  }

  private boolean isEndedFor(String explorer) throws Exception {
    return passes.with(Map.of("HARRIER_ENDS_WITH", explorer)).fails(DEFAULT_ORDER, "TestPasses");
  }
}
