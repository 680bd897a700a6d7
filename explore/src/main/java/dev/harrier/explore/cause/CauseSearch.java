package dev.harrier.explore.cause;

import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.explore.cause.Trials.Expected;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.trace.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Looks for the operations whose order decides whether a schedule shows a finding. */
public final class CauseSearch {
  /** Executions in which orders are tried, before the replays of the one that is found. */
  private static final int MOST_TRIED = 28;

  /** Of more decisions, only the last one is replaced by an order. */
  private static final int MOST_DECISIONS = 4;

  /** Executions in which decisions are left out that the finding does not need. */
  private static final int MOST_LEFT_OUT = 24;

  /** Pairs of goroutines that are looked at for one decision, in the module's code and in all. */
  private static final int MOST_PAIRS = 3;

  private final Trials trials;
  private boolean cutOff;

  /**
   * @param workers that run executions next to each other
   * @param job the execution that shows the finding
   * @param stop asked before each execution whether to leave it at that
   */
  public CauseSearch(List<Worker> workers, Job job, String fingerprint, BooleanSupplier stop) {
    this.trials = new Trials(workers, job, fingerprint, stop);
  }

  /** How many it took until now. */
  public int executions() {
    return trials.executions();
  }

  /** Whether it was stopped before it could find a cause, or see that there is none. */
  public boolean isCutOff() {
    return cutOff;
  }

  /** The cause, or why there is none; empty if it was cut off. */
  public Optional<Cause> find() throws WorkerException {
    try {
      return find(trials.schedule());
    } catch (Trials.SpentException e) {
      cutOff = true;
      return Optional.empty();
    }
  }

  /**
   * The same where the schedule may have decisions that the finding does not need: it is of another
   * build, or was never simplified.
   */
  public Optional<Cause> findMinimizing() throws WorkerException {
    try {
      Schedule least = trials.minimized(MOST_LEFT_OUT);
      return find(least)
          .map(cause ->
              cause instanceof Cause.Orders orders && !decides(trials.schedule(), least)
                  ? orders.ofSimplified()
                  : cause);
    } catch (Trials.SpentException e) {
      cutOff = true;
      return Optional.empty();
    }
  }

  /** Whether a schedule has the same decisions as another one, and no strategy that takes more. */
  private static boolean decides(Schedule schedule, Schedule same) {
    return schedule instanceof Schedule.Controlled one
        && same instanceof Schedule.Controlled other
        && one.strategy().equals(other.strategy())
        && one.plan().decisions().equals(other.plan().decisions());
  }

  private Optional<Cause> find(Schedule schedule) throws WorkerException, Trials.SpentException {
    if (!(schedule instanceof Schedule.Controlled least)) {
      return Optional.empty();
    }
    if (!least.strategy().equals(Strategy.DEFAULT_ORDER)) {
      return Optional.of(new Cause.NotSought(Cause.Obstacle.NOT_SIMPLIFIED));
    }
    Optional<Cause> ofTime = new LateSearch(trials).find(least);
    if (ofTime.isPresent()) {
      return ofTime;
    }
    Optional<Cause> simple = ofDecisions(least);
    if (simple.isPresent()) {
      return simple.get().isInModule() ? simple : inModule(least).or(() -> simple);
    }
    return Optional.of(
        new ReversalSearch(trials)
            .find(least)
            .orElseGet(() -> new Cause.NotSought(Cause.Obstacle.NOT_EVERY_REPLAY)));
  }

  /**
   * A pair in the module's code that decides as well as one of a library that is known. Empty also
   * if there is no time to look for it.
   */
  private Optional<Cause> inModule(Schedule.Controlled least) throws WorkerException {
    try {
      return new ReversalSearch(trials).findInModule(least);
    } catch (Trials.SpentException e) {
      return Optional.empty();
    }
  }

  /** The same without any decision. */
  static Schedule.Controlled undecided(Schedule.Controlled schedule) {
    return schedule.with(new Plan(schedule.plan().accessPoints()));
  }

  /** The orders that a few decisions of the schedule have, and the default order has not. */
  private Optional<Cause> ofDecisions(Schedule.Controlled least)
      throws WorkerException, Trials.SpentException {
    List<PlanEntry> decisions = least.plan().decisions();
    if (decisions.isEmpty()) {
      return Optional.empty();
    }
    trials.allow(MOST_TRIED);
    return trials.asFarAsAllowed(() -> find(least, decisions));
  }

  private Optional<Cause> find(Schedule.Controlled least, List<PlanEntry> decisions)
      throws WorkerException, Trials.SpentException {
    Schedule.Controlled plain = undecided(least);
    trials.ahead(List.of(least, plain));
    Result failing = trials.tried(least);
    if (!trials.shows(failing) || !trials.passes(trials.tried(plain))) {
      return Optional.empty();
    }
    PlanEntry decision = decisions.getLast();
    Optional<DirectedOrder> last = order(failing, without(least, decision), decision);
    if (decisions.size() <= MOST_DECISIONS) {
      Optional<Cause> alone =
          trials.asFarAsAllowed(() -> inPlaceOfAll(failing, plain, least, decisions, last));
      if (alone.isPresent()) {
        return alone;
      }
    }
    if (last.isPresent()) {
      trials.allow(1);
      return verified(without(least, decision), List.of(last.get()), false);
    }
    boolean alone = decisions.size() == 1;
    return switch (decision) {
      case PlanEntry.Case choice -> chosen(failing, least, choice, alone);
      case PlanEntry.Preference preference -> preferred(failing, least, preference, alone);
      default -> Optional.empty();
    };
  }

  /**
   * The fewest orders that show the finding without any decision.
   *
   * @param last in place of the last decision
   */
  private Optional<Cause> inPlaceOfAll(
      Result failing,
      Schedule.Controlled plain,
      Schedule.Controlled least,
      List<PlanEntry> decisions,
      Optional<DirectedOrder> last)
      throws WorkerException, Trials.SpentException {
    Set<DirectedOrder> orders = new LinkedHashSet<>();
    if (last.isPresent()) {
      DirectedOrder only = last.get().withoutStop();
      Optional<Cause> alone = verified(plain, List.of(only), true);
      if (alone.isPresent()) {
        return alone;
      }
      order(failing, with(plain, only.plan()), decisions.getFirst())
          .ifPresent(order -> orders.add(order.withoutStop()));
    }
    for (PlanEntry earlier : decisions.subList(0, decisions.size() - 1)) {
      if (orders.isEmpty() || decisions.size() > 2) {
        order(failing, without(least, earlier), earlier)
            .ifPresent(order -> orders.add(order.withoutStop()));
      }
    }
    last.ifPresent(order -> orders.add(order.withoutStop()));
    for (List<DirectedOrder> some : bySize(List.copyOf(orders))) {
      Optional<Cause> cause = verified(plain, some, true);
      if (cause.isPresent()) {
        return cause;
      }
    }
    return Optional.empty();
  }

  /**
   * The case that a select takes of several that are ready, if that decides.
   *
   * @param alone whether the schedule has no other decision
   */
  private Optional<Cause> chosen(
      Result failing, Schedule.Controlled least, PlanEntry.Case choice, boolean alone)
      throws WorkerException, Trials.SpentException {
    long since = since(failing, choice);
    return chosen(
        Trials.log(failing).entries().stream()
            .filter(e -> e.key().goroutine().equals(choice.goroutine()))
            .filter(e -> e.operation().order() > since)
            .findFirst(),
        Optional.empty(),
        least,
        without(least, choice),
        alone);
  }

  /** The select that took another case because of what it prefers, if that decides. */
  private Optional<Cause> preferred(
      Result failing, Schedule.Controlled least, PlanEntry.Preference preference, boolean alone)
      throws WorkerException, Trials.SpentException {
    Schedule.Controlled base = without(least, preference);
    OperationLog one = Trials.log(failing);
    OperationLog other = Trials.log(trials.tried(base));
    Optional<Entry> taken =
        one.firstUnlike(other)
            .filter(Entry::isSelect)
            .or(() -> one.firstEndedUnlike(other, preference.preferred()));
    return chosen(taken, Optional.of(preference.preferred()), least, base, alone);
  }

  /**
   * @param preferred the case that the select is to wait for
   */
  private Optional<Cause> chosen(
      Optional<Entry> taken,
      Optional<Integer> preferred,
      Schedule.Controlled least,
      Schedule.Controlled base,
      boolean alone)
      throws WorkerException, Trials.SpentException {
    OperationLog passing = Trials.log(trials.tried(base));
    Optional<Entry> otherwise =
        taken.flatMap(t -> passing.entries().stream().filter(e -> e.isLike(t)).findFirst());
    if (otherwise.isEmpty()) {
      return Optional.empty();
    }
    List<Expected> replays = new ArrayList<>();
    for (int i = 0; i < Trials.REPLAYS; i++) {
      replays.add(new Expected(least, trials::shows));
      replays.add(new Expected(base, trials::passes));
    }
    if (!trials.hold(replays)) {
      return Optional.empty();
    }
    // Of a select that waits, the case in the end is the choice. With a default it need not wait.
    boolean waits = !(otherwise.get().operation().action() instanceof Action.TookDefault);
    Entry one = waits ? taken.get().atEnd() : taken.get();
    return Optional.of(
        new Cause.Choice(
            one.reported(),
            otherwise.get().atEnd().reported(),
            one.selected().or(() -> preferred),
            alone,
            Trials.ALL,
            Trials.ALL));
  }

  /** All that can be chosen of these, the fewest first. */
  private static <T> List<List<T>> bySize(List<T> all) {
    List<List<T>> some = new ArrayList<>();
    for (int chosen = 1; chosen < 1 << all.size(); chosen++) {
      List<T> one = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        if ((chosen >> i & 1) != 0) {
          one.add(all.get(i));
        }
      }
      some.add(one);
    }
    some.sort(Comparator.comparingInt(List::size));
    return some;
  }

  static Schedule.Controlled without(Schedule.Controlled schedule, PlanEntry decision) {
    return schedule.with(
        new Plan(schedule.plan().entries().stream().filter(e -> !e.equals(decision)).toList()));
  }

  static Schedule.Controlled with(Schedule.Controlled schedule, List<PlanEntry> more) {
    List<PlanEntry> entries = new ArrayList<>(schedule.plan().entries());
    entries.addAll(more);
    return schedule.with(new Plan(entries));
  }

  /**
   * The order that shows the finding under a schedule under which the test passes without it. Empty
   * also if that takes more executions than are left.
   *
   * @param decision of the failing execution, from where on the two may differ
   */
  private Optional<DirectedOrder> order(
      Result failing, Schedule.Controlled base, PlanEntry decision)
      throws WorkerException, Trials.SpentException {
    return trials.asFarAsAllowed(() -> {
      Result passing = trials.tried(base);
      if (!trials.passes(passing)) {
        return Optional.empty();
      }
      List<Candidates> candidates =
          Candidates.of(
              Trials.log(failing),
              Trials.log(passing),
              since(failing, decision),
              decision,
              MOST_PAIRS);
      for (Candidates some : candidates) {
        Optional<DirectedOrder> order = tightest(some, base);
        if (order.isPresent()) {
          return order;
        }
      }
      return Optional.empty();
    });
  }

  private static long since(Result failing, PlanEntry decision) {
    return failing.choices().stream()
        .filter(choice -> PlanEntry.of(choice).filter(decision::equals).isPresent())
        .mapToLong(Event.Choice::order)
        .findFirst()
        .orElse(0);
  }

  /**
   * The first former operation and the last latter one whose order shows the finding. The more the
   * goroutine of the former has done when the other one continues, the more is as in the failing
   * execution; so is it the earlier the other one stops.
   */
  private Optional<DirectedOrder> tightest(Candidates some, Schedule.Controlled base)
      throws WorkerException, Trials.SpentException {
    List<Entry> formers = some.formers();
    List<Entry> latters = some.latters();
    Entry first = latters.getFirst();
    if (formers.size() > 1) {
      trials.ahead(
          Stream.of(false, true)
              .map(stops -> new DirectedOrder(formers.getLast(), first, stops))
              .map(order -> with(base, order.plan()))
              .toList());
    }
    if (!shows(base, new DirectedOrder(formers.getLast(), first, false))) {
      return Optional.empty();
    }
    boolean stops =
        formers.size() > 1 && shows(base, new DirectedOrder(formers.getLast(), first, true));
    // Where it does not show so, something later has a part in it: the last one is next to that.
    int enough = formers.size() - 1;
    int low = stops ? 0 : enough;
    while (low < enough) {
      int middle = (low + enough) / 2;
      if (shows(base, new DirectedOrder(formers.get(middle), first, true))) {
        enough = middle;
      } else {
        low = middle + 1;
      }
    }
    Entry former = formers.get(low);
    int shown = -1;
    int not = latters.size();
    while (not - shown > 1) {
      int middle = (shown + not) / 2;
      if (shows(base, new DirectedOrder(former, latters.get(middle), stops))) {
        shown = middle;
      } else {
        not = middle;
      }
    }
    if (shown < 0) {
      return Optional.empty();
    }
    DirectedOrder order = new DirectedOrder(former, latters.get(shown), stops);
    Result reversed = trials.tried(with(base, order.reversed()));
    return trials.passes(reversed) && order.isReversedIn(Trials.log(reversed))
        ? Optional.of(order)
        : Optional.empty();
  }

  /**
   * The cause, if each replay shows the finding with all the orders, and passes with one of them
   * reversed.
   *
   * @param alone whether {@code base} has no decisions
   */
  private Optional<Cause> verified(
      Schedule.Controlled base, List<DirectedOrder> orders, boolean alone)
      throws WorkerException, Trials.SpentException {
    List<PlanEntry> all = orders.stream().flatMap(order -> order.plan().stream()).toList();
    Schedule.Controlled directed = with(base, all);
    if (!holds(orders, trials.tried(directed))) {
      return Optional.empty();
    }
    List<Expected> replays = new ArrayList<>();
    for (int i = 0; i < Trials.REPLAYS; i++) {
      DirectedOrder reversed = orders.get(i % orders.size());
      List<PlanEntry> plan = new ArrayList<>(reversed.reversed());
      orders.stream().filter(o -> !o.equals(reversed)).forEach(o -> plan.addAll(o.plan()));
      replays.add(
          new Expected(
              with(base, plan),
              run -> trials.passes(run) && reversed.isReversedIn(Trials.log(run))));
      replays.add(new Expected(directed, run -> holds(orders, run)));
    }
    if (!trials.hold(replays)) {
      return Optional.empty();
    }
    OperationLog log = Trials.log(trials.tried(directed));
    return Optional.of(
        new Cause.Orders(
            orders.stream().map(order -> order.reported(log)).toList(),
            alone ? Cause.Under.DEFAULT_ORDER : Cause.Under.EARLIER_DECISIONS,
            Trials.ALL,
            Trials.ALL));
  }

  /** Whether an execution has the orders, and shows the finding. */
  private boolean holds(List<DirectedOrder> orders, Result run) {
    return trials.shows(run) && orders.stream().allMatch(order -> order.holdsIn(Trials.log(run)));
  }

  private boolean shows(Schedule.Controlled base, DirectedOrder order)
      throws WorkerException, Trials.SpentException {
    return holds(List.of(order), trials.tried(with(base, order.plan())));
  }
}
