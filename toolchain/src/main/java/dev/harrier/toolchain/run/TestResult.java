package dev.harrier.toolchain.run;

import dev.harrier.model.finding.RunOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How a run ended and what it left behind. */
public record TestResult(RunOutcome outcome, List<TracedProcess> processes) {
  public TestResult {
    processes = List.copyOf(processes);
  }

  /**
   * One instrumented process.
   *
   * @param executable a copy or link that survives the run, where one could be kept; a child that a
   *     test started from its own binary shares the test's
   * @param child whether a test started it from its own binary
   */
  public record TracedProcess(Path trace, Optional<Path> executable, boolean child) {}
}
