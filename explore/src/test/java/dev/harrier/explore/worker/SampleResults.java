package dev.harrier.explore.worker;

import dev.harrier.explore.execute.Exit;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.trace.Completeness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What came of executions that never were: of one process that left a whole trace. */
public final class SampleResults {
  private SampleResults() {}

  /** All went well, and this was found and seen. */
  public static Result passed(List<Finding> findings, Observations observations) {
    return ended(0, findings, Set.of(), observations);
  }

  /** These tests failed, and this was found. */
  public static Result failed(List<Finding> findings, Set<String> tests) {
    return ended(1, findings, tests, Observations.none());
  }

  private static Result ended(
      int status, List<Finding> findings, Set<String> failed, Observations observations) {
    return new Result(
        new Exit.Exited(status),
        Duration.ZERO,
        findings,
        Optional.empty(),
        List.of(),
        new Completeness.Whole(),
        false,
        1,
        0,
        failed,
        "",
        false,
        observations,
        Slowness.NONE,
        Interleaving.NONE);
  }
}
