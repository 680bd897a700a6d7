package dev.harrier.explore.transfer;

import dev.harrier.explore.cause.OperationLog;
import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.fix.FixCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Directs executions of a changed program at the cause of a finding: the goroutine of each latter
 * operation is delayed until the former one has begun, or no other goroutine can run. What decided
 * before the change was shown so in the default order, with the other decisions of the schedule
 * where the cause needs them.
 */
public final class CauseTrial {
  /** Each with a seed of its own: it decides what the order of maps and the case of selects are. */
  public static final int EXECUTIONS = 10;

  private final Worker worker;
  private final BooleanSupplier stop;
  private final Consumer<Result> results;

  /**
   * @param worker that observes {@link #observed}
   * @param stop asked before each execution whether to leave it at that
   * @param results takes each directed execution of the changed program
   */
  public CauseTrial(Worker worker, BooleanSupplier stop, Consumer<Result> results) {
    this.worker = worker;
    this.stop = stop;
    this.results = results;
  }

  /**
   * Whether executions of a changed program can be directed at a cause: that has no accesses as
   * scheduling points, and which decisions take part must be known.
   */
  static boolean isDirectable(Cause.Orders cause) {
    return !cause.hasPlainAccess() && cause.under() != Cause.Under.OTHER_DECISIONS;
  }

  /** What the worker must observe. */
  public static List<Observation<?>> observed() {
    List<Observation<?>> observed = new ArrayList<>(PlanTransfer.observed());
    observed.add(OperationLog.OPERATIONS);
    return observed;
  }

  /**
   * Does the executions; empty if there are none that say anything.
   *
   * @param old runs a schedule with the program before the change
   * @param changed the same with the change; the schedules of both do not matter
   * @param schedule that showed the finding
   */
  public Optional<FixCheck.AtCause> of(
      Job old, Job changed, Schedule.Controlled schedule, Cause.Orders cause)
      throws WorkerException {
    if (!isDirectable(cause) || !schedule.plan().accessPoints().isEmpty()) {
      return Optional.empty();
    }
    List<PlanEntry> plan = new ArrayList<>();
    if (!cause.alone()) {
      plan.addAll(schedule.plan().decisions());
    }
    if (cause.under() == Cause.Under.EARLIER_DECISIONS) {
      plan.removeLast();
    }
    for (Cause.Order order : cause.orders()) {
      plan.add(delay(order.latter(), order.former()));
    }
    PlanTransfer transfer = new PlanTransfer(worker, stop);
    PlanTransfer.Transferred carried =
        transfer.transfer(old, changed, schedule.forced(new Plan(plan)));
    if (carried.matched() < plan.size()) {
      return stop.getAsBoolean()
          ? Optional.empty()
          : gone(transfer, old, changed, schedule, cause).map(FixCheck.AtCause::without);
    }
    List<PlanEntry.Delay> orders =
        plan.subList(plan.size() - cause.orders().size(), plan.size()).stream()
            .map(carried.images()::get)
            .map(PlanEntry.Delay.class::cast)
            .toList();
    return Optional.of(directed(changed, carried.schedule(), orders));
  }

  private static PlanEntry delay(Cause.Side latter, Cause.Side former) {
    return new PlanEntry.Delay(latter.name(), latter.number(), former.name(), former.number());
  }

  /** The first operation of the cause that the changed program has not. */
  private static Optional<Operation> gone(
      PlanTransfer transfer, Job old, Job changed, Schedule.Controlled schedule, Cause.Orders cause)
      throws WorkerException {
    for (Cause.Order order : cause.orders()) {
      for (Cause.Side side : List.of(order.former(), order.latter())) {
        Plan alone = new Plan(List.of(new PlanEntry.Delay(side.name(), side.number())));
        if (transfer.transfer(old, changed, schedule.forced(alone)).matched() == 0) {
          return Optional.of(side.operation());
        }
      }
    }
    return Optional.empty();
  }

  private FixCheck.AtCause directed(
      Job changed, Schedule.Controlled schedule, List<PlanEntry.Delay> orders)
      throws WorkerException {
    int executions = 0;
    int reached = 0;
    int inOrder = 0;
    Optional<Operation> orderedBy = Optional.empty();
    while (executions < EXECUTIONS && !stop.getAsBoolean()) {
      Result result = worker.run(changed.with(schedule.seeded(schedule.seed() + executions)));
      if (result.exit() instanceof Exit.Canceled) {
        break;
      }
      executions++;
      results.accept(result);
      OperationLog log = result.observations().of(OperationLog.OPERATIONS);
      if (orders.stream().allMatch(order -> places(log, order).isPresent())) {
        reached++;
        Optional<Places> reversed =
            orders.stream()
                .flatMap(order -> places(log, order).stream())
                .filter(places -> places.latter < places.former)
                .findFirst();
        inOrder += reversed.isPresent() ? 0 : 1;
        if (reversed.isPresent() && orderedBy.isEmpty()) {
          orderedBy = reversed.get().waiting(log);
        }
      }
    }
    return new FixCheck.AtCause(Optional.empty(), executions, reached, inOrder, orderedBy);
  }

  /** Where the two operations of an order are in an execution. */
  private record Places(int former, int latter) {
    /** What the goroutine of the former had begun when the latter one began. */
    Optional<Operation> waiting(OperationLog log) {
      OperationLog.Entry entry = log.entries().get(former);
      for (int i = latter - 1; i >= 0; i--) {
        OperationLog.Entry earlier = log.entries().get(i);
        if (earlier.key().goroutine().equals(entry.key().goroutine())) {
          return Optional.of(earlier.operation());
        }
      }
      return Optional.empty();
    }
  }

  private static Optional<Places> places(OperationLog log, PlanEntry.Delay order) {
    OptionalInt former = log.placeOf(new OperationLog.Key(order.other(), order.until()));
    OptionalInt latter = log.placeOf(new OperationLog.Key(order.goroutine(), order.operation()));
    return former.isPresent() && latter.isPresent()
        ? Optional.of(new Places(former.getAsInt(), latter.getAsInt()))
        : Optional.empty();
  }
}
