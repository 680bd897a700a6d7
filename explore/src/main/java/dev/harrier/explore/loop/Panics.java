package dev.harrier.explore.loop;

import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import java.util.HashMap;
import java.util.Map;

/**
 * The panics that ended executions of one target, by their places, and whether they also come
 * without a schedule. Guarded by the exploration's lock.
 */
final class Panics {
  /** What so many executions show alike does not depend on the schedule. */
  private static final int CONSTANT = 3;

  /** How many executions each panic ended. */
  private final Map<String, Long> ended = new HashMap<>();

  /** How many runs without a schedule a panic ended, if it ended all of them; else 0. */
  private final Map<String, Integer> endedAnyway = new HashMap<>();

  /** Whether a panic that the runtime's checks of concurrency have no part in ends the process. */
  static boolean isPanic(Finding finding) {
    return finding.defect() instanceof Defect.Crashed crashed && !crashed.fatal();
  }

  /** Where it panics; what it says may differ, such as which error of a connection came first. */
  private static String place(Finding finding) {
    return finding.location().file() + ":" + finding.location().line();
  }

  /** Whether a run ended in the panic, whatever it said. */
  static boolean endedIn(Result run, Finding panic) {
    return run.findings().stream().anyMatch(f -> isPanic(f) && place(f).equals(place(panic)));
  }

  /** Takes in the result of an execution. */
  void learn(Result result) {
    result.findings().stream()
        .filter(Panics::isPanic)
        .map(Panics::place)
        .distinct()
        .forEach(place -> ended.merge(place, 1L, Long::sum));
  }

  /**
   * Takes in what runs without a schedule say of a panic.
   *
   * @param runs how many there were; 0 if one of them did not end in it
   */
  void learnWithoutSchedule(Finding panic, int runs) {
    endedAnyway.put(place(panic), runs);
  }

  /** Whether it is a panic of which no runs without a schedule are known. */
  boolean isOpen(Finding finding) {
    return isPanic(finding) && !endedAnyway.containsKey(place(finding));
  }

  /**
   * The finding of a target that never passed; suspicious if it is a panic that also comes without
   * a schedule, or ended each of some executions.
   *
   * @param executions how many the target has had
   */
  Finding judge(Finding finding, long executions) {
    if (!isPanic(finding)) {
      return finding;
    }
    long times = ended.getOrDefault(place(finding), 0L);
    int anyway = endedAnyway.getOrDefault(place(finding), 0);
    return anyway > 0 || isConstant(times, executions)
        ? finding.suspicious(new Doubt.EveryExecution(times + anyway))
        : finding;
  }

  /** Whether a panic at one and the same place ended all executions of the target. */
  boolean endedAll(long executions) {
    return ended.entrySet().stream()
        .anyMatch(panic ->
            isConstant(panic.getValue(), executions)
                || (panic.getValue() == executions
                    && endedAnyway.getOrDefault(panic.getKey(), 0) > 0));
  }

  private static boolean isConstant(long times, long executions) {
    return times == executions && executions >= CONSTANT;
  }
}
