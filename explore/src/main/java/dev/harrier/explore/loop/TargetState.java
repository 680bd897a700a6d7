package dev.harrier.explore.loop;

import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.fault.Faults;
import dev.harrier.explore.observe.Activity;
import dev.harrier.explore.observe.Carriers;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Completeness;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** What an exploration knows of one target. Guarded by the exploration's lock. */
final class TargetState {
  private static final int FIRST_LENGTH = 200;
  private static final int MIN_LENGTH = 20;
  private static final int HOPELESS = 3;

  /** So often it is tried whether a test that fails in the default order passes otherwise. */
  private static final int MOST_JUDGED = 4;

  /** What so many executions show alike does not depend on the schedule. */
  private static final int CONSTANT = 3;

  /** An execution that brings least counts as so many. */
  private static final int MOST_ROUNDS = 32;

  /** How many executions show whether a schedule can change anything. */
  private static final int FIRST_LOOK = 3;

  /** What takes longer than most executions do is paid for, by its time. */
  private static final Duration USUAL = Duration.ofMillis(50);

  /** One round, of what is paid for. */
  private static final Duration ROUND = Duration.ofMillis(5);

  private static final int SEQUENTIAL_ROUNDS = 16;

  /** The plateau threshold, in executions that show nothing new. */
  private static final int STALE = 128;

  private static final int STALE_ROUNDS = 4;

  private final Target target;
  private final long before;
  private final Deque<Schedule> known = new ArrayDeque<>();
  private long kept;
  private long started;
  private long done;
  private Optional<Schedule> failure = Optional.empty();

  /** Whether slowness, or what the test read of memory, may be the cause of all its failures. */
  private boolean onlyExcused;

  /** Executions in which a fault was injected and the test failed: that says nothing of it. */
  private long failedByFaults;

  private String failureOutput = "";
  private long tooLong;

  /** How many of those that took too long had been allowed to take all that any may. */
  private long hopeless;

  private long missedRaces;
  private long failed;
  private long longest;
  private boolean concurrent;
  private Carriers carriers = Carriers.NONE;
  private long broughtAt;
  private long firstFound;
  private Optional<String> problem = Optional.empty();
  private long incomplete;

  private final Novelty novelty = new Novelty();

  /** How many executions each panic ended. */
  private final Map<String, Long> panics = new HashMap<>();

  /** How many runs without a schedule a panic ended, if it ended all of them; else 0. */
  private final Map<String, Integer> panicsAnyway = new HashMap<>();

  private boolean passed;

  /** What was observed in executions in which no test failed. */
  private final Set<String> shownInPassing = new HashSet<>();

  /** The first schedule under which the test passed, and not by what time it took. */
  private Optional<Schedule.Controlled> passing = Optional.empty();

  private boolean failsAnyway;

  /** Whether that was judged without what shows that the test passes otherwise. */
  private boolean judgedEarly;

  /** How often it was judged. */
  private int judged;

  /** Rounds that its executions were worth until now: the target with the fewest is the next. */
  private long spent;

  /** Rounds to be paid for after the first look. */
  private long owed;

  /** What the execution that was cut short last was allowed to take; nothing if none was. */
  private Duration cutAt = Duration.ZERO;

  /**
   * @param before executions in earlier explorations
   * @param known schedules to be tried first
   */
  TargetState(Target target, long before, List<Schedule> known) {
    this.target = target;
    this.before = before;
    this.kept = before;
    this.known.addAll(known);
  }

  /** A schedule that once showed a finding and was not tried yet. */
  Optional<Schedule> takeKnown() {
    return Optional.ofNullable(known.poll());
  }

  /**
   * How many executions it has had in all, if that is more than was kept; it counts as kept then.
   */
  OptionalLong unkept() {
    long all = before + done;
    if (all <= kept) {
      return OptionalLong.empty();
    }
    kept = all;
    return OptionalLong.of(all);
  }

  Target target() {
    return target;
  }

  /** Whether a controlled execution had anything that a schedule could change. */
  boolean isExplorable() {
    return concurrent && novelty.executions() > 0;
  }

  /** Takes the number of the next execution, from 0; earlier explorations count. */
  int take() {
    spent += rounds();
    return (int) Math.min(Integer.MAX_VALUE, before + started++);
  }

  /** How many rounds of all targets its executions were worth. */
  long spent() {
    return spent;
  }

  /** How many executions there are to be before it is known what they take and bring. */
  long looksLeft() {
    return isOpen() ? Math.max(0, FIRST_LOOK - started) : 0;
  }

  /**
   * What its next execution may take: more than the one that was cut short last.
   *
   * @param look what one may take as long as others are not known
   * @param most what any may take
   */
  Duration share(Duration look, Duration most) {
    Duration wanted = looksLeft() > 0 ? look : cutAt.isZero() ? most : cutAt.multipliedBy(2);
    return wanted.compareTo(most) < 0 ? wanted : most;
  }

  /**
   * An execution took so long, with all that was done to learn from it. Until the first look is
   * over that is only written down: each target has its first look before any has more, and those
   * that are cut short in it come last.
   */
  void took(Duration time) {
    owed += time.compareTo(USUAL) > 0 ? time.dividedBy(ROUND) : 0;
    if (done >= FIRST_LOOK) {
      spent += owed;
      owed = 0;
    }
  }

  long started() {
    return started;
  }

  /** How many rounds an execution is worth: more where executions bring little. */
  private int rounds() {
    if (done < FIRST_LOOK || !known.isEmpty()) {
      return 1;
    }
    if (tooLong * 2 > done) {
      return MOST_ROUNDS;
    }
    if (!concurrent) {
      return SEQUENTIAL_ROUNDS;
    }
    return done - broughtAt > STALE ? STALE_ROUNDS : 1;
  }

  /** How likely its next execution is to show a new interleaving. */
  Novelty novelty() {
    return novelty;
  }

  /** An execution brought something new. */
  void brought() {
    broughtAt = done;
  }

  /** How many scheduling points to expect. */
  int length() {
    return longest == 0 ? FIRST_LENGTH : Math.clamp(longest, MIN_LENGTH, Schedule.MAX_LENGTH);
  }

  /** Whether more time would have shown more. */
  private static boolean isCut(Result result) {
    return switch (result.exit()) {
      case Exit.OutOfShare _, Exit.OutOfSpace _, Exit.OutOfTime _ -> true;
      case Exit.Exited _, Exit.Signaled _ -> isUnread(result);
      case Exit.Canceled _ -> false;
    };
  }

  private static boolean isUnread(Result result) {
    return result.completeness() instanceof Completeness.Partial(var cause, _, _)
        && cause == Completeness.Cause.NOT_ANALYZED;
  }

  /** Takes in the result of an execution that was allowed to take all that any may. */
  void learn(Schedule schedule, Result result) {
    learn(schedule, result, Duration.ZERO, Duration.ZERO, false);
  }

  /**
   * Takes in a result.
   *
   * @param share what the execution was allowed to take
   * @param most what any execution may take
   * @param over whether the time of the exploration is over: that may have ended the reading of a
   *     trace, of which nothing is missing then that the executions before have not shown
   */
  void learn(Schedule schedule, Result result, Duration share, Duration most, boolean over) {
    done++;
    Activity activity = result.observations().of(Activity.ACTIVITY);
    if (activity.interleaving() != 0) {
      novelty.see(activity.interleaving());
    }
    if (result.missesRaces()) {
      missedRaces++;
    }
    concurrent |= activity.concurrent();
    carriers = carriers.or(result.observations().of(Carriers.CARRIERS));
    longest = Math.max(longest, activity.points());
    boolean last = over && done > 1 && result.exit() instanceof Exit.Exited && isUnread(result);
    if (isCut(result) && !last) {
      spent += done <= FIRST_LOOK ? FIRST_LOOK : 0;
      cutAt = share;
      tooLong++;
      hopeless += share.compareTo(most) >= 0 ? 1 : 0;
    } else if (!last
        && !(result.exit() instanceof Exit.Canceled)
        && !(result.completeness() instanceof Completeness.Whole)) {
      incomplete++;
    }
    result.findings().stream()
        .filter(TargetState::isPanic)
        .map(TargetState::place)
        .distinct()
        .forEach(place -> panics.merge(place, 1L, Long::sum));
    passed |= result.passed();
    if (passing.isEmpty()
        && schedule instanceof Schedule.Controlled controlled
        && result.passed()
        && result.skippedTests().isEmpty()
        && !Faults.isIn(result)
        && !EarlyTimers.isIn(schedule, result)) {
      passing = Optional.of(controlled);
    }
    if (result.failedTests().isEmpty()) {
      observed(result).map(Finding::fingerprint).forEach(shownInPassing::add);
    } else if (Faults.isIn(result)) {
      failedByFaults++;
    } else {
      failed++;
      boolean excused = EarlyTimers.isIn(schedule, result) || isOfMemory(result);
      if (failure.isEmpty() || (onlyExcused && !excused)) {
        failure = Optional.of(schedule);
        onlyExcused = excused;
        failureOutput = result.output();
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

  /** A schedule under which the test passes, in the order of goroutines alone, if one was seen. */
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

  /** Whether a panic that the runtime's checks of concurrency have no part in ends the process. */
  static boolean isPanic(Finding finding) {
    return finding.defect() instanceof Defect.Crashed crashed && !crashed.fatal();
  }

  /** Whether a run ended in the panic, whatever it said. */
  static boolean panics(Result run, Finding panic) {
    return run.findings().stream().anyMatch(f -> isPanic(f) && place(f).equals(place(panic)));
  }

  /** Whether it is open if a panic also comes without a schedule. */
  boolean isToRunWithout(Finding finding) {
    return isPanic(finding) && !passed && !panicsAnyway.containsKey(place(finding));
  }

  /**
   * Takes in what runs without a schedule say of a panic.
   *
   * @param runs how many there were; 0 if one of them did not end in it
   */
  void panicked(Finding panic, int runs) {
    panicsAnyway.put(place(panic), runs);
  }

  /**
   * The finding as all executions show it. A panic is of no schedule where it also comes without
   * one, and no execution shows that the test can pass: a short run may have seen none of those
   * that panic elsewhere, or are cut short.
   */
  Finding judge(Finding finding) {
    if (!isPanic(finding) || passed) {
      return finding;
    }
    long ended = panics.getOrDefault(place(finding), 0L);
    int anyway = panicsAnyway.getOrDefault(place(finding), 0);
    return anyway > 0 || endsAll(ended)
        ? finding.suspicious(new Doubt.EveryExecution(ended + anyway))
        : finding;
  }

  /** Where it panics; what it says may differ, such as which error of a connection came first. */
  private static String place(Finding finding) {
    return finding.location().file() + ":" + finding.location().line();
  }

  /** Whether a panic at one and the same place ended every execution. */
  boolean alwaysPanics() {
    return panics.entrySet().stream()
        .anyMatch(panic ->
            endsAll(panic.getValue())
                || (panic.getValue() == done && panicsAnyway.getOrDefault(panic.getKey(), 0) > 0));
  }

  private boolean endsAll(long ended) {
    return ended == done && done >= CONSTANT;
  }

  void giveUp(String why) {
    problem = Optional.of(why);
  }

  /** Its {@code execution}-th execution, from 1, showed a finding that fails the run. */
  void found(long execution) {
    firstFound = firstFound == 0 ? execution : Math.min(firstFound, execution);
  }

  boolean hasFindings() {
    return firstFound > 0;
  }

  /** What carried its connections. */
  Carriers carriers() {
    return carriers;
  }

  /** How soon it showed a finding that fails the run; empty if it did not. */
  Optional<Explored.FirstFinding> firstFinding() {
    return firstFound == 0
        ? Optional.empty()
        : Optional.of(new Explored.FirstFinding(target.shown(), firstFound));
  }

  boolean isOpen() {
    return problem.isEmpty() && !(hopeless >= HOPELESS && tooLong == done);
  }

  /** What was not looked at in this target. */
  List<Gap> gaps() {
    List<Gap> gaps = new ArrayList<>();
    problem.ifPresent(why -> gaps.add(new Gap.UnrunTest(target.shown(), why)));
    cut(Gap.Shortage.TIME_OR_OUTPUT, tooLong).ifPresent(gaps::add);
    cut(Gap.Shortage.RACE_MEMORY, missedRaces).ifPresent(gaps::add);
    cut(Gap.Shortage.TRACE, incomplete).ifPresent(gaps::add);
    return gaps;
  }

  private Optional<Gap> cut(Gap.Shortage shortage, long times) {
    boolean givenUp = shortage == Gap.Shortage.TIME_OR_OUTPUT && !isOpen();
    return times == 0
        ? Optional.empty()
        : Optional.of(new Gap.CutExecutions(target.shown(), shortage, times, done, givenUp));
  }

  /** What is known of its failures without a finding, if there were any. */
  Optional<FailingTest> failing() {
    return failure.map(schedule ->
        new FailingTest(
            target,
            schedule,
            onlyExcused && failed < done - failedByFaults,
            failureOutput,
            failed,
            done - failedByFaults));
  }
}
