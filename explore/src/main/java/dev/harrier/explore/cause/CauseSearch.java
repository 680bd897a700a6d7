package dev.harrier.explore.cause;

import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Looks for the operations whose order decides whether a schedule shows a finding. */
public final class CauseSearch {
  /** Executions in which orders are tried, before the replays of the one that is found. */
  private static final int MOST_TRIED = 22;

  /** Replays in each direction. */
  private static final int REPLAYS = 10;

  private static final Witness.Reproduction ALL = new Witness.Reproduction(REPLAYS, REPLAYS);

  /** A schedule of more decisions was not simplified, or is no matter of a few orders. */
  private static final int MOST_DECISIONS = 4;

  /** Pairs of goroutines that are looked at for one decision. */
  private static final int MOST_PAIRS = 3;

  private final Worker worker;
  private final Job job;
  private final String fingerprint;
  private final BooleanSupplier stop;
  private final Map<Schedule, Result> tried = new HashMap<>();
  private int executions;

  /**
   * @param job the execution that shows the finding, under a simplified schedule
   * @param stop asked before each execution whether to leave it at that
   */
  public CauseSearch(Worker worker, Job job, String fingerprint, BooleanSupplier stop) {
    this.worker = worker;
    this.job = new Job(job.target(), job.schedule(), job.limits(), true);
    this.fingerprint = fingerprint;
    this.stop = stop;
  }

  /** How many it took until now. */
  public int executions() {
    return executions;
  }

  /** There are no more executions available. */
  private static final class SpentException extends Exception {
    private static final long serialVersionUID = 1;

    SpentException() {
      super("", null, false, false);
    }
  }

  /**
   * Empty if no set of orders decides, as far as was seen, or the default order shows it as well.
   */
  public Optional<Cause> find() throws WorkerException {
    if (!(job.schedule() instanceof Schedule.Controlled least)
        || !least.strategy().equals(Strategy.DEFAULT_ORDER)) {
      return Optional.empty();
    }
    List<PlanEntry> decisions =
        least.plan().entries().stream().filter(PlanEntry::isDecision).toList();
    if (decisions.isEmpty() || decisions.size() > MOST_DECISIONS) {
      return Optional.empty();
    }
    try {
      return find(least, decisions);
    } catch (SpentException e) {
      return Optional.empty();
    }
  }

  private Optional<Cause> find(Schedule.Controlled least, List<PlanEntry> decisions)
      throws WorkerException, SpentException {
    Result failing = tried(least);
    Schedule.Controlled plain = least.with(new Plan(least.plan().accessPoints()));
    if (!shows(failing) || !passes(tried(plain))) {
      return Optional.empty();
    }
    PlanEntry decision = decisions.getLast();
    Optional<DirectedOrder> last = order(failing, without(least, decision), decision);
    Set<DirectedOrder> orders = new LinkedHashSet<>();
    if (last.isPresent()) {
      DirectedOrder only = last.get().goingOn();
      Optional<Cause> alone = verified(plain, List.of(only), true);
      if (alone.isPresent()) {
        return alone;
      }
      order(failing, with(plain, only.plan()), decisions.getFirst())
          .ifPresent(order -> orders.add(order.goingOn()));
    }
    for (PlanEntry earlier : decisions.subList(0, decisions.size() - 1)) {
      if (orders.isEmpty() || decisions.size() > 2) {
        order(failing, without(least, earlier), earlier)
            .ifPresent(order -> orders.add(order.goingOn()));
      }
    }
    last.ifPresent(order -> orders.add(order.goingOn()));
    for (List<DirectedOrder> some : bySize(List.copyOf(orders))) {
      Optional<Cause> cause = verified(plain, some, true);
      if (cause.isPresent()) {
        return cause;
      }
    }
    if (last.isPresent()) {
      return verified(without(least, decision), List.of(last.get()), false);
    }
    return decision instanceof PlanEntry.Case choice
        ? chosen(failing, least, choice, decisions.size() == 1)
        : Optional.empty();
  }

  /**
   * The case that a select takes of several that are ready, if that decides.
   *
   * @param alone whether the schedule has no other decision
   */
  private Optional<Cause> chosen(
      Result failing, Schedule.Controlled least, PlanEntry.Case choice, boolean alone)
      throws WorkerException, SpentException {
    Schedule.Controlled base = without(least, choice);
    long since = since(failing, choice);
    Optional<Entry> taken =
        log(failing).entries().stream()
            .filter(e -> e.key().goroutine().equals(choice.goroutine()))
            .filter(e -> e.operation().order() > since)
            .findFirst();
    OperationLog passing = log(tried(base));
    Optional<Entry> otherwise =
        taken.flatMap(t -> passing.entries().stream().filter(e -> e.isLike(t)).findFirst());
    if (otherwise.isEmpty()) {
      return Optional.empty();
    }
    for (int i = 0; i < REPLAYS; i++) {
      if (!shows(run(least)) || !passes(run(base))) {
        return Optional.empty();
      }
    }
    return Optional.of(new Cause.Choice(side(taken.get()), side(otherwise.get()), alone, ALL, ALL));
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

  private static Schedule.Controlled without(Schedule.Controlled schedule, PlanEntry decision) {
    return schedule.with(
        new Plan(schedule.plan().entries().stream().filter(e -> !e.equals(decision)).toList()));
  }

  private static Schedule.Controlled with(Schedule.Controlled schedule, List<PlanEntry> more) {
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
      throws WorkerException, SpentException {
    try {
      Result passing = tried(base);
      if (!passes(passing)) {
        return Optional.empty();
      }
      List<Candidates> candidates =
          Candidates.of(log(failing), log(passing), since(failing, decision), decision);
      for (Candidates some : candidates.stream().limit(MOST_PAIRS).toList()) {
        Optional<DirectedOrder> order = tightest(some, base);
        if (order.isPresent()) {
          return order;
        }
      }
      return Optional.empty();
    } catch (SpentException e) {
      if (tried.size() < MOST_TRIED) {
        throw e;
      }
      return Optional.empty();
    }
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
      throws WorkerException, SpentException {
    List<Entry> formers = some.formers();
    List<Entry> latters = some.latters();
    Entry first = latters.getFirst();
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
    Result reversed = tried(with(base, order.reversed()));
    return passes(reversed) && order.isReversedIn(log(reversed))
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
      throws WorkerException, SpentException {
    List<PlanEntry> all = orders.stream().flatMap(order -> order.plan().stream()).toList();
    Schedule.Controlled directed = with(base, all);
    if (!holds(orders, tried(directed))) {
      return Optional.empty();
    }
    for (int i = 1; i < REPLAYS; i++) {
      if (!holds(orders, run(directed))) {
        return Optional.empty();
      }
    }
    for (int i = 0; i < REPLAYS; i++) {
      DirectedOrder reversed = orders.get(i % orders.size());
      List<PlanEntry> plan = new ArrayList<>(reversed.reversed());
      orders.stream().filter(o -> !o.equals(reversed)).forEach(o -> plan.addAll(o.plan()));
      Result run = run(with(base, plan));
      if (!passes(run) || !reversed.isReversedIn(log(run))) {
        return Optional.empty();
      }
    }
    return Optional.of(
        new Cause.Orders(orders.stream().map(CauseSearch::order).toList(), alone, ALL, ALL));
  }

  /** Whether an execution has the orders, and shows the finding. */
  private boolean holds(List<DirectedOrder> orders, Result run) {
    return shows(run) && orders.stream().allMatch(order -> order.holdsIn(log(run)));
  }

  private static Cause.Order order(DirectedOrder order) {
    return new Cause.Order(side(order.former()), side(order.latter()));
  }

  private static Cause.Side side(Entry entry) {
    return new Cause.Side(
        entry.operation(), entry.stack(), entry.key().goroutine(), entry.key().number());
  }

  private boolean shows(Schedule.Controlled base, DirectedOrder order)
      throws WorkerException, SpentException {
    return holds(List.of(order), tried(with(base, order.plan())));
  }

  private boolean shows(Result run) {
    return run.shows(fingerprint);
  }

  private boolean passes(Result run) {
    return run.passed() && !run.shows(fingerprint);
  }

  private static OperationLog log(Result run) {
    return run.observations().of(OperationLog.OPERATIONS);
  }

  /** An execution of the search; the same one is done once. */
  private Result tried(Schedule.Controlled schedule) throws WorkerException, SpentException {
    Result known = tried.get(schedule);
    if (known != null) {
      return known;
    }
    if (tried.size() >= MOST_TRIED) {
      throw new SpentException();
    }
    Result run = run(schedule);
    tried.put(schedule, run);
    return run;
  }

  private Result run(Schedule.Controlled schedule) throws WorkerException, SpentException {
    if (stop.getAsBoolean()) {
      throw new SpentException();
    }
    executions++;
    Result run = worker.run(job.with(schedule));
    if (run.exit() instanceof Exit.Canceled) {
      throw new SpentException();
    }
    return run;
  }
}
