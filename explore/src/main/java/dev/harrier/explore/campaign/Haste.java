package dev.harrier.explore.campaign;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.Location;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import java.util.Set;

/**
 * What shows only how slow a schedule was. Tests have limits of time of their own, and an
 * exploration lets timers expire early: then a guard panics ({@code time.AfterFunc(time.Second,
 * func() { panic("timeout") })}), also one in a helper of tests, or a test gives up and leaves
 * behind what it would have ended. Such a finding is suspicious at most. It is a proved one if it
 * also comes without haste, or in an execution that does not fail.
 */
final class Haste {
  private static final String PANIC = "test-panic";

  /** So panics begin that are not called but come of a mistake. */
  private static final String RUNTIME_ERROR = ": runtime error: ";

  /** The goroutine of main, which nobody created either. */
  private static final long MAIN = 1;

  /** Rules about what is left when a test is over. */
  private static final Set<String> LEFT_BEHIND =
      Set.of("goroutine-leak", "waitgroup-stuck", "cond-stuck", "context-not-cancelled");

  /** Rules about what a test does that goes on after it has failed. */
  private static final Set<String> DONE_NEXT = Set.of(PANIC, "global-deadlock");

  private Haste() {}

  /**
   * The finding; suspicious if it is a panic that takes an early timer, in the code of a test or
   * called by the function of a timer.
   *
   * @param schedule the simplest that shows it
   */
  static Finding ofGuards(Finding finding, Schedule schedule) {
    if (!finding.rule().id().equals(PANIC) || !isHasty(schedule)) {
      return finding;
    }
    boolean ofTest = finding.location().file().endsWith("_test.go");
    return ofTest || isCalledByTimer(finding)
        ? finding.suspicious(
            "%s; but it is %s own panic, and takes a timer that expires early: a limit of time on a slow machine, perhaps"
                .formatted(finding.evidence(), ofTest ? "the test's" : "a timer's"))
        : finding;
  }

  /**
   * Whether the program panics of its own accord in a goroutine that nobody created but a timer: it
   * wants to end when that time is over. What goes wrong there otherwise is no limit of time.
   */
  private static boolean isCalledByTimer(Finding finding) {
    GoroutineStory panicked = finding.goroutines().getFirst();
    return panicked.creator().equals(GoroutineId.NONE)
        && panicked.id().value() != MAIN
        && Location.of(panicked.stack().top()).equals(finding.location())
        && !finding.message().contains(RUNTIME_ERROR);
  }

  /**
   * The finding; suspicious if it is what a test left, or its bad end, that had failed in a hasty
   * run: after {@code t.Error(err)} it may use what it did not get.
   */
  static Finding ofFailedTests(Finding finding, Schedule schedule, Result result) {
    boolean next = DONE_NEXT.contains(finding.rule().id());
    return (next || LEFT_BEHIND.contains(finding.rule().id()))
            && result.failedTests().contains(finding.test())
            && isIn(schedule, result)
        ? finding.suspicious(
            "%s; but its test had failed, in a run in which a timer expired early: it may %s"
                .formatted(
                    finding.evidence(),
                    next ? "be a mere consequence" : "only not have cleaned up"))
        : finding;
  }

  /**
   * Whether time passed in an execution for no other reason than that the schedule wanted it to.
   */
  static boolean isIn(Schedule schedule, Result result) {
    return isHasty(schedule) || result.choices().stream().anyMatch(Haste::hurries);
  }

  /** Orders wait for preferred messages, and time passes meanwhile. */
  private static boolean isHasty(Schedule schedule) {
    return schedule.plan().entries().stream()
        .anyMatch(entry ->
            switch (entry) {
              case PlanEntry.Expiry _, PlanEntry.Preference _ -> true;
              case PlanEntry.Next _, PlanEntry.Case _, PlanEntry.Delay _, PlanEntry.Patience _ ->
                  false;
            });
  }

  private static boolean hurries(Event.Choice choice) {
    return switch (choice.kind()) {
      case TIMER -> true;
      case GOROUTINE, CASE, WATCHDOG, MISSED -> false;
    };
  }
}
