package dev.harrier.explore.cause;

import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Looks for a timer that decides because it fires before an operation, although what it starts has
 * its turn later: it is enough that the timer can be stopped no more, or set. It fires at the last
 * of its goroutine's decision points for which the finding shows.
 */
final class EarlySearch {
  /** A goroutine has so many points in an operation or two. */
  private static final int MOST_POINTS = 4;

  private final Trials trials;

  EarlySearch(Trials trials) {
    this.trials = trials;
  }

  /** Empty if the schedule lets no timer fire early, or none of them decides so. */
  Optional<Cause> find(Schedule.Controlled least) throws WorkerException, Trials.SpentException {
    for (PlanEntry decision : least.plan().decisions().reversed()) {
      if (decision instanceof PlanEntry.Expiry expiry) {
        Optional<Cause> cause = find(least, expiry);
        if (cause.isPresent()) {
          return cause;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Cause> find(Schedule.Controlled least, PlanEntry.Expiry expiry)
      throws WorkerException, Trials.SpentException {
    Schedule.Controlled without = CauseSearch.without(least, expiry);
    Schedule.Controlled last = least;
    Schedule.Controlled passes = without;
    for (long at = expiry.at() + 1; at <= expiry.at() + MOST_POINTS; at++) {
      Schedule.Controlled later =
          CauseSearch.with(without, List.of(new PlanEntry.Expiry(expiry.goroutine(), at)));
      Result run = trials.tried(later);
      if (fired(run).isPresent()) {
        if (!trials.shows(run)) {
          passes = later;
          break;
        }
        last = later;
      }
    }
    Result run = trials.tried(last);
    Optional<Event.Choice> choice = fired(run);
    Optional<Entry> late = choice.flatMap(c -> late(run, c));
    if (timer(run).isEmpty() || late.isEmpty() || !trials.holdBoth(last, passes)) {
      return Optional.empty();
    }
    // Only this one records each jump of the clock, and so when the timer was set.
    Result recorded = trials.inWords(last);
    Optional<Cause.Timer> timer = timer(recorded);
    return timer.isPresent() && trials.shows(recorded)
        ? Optional.of(
            new Cause.Late(
                timer,
                late.get().reported(),
                Math.max(1, choice.get().chosen()),
                least.plan().decisions().size() == 1
                    ? Cause.Under.DEFAULT_ORDER
                    : Cause.Under.EARLIER_DECISIONS,
                Trials.ALL,
                Trials.ALL))
        : Optional.empty();
  }

  /** The timer that fires before its time, the last one if there are several. */
  private static Optional<Cause.Timer> timer(Result run) {
    return fired(run)
        .flatMap(choice ->
            Trials.log(run).clock().fires().stream()
                .filter(fire -> fire.order() > choice.order())
                .map(ClockLog.Fire::timer)
                .findFirst());
  }

  /**
   * The next operation of a goroutine that could run where a timer fires: the one at whose point
   * that is, or the next one that acts. The end of the test, where it does no more. A goroutine
   * that is stuck comes last: it is so because others were late. One whose assertion fails may be
   * late itself.
   */
  private Optional<Entry> late(Result run, Event.Choice choice) {
    OperationLog log = Trials.log(run);
    List<Entry> all = log.entries();
    int passed = 0;
    while (passed < all.size() && all.get(passed).operation().order() <= choice.order()) {
      passed++;
    }
    int begun = passed;
    List<Entry> before = all.subList(0, begun);
    List<Entry> after = all.subList(begun, all.size());
    Optional<GoroutineId> stuck =
        trials
            .finding(run)
            .map(finding -> finding.participants().getFirst())
            .filter(first -> first.part() != Participant.Part.FAILED_TEST)
            .map(Participant::id);
    Predicate<Entry> canRun =
        e ->
            !stuck.equals(Optional.of(e.operation().goroutine()))
                && !log.waits(e.key().goroutine(), begun);
    return Stream.concat(LateSearch.next(after, choice.name()).stream(), after.stream())
        .filter(canRun)
        .findFirst()
        .or(() ->
            before.stream()
                .filter(canRun)
                .findFirst()
                .flatMap(e -> LateSearch.next(before.reversed(), e.key().goroutine()))
                .map(Entry::exits))
        .or(() -> LateSearch.next(after, choice.name()))
        .or(() -> after.stream().findFirst());
  }

  /** The last timer that fired before its time. */
  private static Optional<Event.Choice> fired(Result run) {
    return run.choices().stream()
        .filter(c -> c.kind() == ChoiceKind.TIMER)
        .reduce((_, later) -> later);
  }
}
