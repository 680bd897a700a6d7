package dev.harrier.explore.loop;

import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.observe.Activity;
import dev.harrier.explore.observe.Carriers;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.Completeness;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What an exploration knows of one target. Guarded by the exploration's lock. */
final class TargetState {
  /** Scheduling points to expect before any execution has shown how many there are. */
  private static final int FIRST_LENGTH = 200;

  /** So many are expected at least, so that what is spread over them can be anywhere. */
  private static final int MIN_LENGTH = 20;

  /** A target is given up that took too long so often, with all the time that any may have. */
  private static final int HOPELESS = 3;

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

  /** Executions in earlier explorations. */
  private final long before;

  private final Deque<Schedule> known = new ArrayDeque<>();
  private final Novelty novelty = new Novelty();
  private final Panics panics = new Panics();
  private final TestFailures failures = new TestFailures();

  /** Executions of all explorations that the memory knows of. */
  private long kept;

  private long started;
  private long done;
  private long tooLong;

  /** How many of those that took too long had been allowed to take all that any may. */
  private long hopeless;

  private long missedRaces;

  /** Executions whose trace is not whole, although nothing cut them short. */
  private long incomplete;

  /** Scheduling points of the longest execution. */
  private long longest;

  private boolean concurrent;
  private boolean passed;
  private Carriers carriers = Carriers.NONE;

  /** How many executions were done when one brought something new last. */
  private long broughtAt;

  /** The first execution that showed a finding that fails the run, from 1; 0 if none did. */
  private long firstFound;

  /** Why it can't be run at all. */
  private Optional<String> problem = Optional.empty();

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

  /** Whether an execution has ended. */
  boolean hasExecutions() {
    return done > 0;
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
      case Exit.Exited _, Exit.Signaled _ -> result.isUnread();
      case Exit.Canceled _ -> false;
    };
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
    boolean last = over && done > 1 && result.exit() instanceof Exit.Exited && result.isUnread();
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
    panics.learn(result);
    passed |= result.passed();
    failures.learn(schedule, result);
  }

  /** Whether it is open if a panic also comes without a schedule. */
  boolean isToRunWithout(Finding finding) {
    return !passed && panics.isOpen(finding);
  }

  /**
   * Takes in what runs without a schedule say of a panic.
   *
   * @param runs how many there were; 0 if one of them did not end in it
   */
  void panicked(Finding panic, int runs) {
    panics.learnWithoutSchedule(panic, runs);
  }

  /**
   * The finding as all executions show it. A panic is of no schedule where it also comes without
   * one, and no execution shows that the test can pass: a short run may have seen none of those
   * that panic elsewhere, or are cut short.
   */
  Finding judge(Finding finding) {
    return passed ? finding : panics.judge(finding, done);
  }

  /** Whether a panic at one and the same place ended every execution. */
  boolean alwaysPanics() {
    return panics.endedAll(done);
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

  /** Its failures without a finding. */
  TestFailures failures() {
    return failures;
  }

  /** What is known of its failures without a finding, if there were any. */
  Optional<FailingTest> failing() {
    return failures.report(target, done);
  }
}
