package dev.harrier.explore.loop;

import dev.harrier.explore.fault.Faults;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The failures of one target's test without a finding, and what is known of whether they are the
 * schedule's. Guarded by the exploration's lock.
 */
final class TestFailures {
  /** So often it is tried whether a test that fails in the default order passes otherwise. */
  private static final int MOST_JUDGED = 4;

  /** That of the first failure, or of the first one that nothing excuses. */
  private Optional<Schedule> schedule = Optional.empty();

  /** The last lines that the test printed there. */
  private String output = "";

  private long failed;

  /** Whether slowness, or what the test read of memory, may be the cause of all its failures. */
  private boolean onlyExcused;

  /** Executions in which a fault was injected and the test failed: that says nothing of it. */
  private long failedByFaults;

  /** Executions that were ended, or not read to their end, before a test failed: it might have. */
  private long undecided;

  /** What was observed in executions in which no test failed. */
  private final Set<String> shownInPassing = new HashSet<>();

  /** The first schedule under which the test passed, and not by what time it took. */
  private Optional<Schedule.Controlled> passing = Optional.empty();

  private boolean failsAnyway;

  /** Whether that was judged without what shows that the test passes otherwise. */
  private boolean judgedEarly;

  /** How often it was judged. */
  private int judged;

  /** Takes in the result of an execution. */
  void learn(Schedule under, Result result) {
    if (passing.isEmpty()
        && under instanceof Schedule.Controlled controlled
        && result.passed()
        && result.skippedTests().isEmpty()
        && !Faults.isIn(result)
        && !EarlyTimers.isIn(under, result)) {
      passing = Optional.of(controlled);
    }
    if (result.failedTests().isEmpty() && result.isCutOff()) {
      undecided++;
    } else if (result.failedTests().isEmpty()) {
      observed(result).map(Finding::fingerprint).forEach(shownInPassing::add);
    } else if (Faults.isIn(result)) {
      failedByFaults++;
    } else {
      failed++;
      boolean excused = EarlyTimers.isIn(under, result) || isOfMemory(result);
      if (schedule.isEmpty() || (onlyExcused && !excused)) {
        schedule = Optional.of(under);
        onlyExcused = excused;
        output = result.output();
      }
    }
  }

  private static boolean isOfMemory(Result result) {
    return result.findings().stream()
        .anyMatch(f -> f.explanation().doubts().contains(new Doubt.ReadsMemory()));
  }

  private static Stream<Finding> observed(Result result) {
    return result.findings().stream().filter(f -> f.strength() == Strength.OBSERVED);
  }

  /** A schedule under which the test passes, only by the order of goroutines, if one was seen. */
  Optional<Schedule.Controlled> passing() {
    return passing;
  }

  /**
   * It fails also in the default order, or without any schedule.
   *
   * @param early whether it is open if it passes otherwise: no schedule was known under which it
   *     does, or there was no time. It is asked again then.
   */
  void failsAnyway(boolean early) {
    failsAnyway = true;
    judgedEarly = early && ++judged < MOST_JUDGED;
  }

  /** How many runs in the default order say whether it fails there. */
  int runsInOrder(int replays) {
    return failsAnyway ? 1 : replays;
  }

  /**
   * Whether it is open why a test failed in this execution: the test may pass without the schedule,
   * and nothing else was found that explains it. A data race does, whose accesses a test may have
   * seen the outcome of; another defect of that test, unless it also shows where the test passes.
   */
  boolean isToExplain(Finding failure, Result result, Interest interest) {
    return (!failsAnyway || (judgedEarly && passing.isPresent()))
        && observed(result)
            .filter(f -> !OrdinaryRuns.decide(f))
            .filter(f -> f.test().isEmpty() || f.topLevelTest().equals(failure.topLevelTest()))
            .allMatch(f ->
                f.defect() instanceof Defect.Race
                    ? !interest.mayExplain(f)
                    : shownInPassing.contains(f.fingerprint()));
  }

  /**
   * What is known of them, if there were any.
   *
   * @param executions how many the target has had
   */
  Optional<FailingTest> report(Target target, long executions) {
    long counted = executions - failedByFaults - undecided;
    return schedule.map(first ->
        new FailingTest(target, first, onlyExcused && failed < counted, output, failed, counted));
  }
}
