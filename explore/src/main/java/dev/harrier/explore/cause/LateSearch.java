package dev.harrier.explore.cause;

import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.explore.cause.Trials.Expected;
import dev.harrier.explore.computing.ShorterComputing;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineName;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks for what decides where a schedule lets timers fire before their time, or code take long.
 *
 * <p>A timer never fires early. It fires first because a goroutine is late that could run. So in
 * place of the decisions about time one goroutine is late before one of its operations ({@link
 * PlanEntry.Lateness}), as if a sleep stood there in the source: timers fire meanwhile, and others
 * continue. Bisecting over the operations of the goroutine finds the last one for which the finding
 * shows, and bisecting over the timers that fire meanwhile the first one that has to: with the same
 * delay after that operation, and so with the timer after it, the test passes. Where the finding
 * also shows with a delay that ends just before the timer, no timer decides, but that time is over.
 *
 * <p>Where no goroutine that is late decides, a timer may that fires before an operation ({@link
 * EarlySearch}). Where code computes before it reads the clock, and no timer decides, its duration
 * does.
 */
final class LateSearch {
  private static final int MOST_TRIED = 30;

  /** Operations that are tried as the late one. */
  private static final int MOST_DELAYED = 4;

  /** Goroutines whose next operation is tried. */
  private static final int MOST_GOROUTINES = 3;

  /** How much longer than all that passes in the schedule a goroutine is late at first. */
  private static final long MORE = 1000;

  /** Operations of the late goroutine that are looked at. */
  private static final int MOST_OPERATIONS = 400;

  /** How much longer a goroutine is late than until a timer fires, in microseconds. */
  private static final long AFTER = 150;

  /**
   * How much shorter it is so that the timer is not due: a timer fires late by 100 microseconds.
   */
  private static final long BEFORE = 250;

  /** With a timer of fewer microseconds each delay ends next to one of its ticks. */
  private static final long SHORT = 10_000;

  private static final long NANOS = 1000;

  private final Trials trials;

  LateSearch(Trials trials) {
    this.trials = trials;
  }

  /** Empty if the schedule decides nothing about time, or nothing of that kind decides. */
  Optional<Cause> find(Schedule.Controlled least) throws WorkerException, Trials.SpentException {
    if (least.plan().decisions().stream().noneMatch(LateSearch::isOfTime)) {
      return Optional.empty();
    }
    trials.allow(MOST_TRIED);
    return trials.asFarAsAllowed(() -> search(least));
  }

  private static boolean isOfTime(PlanEntry entry) {
    return entry instanceof PlanEntry.Expiry || entry instanceof PlanEntry.Computing;
  }

  private Optional<Cause> search(Schedule.Controlled least)
      throws WorkerException, Trials.SpentException {
    Result failing = trials.tried(least);
    if (!trials.shows(failing)) {
      return Optional.empty();
    }
    List<Event.Choice> choices =
        failing.choices().stream()
            .filter(c -> c.kind() == ChoiceKind.TIMER || c.kind() == ChoiceKind.COMPUTING)
            .toList();
    if (choices.isEmpty()) {
      return Optional.empty();
    }
    Schedule.Controlled plain = CauseSearch.undecided(least);
    Schedule.Controlled others =
        least.with(new Plan(least.plan().entries().stream().filter(e -> !isOfTime(e)).toList()));
    List<Schedule.Controlled> bases =
        others.plan().equals(plain.plan()) ? List.of(plain) : List.of(plain, others);
    for (Schedule.Controlled base : bases) {
      if (trials.passes(trials.tried(base))) {
        Optional<Cause> cause = late(failing, choices, base);
        if (cause.isPresent()) {
          return cause;
        }
      }
    }
    Optional<Cause> early = new EarlySearch(trials).find(least);
    return early.isPresent() ? early : slow(failing, least);
  }

  /** A goroutine that is late before an operation of its own. */
  private record Lateness(Schedule.Controlled base, Entry before, long micros) {
    Schedule.Controlled schedule() {
      return at(before.key(), micros);
    }

    /** The same delay comes after the operation. */
    Schedule.Controlled after() {
      return at(new OperationLog.Key(before.key().goroutine(), before.key().number() + 1), micros);
    }

    private Schedule.Controlled at(OperationLog.Key key, long time) {
      return CauseSearch.with(
          base, List.of(new PlanEntry.Lateness(key.goroutine(), key.number(), time)));
    }

    Lateness before(Entry other) {
      return new Lateness(base, other, micros);
    }

    Lateness lasting(long time) {
      return new Lateness(base, before, time);
    }
  }

  private Optional<Cause> late(Result failing, List<Event.Choice> choices, Schedule.Controlled base)
      throws WorkerException, Trials.SpentException {
    // The timer may be set later than where the schedule lets it fire.
    long total = choices.stream().mapToLong(Event.Choice::chosen).sum();
    long enough = Math.min(total + total / 8 + MORE, PlanEntry.LONGEST_COMPUTING);
    for (Entry entry : delayed(failing, choices.getFirst())) {
      Lateness lateness = new Lateness(base, entry, enough);
      if (shows(lateness)) {
        Optional<Cause> cause = tightest(lateness);
        if (cause.isPresent()) {
          return cause;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The operations before which a goroutine may be late: that at which the timer fires or the code
   * was slow, each before which another goroutine has a turn, and the next one of each goroutine,
   * which may have had to wait since before.
   */
  private static List<Entry> delayed(Result failing, Event.Choice choice) {
    List<Entry> after =
        Trials.log(failing).entries().stream()
            .filter(e -> e.operation().order() > choice.order())
            .toList();
    Set<Entry> delayed = new LinkedHashSet<>();
    next(after, choice.name()).ifPresent(delayed::add);
    Set<GoroutineName> known = new HashSet<>();
    List<Entry> first = after.stream().filter(e -> known.add(e.key().goroutine())).toList();
    for (int i = 1; i < after.size() && delayed.size() < MOST_DELAYED; i++) {
      GoroutineName stopped = after.get(i - 1).key().goroutine();
      if (!after.get(i).key().goroutine().equals(stopped)) {
        next(after.subList(i, after.size()), stopped).ifPresent(delayed::add);
      }
    }
    delayed.addAll(first.subList(0, Math.min(first.size(), MOST_GOROUTINES)));
    return List.copyOf(delayed);
  }

  /** The first of these operations that is the goroutine's. */
  static Optional<Entry> next(List<Entry> after, GoroutineName goroutine) {
    return after.stream().filter(e -> e.key().goroutine().equals(goroutine)).findFirst();
  }

  private boolean shows(Lateness lateness) throws WorkerException, Trials.SpentException {
    Result run = trials.tried(lateness.schedule());
    return trials.shows(run) && delay(run, lateness).isPresent();
  }

  private static Optional<ClockLog.Delay> delay(Result run, Lateness lateness) {
    return Trials.log(run).clock().delay(lateness.before().key());
  }

  private Optional<Cause> tightest(Lateness found) throws WorkerException, Trials.SpentException {
    Lateness last = last(found);
    Lateness shortest = shortest(last, ends(last));
    Optional<Cause.Timer> timer = timer(shortest);
    return verified(timer.isPresent() ? shortest : shortest(shortest, rounded(shortest)), timer);
  }

  /** Before the last operation for which the finding shows; the same goroutine does it. */
  private Lateness last(Lateness found) throws WorkerException, Trials.SpentException {
    List<Entry> own =
        Trials.log(trials.tried(found.schedule())).entries().stream()
            .filter(e -> e.key().goroutine().equals(found.before().key().goroutine()))
            .filter(e -> e.key().number() >= found.before().key().number())
            .limit(MOST_OPERATIONS)
            .toList();
    int shown = 0;
    int step = 1;
    int not = own.size();
    while (shown + step < not) {
      if (shows(found.before(own.get(shown + step)))) {
        shown += step;
        step *= 2;
      } else {
        not = shown + step;
        break;
      }
    }
    while (not - shown > 1) {
      int middle = (shown + not) / 2;
      if (shows(found.before(own.get(middle)))) {
        shown = middle;
      } else {
        not = middle;
      }
    }
    return own.isEmpty() ? found : found.before(own.get(shown));
  }

  /** The shortest of these delays for which the finding shows; the one that was found if none. */
  private Lateness shortest(Lateness found, List<Long> micros)
      throws WorkerException, Trials.SpentException {
    int low = 0;
    int enough = micros.size();
    while (low < enough) {
      int middle = (low + enough) / 2;
      if (shows(found.lasting(micros.get(middle)))) {
        enough = middle;
      } else {
        low = middle + 1;
      }
    }
    return enough < micros.size() ? found.lasting(micros.get(enough)) : found;
  }

  /** How long a delay has to be to end just after each timer that fires in it, in microseconds. */
  private List<Long> ends(Lateness found) throws WorkerException, Trials.SpentException {
    Result run = trials.tried(found.schedule());
    OperationLog log = Trials.log(run);
    return delay(run, found).stream()
        .flatMap(delay ->
            log.clock().during(delay).stream()
                .map(fire -> (fire.nanos() - delay.nanos()) / NANOS + AFTER))
        .filter(micros -> micros > 0 && micros < found.micros())
        .distinct()
        .toList();
  }

  /** The timer that fires at the end of a delay; empty if the finding shows before it does. */
  private Optional<Cause.Timer> timer(Lateness shortest)
      throws WorkerException, Trials.SpentException {
    Result run = trials.tried(shortest.schedule());
    List<Cause.Timer> fired =
        delay(run, shortest).stream()
            .flatMap(delay ->
                Trials.log(run).clock().during(delay).stream()
                    .filter(fire -> fire.nanos() - delay.nanos() <= NANOS * shortest.micros()))
            .map(ClockLog.Fire::timer)
            .toList();
    if (fired.isEmpty() || isTickOfMany(fired)) {
      return Optional.empty();
    }
    long earlier = shortest.micros() - AFTER - BEFORE;
    return earlier > 0 && shows(shortest.lasting(earlier))
        ? Optional.empty()
        : Optional.of(fired.getLast());
  }

  /** Whether so short a ticker has fired before that any moment is next to one of its ticks. */
  private static boolean isTickOfMany(List<Cause.Timer> fired) {
    Cause.Timer last = fired.getLast();
    return last.micros() < SHORT
        && fired.stream().filter(t -> t.stack().equals(last.stack())).count() > 1;
  }

  /** Delays that are shorter, in steps as people choose bounds. */
  private static List<Long> rounded(Lateness found) {
    return ShorterComputing.than(
            new PlanEntry.Computing(found.before().key().goroutine(), 1, found.micros()))
        .stream()
        .map(PlanEntry.Computing::micros)
        .toList();
  }

  private Optional<Cause> verified(Lateness late, Optional<Cause.Timer> timer)
      throws WorkerException, Trials.SpentException {
    List<Expected> replays = new ArrayList<>();
    for (int i = 0; i < Trials.REPLAYS; i++) {
      replays.add(new Expected(late.after(), trials::passes));
      replays.add(
          new Expected(late.schedule(), run -> trials.shows(run) && delay(run, late).isPresent()));
    }
    if (!trials.hold(replays)) {
      return Optional.empty();
    }
    Entry entry =
        Trials.log(trials.tried(late.schedule())).find(late.before()).orElse(late.before());
    return Optional.of(
        new Cause.Late(
            timer,
            entry.reported(),
            late.micros(),
            late.base().plan().decisions().isEmpty()
                ? Cause.Under.DEFAULT_ORDER
                : Cause.Under.EARLIER_DECISIONS,
            Trials.ALL,
            Trials.ALL));
  }

  /** Code that takes long before it reads the clock. */
  private Optional<Cause> slow(Result failing, Schedule.Controlled least)
      throws WorkerException, Trials.SpentException {
    for (PlanEntry decision : least.plan().decisions().reversed()) {
      if (decision instanceof PlanEntry.Computing computing) {
        Optional<Cause.Side> reading = Trials.log(failing).clock().reading(computing);
        Schedule.Controlled without = CauseSearch.without(least, computing);
        List<PlanEntry.Computing> shorter = ShorterComputing.than(computing);
        if (reading.isEmpty()) {
          continue;
        }
        long passing = 0;
        Schedule.Controlled passes = without;
        if (!shorter.isEmpty()) {
          Schedule.Controlled less = CauseSearch.with(without, List.of(shorter.getLast()));
          if (trials.passes(trials.tried(less))) {
            passes = less;
            passing = shorter.getLast().micros();
          }
        }
        if (trials.holdBoth(least, passes)) {
          return Optional.of(
              new Cause.Slow(
                  reading.get(),
                  computing.micros(),
                  passing,
                  least.plan().decisions().size() == 1,
                  Trials.ALL,
                  Trials.ALL));
        }
      }
    }
    return Optional.empty();
  }
}
