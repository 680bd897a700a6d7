package dev.harrier.explore.cause;

import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.explore.cause.Trials.Expected;
import dev.harrier.explore.guide.AccessPointGuide;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.step.Shared;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks for two operations that come in one order in a schedule that shows the finding, and with
 * which the other way round the test passes. The schedule may be the default order, and may have
 * any number of decisions.
 *
 * <p>Of two orders that decide, the one that changes less is closer to the reason: those are tried
 * first in which the former operation is late and the latter one is soon after it.
 */
final class ReversalSearch {
  private static final int MOST_TRIED = 24;

  /** Where a cause in a library is known already. */
  private static final int MOST_IN_MODULE = 12;

  /** Pairs of operations at the same two places, such as those of the rounds of a loop. */
  private static final int MOST_THERE = 2;

  /** So many operations before the finding was seen are looked at. */
  private static final int MOST_OPERATIONS = 2000;

  private final Trials trials;

  /** Schedules that were tried and had two operations the other way round. */
  private int swaps;

  /** How many of them showed the finding. */
  private int shown;

  ReversalSearch(Trials trials) {
    this.trials = trials;
  }

  /** Empty if the schedule does not show the finding. */
  Optional<Cause> find(Schedule.Controlled schedule) throws WorkerException, Trials.SpentException {
    trials.allow(MOST_TRIED);
    Result failing = trials.tried(schedule);
    Optional<Cause> cause = reversal(schedule, failing, _ -> true);
    List<PlanEntry> more = accessPoints(schedule, failing);
    if (cause.isEmpty() && !more.isEmpty()) {
      trials.allow(MOST_TRIED);
      Schedule.Controlled finer = CauseSearch.with(schedule, more);
      cause = reversal(finer, trials.tried(finer), ReversalSearch::hasPlainAccess);
    }
    return cause.isEmpty() && trials.shows(failing)
        ? Optional.of(
            new Cause.NoOrder(
                schedule.plan().decisions().size(), new Witness.Reproduction(shown, swaps)))
        : cause;
  }

  /** Only of operations that the module's own code does. Empty if none of them decides. */
  Optional<Cause> findInModule(Schedule.Controlled schedule)
      throws WorkerException, Trials.SpentException {
    trials.allow(MOST_IN_MODULE);
    return trials.asFarAsAllowed(
        () -> reversal(schedule, trials.tried(schedule), DirectedOrder::isInModule));
  }

  /**
   * Where accesses to memory can be scheduling points besides those that are. Without decisions
   * only: these count what a goroutine has done.
   */
  private static List<PlanEntry> accessPoints(Schedule.Controlled schedule, Result failing) {
    return schedule.plan().isEmpty()
        ? failing.observations().of(AccessPointGuide.RACING).stream()
            .sorted()
            .map(PlanEntry.AccessPoint::new)
            .map(PlanEntry.class::cast)
            .toList()
        : List.of();
  }

  private static boolean hasPlainAccess(DirectedOrder order) {
    return order.former().operation().isPlainAccess() || order.latter().operation().isPlainAccess();
  }

  private Optional<Cause> reversal(
      Schedule.Controlled schedule, Result failing, Predicate<DirectedOrder> wanted)
      throws WorkerException, Trials.SpentException {
    Optional<Finding> finding = trials.finding(failing);
    if (finding.isEmpty() || !trials.shows(failing)) {
      return Optional.empty();
    }
    Set<GoroutineId> own =
        finding.get().participants().stream().map(Participant::id).collect(Collectors.toSet());
    Set<ObjectId> objects =
        finding.get().objects().stream().map(InvolvedObject::id).collect(Collectors.toSet());
    List<DirectedOrder> orders =
        candidates(Trials.log(failing), finding.get().location(), own, objects).stream()
            .filter(wanted)
            .toList();
    for (int i = 0; i < orders.size() && trials.areLeft(); i++) {
      DirectedOrder order = orders.get(i);
      trials.ahead(
          orders.subList(i, orders.size()).stream()
              .limit(trials.atOnce())
              .map(next -> CauseSearch.with(schedule, next.swapped()))
              .toList());
      Schedule.Controlled swapped = CauseSearch.with(schedule, order.swapped());
      Result other = trials.tried(swapped);
      if (!order.isSwappedIn(Trials.log(other))) {
        continue;
      }
      swaps++;
      if (trials.shows(other)) {
        shown++;
      } else if (trials.passes(other)) {
        Optional<Cause> cause = verified(schedule, swapped, order);
        if (cause.isPresent()) {
          return cause;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Cause> verified(
      Schedule.Controlled schedule, Schedule.Controlled swapped, DirectedOrder order)
      throws WorkerException, Trials.SpentException {
    List<Expected> replays = new ArrayList<>();
    for (int i = 0; i < Trials.REPLAYS; i++) {
      replays.add(
          new Expected(swapped, run -> trials.passes(run) && order.isSwappedIn(Trials.log(run))));
      replays.add(
          new Expected(schedule, run -> trials.shows(run) && order.holdsIn(Trials.log(run))));
    }
    if (!trials.hold(replays)) {
      return Optional.empty();
    }
    return Optional.of(
        new Cause.Orders(
            List.of(order.reported(Trials.log(trials.tried(schedule)))),
            schedule.plan().decisions().isEmpty()
                ? Cause.Under.DEFAULT_ORDER
                : Cause.Under.ALL_DECISIONS,
            Trials.ALL,
            Trials.ALL));
  }

  /** Which code of which goroutines two operations are. */
  private record Places(GoroutineName former, Site one, GoroutineName latter, Site other) {}

  /**
   * Pairs of operations that conflict, the likeliest first.
   *
   * @param place of the finding
   * @param own goroutines that it names
   * @param objects that it names
   */
  static List<DirectedOrder> candidates(
      OperationLog log, Location place, Set<GoroutineId> own, Set<ObjectId> objects) {
    List<Entry> all = log.before(place).stream().filter(ReversalSearch::isOfProgram).toList();
    List<Entry> entries = all.subList(Math.max(0, all.size() - MOST_OPERATIONS), all.size());
    Map<Places, Integer> there = new HashMap<>();
    List<DirectedOrder> found = new ArrayList<>();
    for (int i = entries.size() - 1; i >= 0; i--) {
      Entry former = entries.get(i);
      for (Entry latter : entries.subList(i + 1, entries.size())) {
        if (log.conflict(former, latter)
            && there.merge(places(former, latter), 1, Integer::sum) <= MOST_THERE
            && !log.needs(latter, former)) {
          found.add(new DirectedOrder(former, latter, false));
        }
      }
    }
    found.sort(
        Comparator.comparing((DirectedOrder order) -> !order.isInModule())
            .thenComparingLong(order -> strangers(order, own))
            .thenComparing(order -> !isAbout(order, objects)));
    return found;
  }

  private static boolean isAbout(DirectedOrder order, Set<ObjectId> objects) {
    return order.former().uses().stream()
        .filter(
            use -> order.latter().uses().stream().anyMatch(u -> u.shared().equals(use.shared())))
        .anyMatch(use ->
            use.shared() instanceof Shared.Synchronization(ObjectId id) && objects.contains(id));
  }

  /** What package testing does to keep its own books decides nothing. */
  private static boolean isOfProgram(Entry entry) {
    return !entry.spot().site().packagePath().equals("testing");
  }

  private static Places places(Entry former, Entry latter) {
    return new Places(
        former.key().goroutine(),
        former.spot().site(),
        latter.key().goroutine(),
        latter.spot().site());
  }

  private static long strangers(DirectedOrder order, Set<GoroutineId> own) {
    return Stream.of(order.former(), order.latter())
        .filter(entry -> !own.contains(entry.operation().goroutine()))
        .count();
  }
}
