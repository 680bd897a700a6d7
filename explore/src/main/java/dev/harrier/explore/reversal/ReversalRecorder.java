package dev.harrier.explore.reversal;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.LockTable;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Finds the conflicts of one run, event by event. */
public final class ReversalRecorder {
  /** Of one pair of places so many conflicts are kept: the first, and the latest. */
  private static final int KEPT = 3;

  /** More pairs than this are more than will ever be tried. */
  private static final int MOST = 2000;

  private record Pair(StackId former, StackId latter, boolean youngerFirst) {}

  private record Stop(PlanEntry.Delay delay, int promise) {}

  private final Trace trace;
  private final Predicate<? super Stack> counts;
  private final Function<? super Stack, Site> place;
  private final Operations operations = new Operations();
  private final Long2LongOpenHashMap born = new Long2LongOpenHashMap();
  private final LockTable locks = new LockTable();
  private final ConflictingAccesses accesses = new ConflictingAccesses(this::conflict);
  private final Map<Pair, List<Stop>> found = new LinkedHashMap<>();

  /**
   * @param counts whether operations at a place are worth reversing
   * @param place where an operation stands, for who wrote it: one that blocks ends in the runtime
   */
  public ReversalRecorder(
      Trace trace, Predicate<? super Stack> counts, Function<? super Stack, Site> place) {
    this.trace = trace;
    this.counts = counts;
    this.place = place;
  }

  /** The next event of the trace. */
  public void accept(Event event) {
    long operation = operations.number(event);
    switch (event) {
      case Event.Spawn spawn -> born.put(spawn.child().value(), event.order());
      case Event.TimerFire timer -> accesses.give(timer.channel());
      default -> {
        if (operation != Operations.NONE) {
          operate(event, operation);
        }
      }
    }
    trackLocks(event);
  }

  private void operate(Event event, long operation) {
    switch (event) {
      case Event.Operation e -> access(e, operation);
      case Event.Send e -> access(e, operation, e.channel(), Role.SEND);
      case Event.Receive e -> access(e, operation, e.channel(), Role.RECEIVE);
      case Event.Close e -> access(e, operation, e.channel(), Role.CLOSE);
      case Event.Select e -> choose(e, operation, e.cases());
      case Event.Block e -> {
        access(e, operation, e.object(), blocked(e.reason()));
        choose(e, operation, e.cases());
      }
      case Event.Acquire e ->
          access(e, operation, e.lock(), e.mode() == LockMode.READ ? Role.READ_LOCK : Role.LOCK);
      case Event.Add e -> access(e, operation, e.group(), e.delta() < 0 ? Role.DONE : Role.ADD);
      case Event.Wait e -> access(e, operation, e.object(), Role.WAIT);
      case Event.Signal e -> access(e, operation, e.cond(), Role.SIGNAL);
      case Event.Broadcast e -> access(e, operation, e.cond(), Role.SIGNAL);
      default -> {
        // Giving back a lock only lets others go on.
      }
    }
  }

  private void access(Event.Operation event, long operation) {
    switch (event.access()) {
      case NONE -> {
        // The event that follows tells what it is.
      }
      case LOAD, READ -> access(event, operation, Role.LOAD);
      case STORE, WRITE -> access(event, operation, Role.STORE);
      case UPDATE -> access(event, operation, Role.UPDATE);
    }
  }

  private void access(Event.Operation event, long operation, Role role) {
    describe(event, operation, role).ifPresent(a -> accesses.access(event.variable(), a));
  }

  private static Role blocked(BlockReason reason) {
    return switch (reason) {
      case CHAN_SEND, NIL_CHAN_SEND -> Role.SEND;
      case CHAN_RECEIVE, NIL_CHAN_RECEIVE -> Role.RECEIVE;
      case RWMUTEX_RLOCK -> Role.READ_LOCK;
      case WAIT_GROUP -> Role.WAIT;
      case COND -> Role.COND_WAIT;
      case MUTEX_LOCK, RWMUTEX_LOCK -> Role.LOCK;
      // There is no object, or no operation.
      case SELECT, EMPTY_SELECT, SEMAPHORE, SLEEP, IO, OTHER -> Role.CHOOSE_RECEIVE;
    };
  }

  private void access(Event event, long operation, ObjectId object, Role role) {
    describe(event, operation, role).ifPresent(a -> accesses.access(object, a));
  }

  private Optional<Access> describe(Event event, long operation, Role role) {
    long goroutine = event.goroutine().value();
    GoroutineName name = operations.name(event.goroutine());
    if (name.equals(GoroutineName.NONE)) {
      return Optional.empty();
    }
    boolean locked = locks.holdsAny(event.goroutine());
    return Optional.of(
        new Access(goroutine, name, operation, event.order(), event.stack(), role, locked));
  }

  private void choose(Event event, long operation, List<SelectCase> cases) {
    accesses.choose(cases);
    for (SelectCase c : cases) {
      Role role =
          switch (c.direction()) {
            case SEND -> Role.CHOOSE_SEND;
            case RECEIVE -> Role.CHOOSE_RECEIVE;
          };
      access(event, operation, c.channel(), role);
    }
  }

  private void trackLocks(Event event) {
    switch (event) {
      case Event.Acquire e -> locks.acquire(e);
      case Event.Release e -> locks.release(e);
      default -> {
        // The goroutine holds as many as before.
      }
    }
  }

  private void conflict(Access former, Access latter) {
    if (born.get(latter.goroutine()) >= former.order()) {
      return;
    }
    Pair pair = new Pair(former.stack(), latter.stack(), former.goroutine() > latter.goroutine());
    if (found.size() == MOST && !found.containsKey(pair)) {
      return;
    }
    List<Stop> stops = found.computeIfAbsent(pair, _ -> new ArrayList<>(1));
    // A goroutine that has done nothing yet is delayed from its start.
    long operation = former.operation() == 1 ? 0 : former.operation();
    PlanEntry.Delay delay =
        new PlanEntry.Delay(former.name(), operation, latter.name(), latter.operation());
    if (stops.stream().noneMatch(s -> s.delay.isAtPlaceOf(delay))) {
      if (stops.size() == KEPT) {
        stops.remove(1);
      }
      stops.add(new Stop(delay, promise(former, latter)));
    }
  }

  /**
   * Others wait for the goroutine that holds a lock; a signal that comes before the wait is lost.
   */
  private static int promise(Access former, Access latter) {
    boolean loses = former.role() == Role.COND_WAIT && latter.role() == Role.SIGNAL;
    return loses ? 3 : former.locked() ? 2 : 1;
  }

  /** The trace is over, and still open. */
  public List<Reversal> end() {
    List<Reversal> all = new ArrayList<>();
    found.forEach((pair, stops) -> {
      Stack former = trace.stack(pair.former);
      if (counts.test(former)) {
        Site latter = place.apply(trace.stack(pair.latter));
        Conflict conflict = Conflict.of(place.apply(former), latter, pair.youngerFirst);
        stops.forEach(stop -> all.add(new Reversal(conflict, stop.delay, stop.promise)));
      }
    });
    return all;
  }
}
