package dev.harrier.explore.reversal;

import dev.harrier.explore.canon.Numbering;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Finds the conflicts of one run, event by event. */
public final class ReversalRecorder {
  /** Of one pair of places so many conflicts are kept: the first, and the latest. */
  private static final int KEPT = 3;

  /** More pairs than this are more than will ever be tried. */
  private static final int MOST = 2000;

  /** Of so many goroutines the latest operation on an object is remembered. */
  private static final int PARTNERS = 8;

  private record Access(
      long goroutine, int number, long operation, long order, StackId stack, Role role) {}

  private record Pair(StackId former, StackId latter, boolean youngerFirst) {}

  private final Trace trace;
  private final Predicate<? super Stack> counts;
  private final Numbering numbering;
  private final Operations operations;
  private final Long2LongOpenHashMap born = new Long2LongOpenHashMap();
  private final Map<ObjectId, List<Access>> accesses = new HashMap<>();
  private final Map<Pair, List<PlanEntry.Hold>> found = new LinkedHashMap<>();

  /**
   * @param counts whether operations at a place are worth reversing
   */
  public ReversalRecorder(Trace trace, Predicate<? super Stack> counts) {
    this.trace = trace;
    this.counts = counts;
    this.numbering = new Numbering(trace);
    this.operations = new Operations(trace);
  }

  /** The next event of the trace. */
  public void accept(Event event) {
    numbering.see(event);
    if (event instanceof Event.Spawn spawn) {
      born.put(spawn.child().value(), event.order());
    }
    long operation = operations.number(event);
    if (operation == Operations.NONE) {
      return;
    }
    switch (event) {
      case Event.Send e -> access(e, operation, e.channel(), Role.SEND);
      case Event.Receive e -> access(e, operation, e.channel(), Role.RECEIVE);
      case Event.Close e -> access(e, operation, e.channel(), Role.CLOSE);
      case Event.Select e -> e.cases().forEach(c -> access(e, operation, c.channel(), Role.CHOOSE));
      case Event.Block e -> {
        access(e, operation, e.object(), blocked(e.reason()));
        e.cases().forEach(c -> access(e, operation, c.channel(), Role.CHOOSE));
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

  private static Role blocked(BlockReason reason) {
    return switch (reason) {
      case CHAN_SEND, NIL_CHAN_SEND -> Role.SEND;
      case CHAN_RECEIVE, NIL_CHAN_RECEIVE -> Role.RECEIVE;
      case RWMUTEX_RLOCK -> Role.READ_LOCK;
      case WAIT_GROUP -> Role.WAIT;
      case COND -> Role.COND_WAIT;
      case MUTEX_LOCK, RWMUTEX_LOCK -> Role.LOCK;
      case SELECT, EMPTY_SELECT, SEMAPHORE, SLEEP, IO, OTHER -> Role.CHOOSE;
    };
  }

  private void access(Event event, long operation, ObjectId object, Role role) {
    int number = numbering.of(event.goroutine());
    if (object.equals(ObjectId.NONE) || number == Numbering.NONE) {
      return;
    }
    long goroutine = event.goroutine().value();
    Access latter = new Access(goroutine, number, operation, event.order(), event.stack(), role);
    List<Access> before = accesses.computeIfAbsent(object, _ -> new ArrayList<>(2));
    for (Access former : before) {
      if (former.goroutine != goroutine
          && former.role.matters(role)
          && born.get(goroutine) < former.order) {
        conflict(former, latter);
      }
    }
    before.removeIf(a -> a.goroutine == goroutine);
    if (before.size() == PARTNERS) {
      before.removeFirst();
    }
    before.add(latter);
  }

  private void conflict(Access former, Access latter) {
    Pair pair = new Pair(former.stack, latter.stack, former.number > latter.number);
    if (found.size() == MOST && !found.containsKey(pair)) {
      return;
    }
    List<PlanEntry.Hold> holds = found.computeIfAbsent(pair, _ -> new ArrayList<>(1));
    // A goroutine that has done nothing yet stands still from its start.
    long operation = former.operation == 1 ? 0 : former.operation;
    if (holds.stream()
        .noneMatch(h -> h.goroutine() == former.number && h.operation() == operation)) {
      if (holds.size() == KEPT) {
        holds.remove(1);
      }
      holds.add(new PlanEntry.Hold(former.number, operation, latter.number, latter.operation));
    }
  }

  /** The trace is over, and still open. */
  public List<Reversal> end() {
    List<Reversal> all = new ArrayList<>();
    found.forEach((pair, holds) -> {
      Stack former = trace.stack(pair.former);
      if (counts.test(former)) {
        Conflict conflict =
            Conflict.of(former.top(), trace.stack(pair.latter).top(), pair.youngerFirst);
        holds.forEach(hold -> all.add(new Reversal(conflict, hold)));
      }
    });
    return all;
  }
}
