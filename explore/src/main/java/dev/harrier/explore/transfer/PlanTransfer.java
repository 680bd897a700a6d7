package dev.harrier.explore.transfer;

import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.GoroutineName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Finds the decisions of a schedule in a changed program. */
public final class PlanTransfer {
  /** The decisions of a simplified schedule are few; of another one the first must do. */
  private static final int MOST_DECISIONS = 60;

  private final Worker worker;
  private final BooleanSupplier stop;

  /**
   * @param worker that observes {@link #observed}
   * @param stop asked before each execution whether to leave it at that
   */
  public PlanTransfer(Worker worker, BooleanSupplier stop) {
    this.worker = worker;
    this.stop = stop;
  }

  /** What the worker must observe. */
  public static List<Observation<?>> observed() {
    return List.of(LogRecorder.LOG);
  }

  /**
   * A schedule for the changed program.
   *
   * @param images the decisions that were found in it, by those that they are
   * @param decisions how many there are
   */
  public record Transferred(
      Schedule.Controlled schedule, Map<PlanEntry, PlanEntry> images, int decisions) {
    public Transferred {
      images = Map.copyOf(images);
    }

    /** How many decisions were found. */
    public int matched() {
      return images.size();
    }
  }

  /**
   * Runs both programs, the changed one again after each decision that was found: what comes later
   * depends on it.
   *
   * @param before runs a schedule with the program that it was made for
   * @param after the same with the changed program; its schedule does not matter
   */
  public Transferred transfer(Job before, Job after, Schedule.Controlled schedule)
      throws WorkerException {
    ExecutionLog then = log(before, schedule, schedule.plan().entries());
    List<PlanEntry> decisions =
        schedule.plan().decisions().stream()
            .filter(entry -> Position.of(entry).isEmpty() || point(then, entry).isPresent())
            .sorted(Comparator.comparingInt(entry -> order(then, entry)))
            .toList();
    List<PlanEntry> found = new ArrayList<>(schedule.plan().accessPoints());
    Map<PlanEntry, PlanEntry> images = new HashMap<>();
    ExecutionLog now = log(after, schedule, found);
    for (PlanEntry decision : decisions) {
      if (stop.getAsBoolean() || images.size() >= MOST_DECISIONS) {
        break;
      }
      Optional<PlanEntry> image = new Match(then, now).of(decision);
      if (image.isPresent()) {
        images.put(decision, image.get());
        found.add(image.get());
        now = log(after, schedule, found);
      }
    }
    return new Transferred(schedule.forced(new Plan(found)), images, decisions.size());
  }

  private ExecutionLog log(Job job, Schedule.Controlled schedule, List<PlanEntry> entries)
      throws WorkerException {
    List<PlanEntry> plan = new ArrayList<>(entries);
    plan.add(new PlanEntry.Alternatives());
    return worker.run(job.with(schedule.forced(new Plan(plan)))).observations().of(LogRecorder.LOG);
  }

  /** Where a decision is taken, if that is a point of a goroutine. */
  private record Position(ChoiceKind kind, GoroutineName goroutine, long number) {
    static Optional<Position> of(PlanEntry entry) {
      return switch (entry) {
        case PlanEntry.Next e ->
            Optional.of(new Position(ChoiceKind.CANDIDATE, e.goroutine(), e.at()));
        case PlanEntry.Case e ->
            Optional.of(new Position(ChoiceKind.READY_CASE, e.goroutine(), e.at()));
        case PlanEntry.Expiry e ->
            Optional.of(new Position(ChoiceKind.TIMER, e.goroutine(), e.at()));
        case PlanEntry.Return e ->
            Optional.of(new Position(ChoiceKind.RETURNED, e.goroutine(), e.at()));
        default -> Optional.empty();
      };
    }
  }

  private static Optional<ExecutionLog.Point> point(ExecutionLog log, PlanEntry entry) {
    return Position.of(entry).flatMap(p -> log.at(p.kind, p.goroutine, p.number));
  }

  /** When it has its effect; what has no moment comes first. */
  private static int order(ExecutionLog log, PlanEntry entry) {
    return switch (entry) {
      case PlanEntry.Delay delay -> log.placeOf(delay.goroutine(), delay.operation());
      case PlanEntry.Lateness late -> log.placeOf(late.goroutine(), late.operation());
      default -> point(log, entry).map(log.points()::indexOf).orElse(-1);
    };
  }

  /** The decisions of one execution in another one. */
  private static final class Match {
    private final ExecutionLog then;
    private final ExecutionLog now;
    private final Map<GoroutineName, GoroutineName> goroutines;
    private final Map<GoroutineName, Alignment> alignments = new HashMap<>();

    Match(ExecutionLog then, ExecutionLog now) {
      this.then = then;
      this.now = now;
      this.goroutines = then.goroutinesIn(now);
    }

    Optional<PlanEntry> of(PlanEntry decision) {
      return switch (decision) {
        case PlanEntry.Next e ->
            goroutine(e.chosen())
                .flatMap(chosen ->
                    point(e, chosen.value())
                        .map(p -> new PlanEntry.Next(p.goroutine(), p.number(), chosen)));
        case PlanEntry.Case e ->
            point(e, e.chosen())
                .map(p -> new PlanEntry.Case(p.goroutine(), p.number(), e.chosen()));
        case PlanEntry.Expiry e ->
            position(e).map(p -> new PlanEntry.Expiry(p.goroutine, p.number));
        case PlanEntry.Return e ->
            goroutine(e.returning())
                .flatMap(returning ->
                    position(e)
                        .map(
                            p -> new PlanEntry.Return(p.goroutine, p.number, returning, e.call())));
        case PlanEntry.Computing e ->
            goroutine(e.goroutine()).map(g -> new PlanEntry.Computing(g, e.reading(), e.micros()));
        case PlanEntry.Fault e ->
            goroutine(e.goroutine())
                .map(g -> new PlanEntry.Fault(g, e.use(), e.fault(), e.bytes()));
        case PlanEntry.Delay e -> delay(e);
        case PlanEntry.Lateness e -> lateness(e);
        case PlanEntry.Patience e -> Optional.of(e);
        // They name functions, and in one that was changed perhaps another place.
        case PlanEntry.Preference _, PlanEntry.InjectedDelay _ -> Optional.of(decision);
        case PlanEntry.AccessPoint _, PlanEntry.Alternatives _, PlanEntry.StrategyFrom _ ->
            Optional.empty();
      };
    }

    private Optional<PlanEntry> delay(PlanEntry.Delay delay) {
      Optional<GoroutineName> goroutine = goroutine(delay.goroutine());
      long operation = delay.operation() == 0 ? 0 : operation(delay.goroutine(), delay.operation());
      boolean ends = !delay.other().equals(GoroutineName.NONE);
      Optional<GoroutineName> other = ends ? goroutine(delay.other()) : Optional.of(delay.other());
      long until = ends ? operation(delay.other(), delay.until()) : 0;
      return goroutine.isEmpty() || other.isEmpty() || operation < 0 || until < 0
          ? Optional.empty()
          : Optional.of(new PlanEntry.Delay(goroutine.get(), operation, other.get(), until));
    }

    private Optional<PlanEntry> lateness(PlanEntry.Lateness late) {
      long operation = operation(late.goroutine(), late.operation());
      return operation < 0
          ? Optional.empty()
          : goroutine(late.goroutine())
              .map(name -> new PlanEntry.Lateness(name, operation, late.micros()));
    }

    private Optional<GoroutineName> goroutine(GoroutineName name) {
      return Optional.ofNullable(goroutines.get(name));
    }

    /** The number of the same operation; negative if there is none. */
    private long operation(GoroutineName goroutine, long number) {
      ExecutionLog.Path mine = then.goroutines().get(goroutine);
      ExecutionLog.Path theirs = now.goroutines().get(goroutines.get(goroutine));
      if (mine == null || theirs == null) {
        return -1;
      }
      int image =
          alignments
              .computeIfAbsent(
                  goroutine, _ -> new Alignment(mine.operations(), theirs.operations()))
              .of((int) number - 1);
      return image < 0 ? -1 : image + 1;
    }

    /**
     * How many operations the goroutine has begun at the same moment; negative if there is none.
     */
    private long begun(ExecutionLog.Point point) {
      boolean within = point.stopped() || point.kind() == ChoiceKind.READY_CASE;
      if (within) {
        return point.operation() == 0 ? 0 : operation(point.goroutine(), point.operation());
      }
      long next = operation(point.goroutine(), point.operation() + 1);
      return next < 0 ? -1 : next - 1;
    }

    /** Where the changed program can decide so. */
    private Optional<ExecutionLog.Point> point(PlanEntry decision, long option) {
      Optional<ExecutionLog.Point> point = PlanTransfer.point(then, decision);
      if (point.isEmpty()) {
        return Optional.empty();
      }
      long begun = begun(point.get());
      Optional<GoroutineName> goroutine = goroutine(point.get().goroutine());
      return now.points().stream()
          .filter(p -> p.kind() == point.get().kind() && p.stopped() == point.get().stopped())
          .filter(p -> Optional.of(p.goroutine()).equals(goroutine) && p.operation() == begun)
          .filter(p -> p.options().contains(option))
          .findFirst();
    }

    /**
     * The point of the same moment by what the runtime counts: each operation has a point before it
     * and one from its begin on, and the goroutine that has stopped and continues has another one.
     */
    private Optional<Position> position(PlanEntry decision) {
      Optional<ExecutionLog.Point> point = PlanTransfer.point(then, decision);
      Optional<GoroutineName> goroutine =
          point.map(ExecutionLog.Point::goroutine).flatMap(this::goroutine);
      if (point.isEmpty() || goroutine.isEmpty()) {
        return Optional.empty();
      }
      long begun = begun(point.get());
      ExecutionLog.Path path = now.goroutines().get(goroutine.get());
      ExecutionLog.Path old = then.goroutines().get(point.get().goroutine());
      if (begun < 0 || path == null || old == null) {
        return Optional.empty();
      }
      long moved = 2 * (begun - point.get().operation());
      int stops = stops(path, begun) - stops(old, point.get().operation());
      return Optional.of(
          new Position(point.get().kind(), goroutine.get(), point.get().number() + moved + stops));
    }

    private static int stops(ExecutionLog.Path path, long begun) {
      return begun == 0 || path.stops().isEmpty()
          ? 0
          : path.stops().get((int) Math.min(begun, path.stops().size()) - 1);
    }
  }
}
