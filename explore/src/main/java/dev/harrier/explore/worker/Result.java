package dev.harrier.explore.worker;

import dev.harrier.explore.canon.CanonicalTrace;
import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.observe.Observations;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What came of one execution.
 *
 * @param wall from start to end of the process
 * @param findings of all its processes, each defect once
 * @param canonical of the process itself, if its events were wanted in words and it had begun
 * @param choices of the process itself, in order; at most {@link #MAX_CHOICES}
 * @param completeness of the traces; partial if there is none
 * @param missesRaces whether one of its processes looked for data races without room for all that
 *     this takes
 * @param processes how many wrote a trace
 * @param events in all traces
 * @param failedTests those that failed without a finding, as findings name tests
 * @param skippedTests those that skipped themselves, likewise
 * @param output the last lines that it printed, if it did not end well
 * @param addressInUse whether it did not end well and printed that an address was in use
 * @param observations of the process itself
 * @param interleaving the last operations of all goroutines of the process itself, if its events
 *     were wanted in words
 */
public record Result(
    Exit exit,
    Duration wall,
    List<Finding> findings,
    Optional<CanonicalTrace> canonical,
    List<Event.Choice> choices,
    Completeness completeness,
    boolean missesRaces,
    int processes,
    long events,
    Set<String> failedTests,
    Set<String> skippedTests,
    String output,
    boolean addressInUse,
    Observations observations,
    Interleaving interleaving) {
  /** More than anyone would minimize. */
  public static final int MAX_CHOICES = 20_000;

  public Result {
    findings = List.copyOf(findings);
    choices = List.copyOf(choices);
    failedTests = Set.copyOf(failedTests);
    skippedTests = Set.copyOf(skippedTests);
  }

  /** Whether it ended well, and no test failed. */
  public boolean passed() {
    return exit.equals(new Exit.Exited(0)) && failedTests.isEmpty();
  }

  /** Whether it is open how its test would have ended: it was ended, or failed and was not read. */
  public boolean isCutOff() {
    return switch (exit) {
      case Exit.OutOfShare _, Exit.OutOfSpace _, Exit.OutOfTime _, Exit.Canceled _ -> true;
      case Exit.Exited(int status) -> status != 0 && isUnread();
      case Exit.Signaled _ -> isUnread();
    };
  }

  /** Whether its trace was read no further, since there was no time. */
  public boolean isUnread() {
    return completeness instanceof Completeness.Partial(var cause, _, _)
        && cause == Completeness.Cause.NOT_ANALYZED;
  }

  /** Whether a finding with this fingerprint is among those that are proved. */
  public boolean shows(String fingerprint) {
    return findings.stream()
        .filter(f -> f.strength() == Strength.OBSERVED)
        .anyMatch(f -> f.fingerprint().equals(fingerprint));
  }
}
