package dev.harrier.explore.loop;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What shows only how slow a schedule was. Tests have time limits of their own, and an exploration
 * lets timers fire before their time and code take long: then a guard panics ({@code
 * time.AfterFunc(time.Second, func() { panic("timeout") })}), also one in a helper of tests, or a
 * test gives up and leaves behind what it would have ended. Such a finding is suspicious at most.
 * It is a proved one if it also comes without such timers or such code, or in an execution that
 * does not fail.
 */
final class EarlyTimers {
  private static final String PANIC = "test-panic";
  private static final String RACE = "data-race";

  /** How panics begin that no code calls: runtime errors. */
  private static final String RUNTIME_ERROR = "runtime error: ";

  /** What the errors of Go's library, and of most others, say when a time limit is over. */
  private static final Pattern TIME_IS_OVER =
      Pattern.compile("(?i)\\btime[d -]?\\s?out\\b|\\bdeadline exceeded\\b");

  /** The goroutine of main, which no one created either. */
  private static final long MAIN = 1;

  /** Rules about what is left when a test is over. */
  private static final Set<String> LEFT_BEHIND =
      Set.of("goroutine-leak", "waitgroup-stuck", "cond-stuck", "context-not-canceled");

  /** Rules about what a test does that continues after it has failed. */
  private static final Set<String> DONE_NEXT =
      Set.of(PANIC, "global-deadlock", "double-close", "unlock-of-unlocked", "waitgroup-misuse");

  /** More than any other. */
  private static final Duration UNKNOWN = Duration.ofDays(3650);

  private EarlyTimers() {}

  /**
   * The finding; suspicious if it is a panic that takes a timer fired before its time or code that
   * takes long, in the code of a test or called by the function of a timer. So is that of a
   * function whose time limit is over, which it may say itself, or of code that finds itself too
   * slow, of its own accord.
   *
   * @param finding as a run of that schedule shows it: with what that assumes
   * @param schedule the simplest that shows it
   */
  static Finding ofGuards(Finding finding, Schedule schedule) {
    if (!finding.rule().id().equals(PANIC)
        || !(firesTimersEarly(schedule) || assumesTime(finding))) {
      return finding;
    }
    boolean ofTest = finding.location().inTestSupport();
    if (ofTest
        || isCalledByTimer(finding)
        || isAfterLimit(finding)
        || saysThatTimeIsOver(finding)) {
      return finding.suspicious(new Doubt.TimeLimitPanics(ofTest));
    }
    return (takesLong(schedule) || assumes(finding, Doubt.ComputingAssumed.class))
            && isDeliberate(finding)
        ? finding.suspicious(new Doubt.SlownessPanics())
        : finding;
  }

  /**
   * Whether the program panics of its own accord in a goroutine that no one created but a timer: it
   * wants to end when that time is over. What goes wrong there otherwise is no limit of time.
   */
  private static boolean isCalledByTimer(Finding finding) {
    Participant panicked = finding.participants().getFirst();
    return panicked.creator().equals(GoroutineId.NONE)
        && panicked.id().value() != MAIN
        && isDeliberate(finding);
  }

  /**
   * Whether the last that the function waited for was a timer of its goroutine, and it panics of
   * its own accord: a watchdog, or a limit, says that something took too long.
   */
  private static boolean isAfterLimit(Finding finding) {
    List<Operation> operations = finding.participants().getFirst().lastOperations();
    Set<ObjectRef> timers =
        operations.stream()
            .map(Operation::action)
            .filter(Action.SetTimer.class::isInstance)
            .map(action -> ((Action.SetTimer) action).timer())
            .collect(Collectors.toSet());
    return isDeliberate(finding)
        && operations.stream()
            .filter(o -> o.site().function().equals(finding.location().function()))
            .map(Operation::action)
            .filter(Action.Received.class::isInstance)
            .reduce((_, later) -> later)
            .filter(received -> timers.contains(((Action.Received) received).channel()))
            .isPresent();
  }

  private static boolean saysThatTimeIsOver(Finding finding) {
    return isDeliberate(finding)
        && finding.defect() instanceof Defect.Crashed crashed
        && TIME_IS_OVER.matcher(crashed.text()).find();
  }

  /** Whether it is no mistake: the program calls panic itself. */
  private static boolean isDeliberate(Finding finding) {
    return Location.of(finding.participants().getFirst().stack().top()).equals(finding.location())
        && !(finding.defect() instanceof Defect.Crashed crashed
            && crashed.text().startsWith(RUNTIME_ERROR));
  }

  /** A schedule that was not simplified has no entries: its strategy fires timers early. */
  private static boolean assumesTime(Finding finding) {
    return assumes(finding, Doubt.SlownessAssumed.class)
        || assumes(finding, Doubt.ComputingAssumed.class);
  }

  private static boolean assumes(Finding finding, Class<? extends Doubt> doubt) {
    return finding.explanation().doubts().stream().anyMatch(doubt::isInstance);
  }

  private static boolean takesLong(Schedule schedule) {
    return schedule.plan().entries().stream().anyMatch(PlanEntry.Computing.class::isInstance);
  }

  /**
   * The finding; suspicious if it is what a test left, or its bad end, that had failed in a run
   * with early timers: after {@code t.Error(err)} it may use what it did not get. So is what a test
   * left that skipped itself there. A race may be with the test that came next.
   */
  static Finding ofFailedTests(Finding finding, Schedule schedule, Result result) {
    String rule = finding.rule().id();
    boolean next = DONE_NEXT.contains(rule);
    boolean ofFailed =
        (next || LEFT_BEHIND.contains(rule))
            && (result.failedTests().contains(finding.test())
                || result.skippedTests().contains(finding.test()));
    boolean withFailedTest = rule.equals(RACE) && !result.failedTests().isEmpty();
    return (ofFailed || withFailedTest) && isIn(schedule, result)
        ? finding.suspicious(new Doubt.TestFailedBefore(next || withFailedTest))
        : finding;
  }

  /**
   * Whether time passed in an execution for no other reason than that the schedule wanted it to.
   */
  static boolean isIn(Schedule schedule, Result result) {
    return firesTimersEarly(schedule) || result.choices().stream().anyMatch(EarlyTimers::hurries);
  }

  /**
   * How much time passed in an execution for no other reason than that the schedule wanted it to;
   * zero if none did. A select that prefers a case waits for as long as it takes.
   */
  static Duration assumed(Schedule schedule, Result result) {
    if (!isIn(schedule, result)) {
      return Duration.ZERO;
    }
    if (schedule.plan().entries().stream().anyMatch(PlanEntry.Preference.class::isInstance)) {
      return UNKNOWN;
    }
    long micros =
        result.choices().stream()
            .filter(EarlyTimers::hurries)
            .mapToLong(Event.Choice::chosen)
            .sum();
    return Duration.of(Math.max(1, micros), ChronoUnit.MICROS);
  }

  private static boolean firesTimersEarly(Schedule schedule) {
    return schedule.plan().entries().stream().anyMatch(PlanEntry::assumesTime);
  }

  private static boolean hurries(Event.Choice choice) {
    return switch (choice.kind()) {
      case TIMER, COMPUTING -> true;
      case GOROUTINE, CASE, FAULT, RETURNED, WATCHDOG, MISSED, CANDIDATE, READY_CASE -> false;
    };
  }
}
