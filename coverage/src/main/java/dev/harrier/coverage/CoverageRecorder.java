package dev.harrier.coverage;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.usage.Effect;
import dev.harrier.model.usage.UsageKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Records what one run showed, event by event. What an operation did is known at once for those
 * that may wait; of one that may release others it is known by the goroutine's next event.
 */
public final class CoverageRecorder {
  private static final Set<UsageKind> LOCKS = Set.of(UsageKind.LOCK, UsageKind.TRY_LOCK);
  private static final Set<UsageKind> READ_LOCKS =
      Set.of(UsageKind.READ_LOCK, UsageKind.TRY_READ_LOCK);

  /** An operation that releases others, if they wait; whether it did is not known yet. */
  private record Releasing(StackId stack, UsageKind kind) {}

  private final Trace trace;
  private final RunNode main = RunNode.root();
  private final Map<GoroutineId, RunNode> nodes = new HashMap<>();
  private final Map<GoroutineId, Releasing> releasing = new HashMap<>();
  private final Set<ObjectId> closed = new HashSet<>();

  public CoverageRecorder(Trace trace) {
    this.trace = trace;
  }

  /**
   * The next event of the trace.
   *
   * @param holders the acquires of a lock that were not given back before this event
   */
  public void accept(Event event, Function<ObjectId, List<Event.Acquire>> holders) {
    Releasing before = releasing.remove(event.goroutine());
    if (before != null) {
      Effect effect = event instanceof Event.Unblock ? Effect.UNBLOCKING : Effect.NOP;
      note(event.goroutine(), before.stack(), plain(before.kind(), effect));
    }
    switch (event) {
      case Event.Send e -> transfer(e, e.channel(), Direction.SEND, e.completion());
      case Event.Receive e -> transfer(e, e.channel(), Direction.RECEIVE, e.completion());
      case Event.Select e -> select(e);
      case Event.Block e -> block(e, holders);
      case Event.Acquire e -> acquire(e);
      case Event.Release e -> release(e);
      case Event.Close e -> close(e);
      case Event.Add e when e.delta() < 0 -> releases(e, UsageKind.DONE);
      case Event.Add e ->
          note(e, new UsageOperation.Plain(Set.of(UsageKind.ADD), Optional.empty()));
      case Event.Signal e -> releases(e, UsageKind.SIGNAL);
      case Event.Broadcast e -> releases(e, UsageKind.BROADCAST);
      case Event.Wait e -> waited(e);
      case Event.Spawn e -> spawn(e);
      case Event.Exit e -> nodes.remove(e.goroutine());
      default -> {
        // Says nothing about a usage.
      }
    }
  }

  /** What the whole trace showed. */
  public RunCoverage end() {
    releasing.forEach(
        (goroutine, last) -> note(goroutine, last.stack(), plain(last.kind(), Effect.NOP)));
    releasing.clear();
    return new RunResolution(trace).resolve(main);
  }

  private void transfer(Event event, ObjectId channel, Direction direction, Completion completion) {
    UsageOperation operation =
        new UsageOperation.Transfer(direction, Optional.of(effect(completion)));
    note(event, operation, isPassable(channel) || completion == Completion.NEITHER);
  }

  private void select(Event.Select e) {
    Effect effect = effect(e.completion());
    if (e.chosen() < 0) {
      note(e, UsageOperation.Choice.of(e.cases(), Part.DEFAULT, Optional.of(effect)));
      return;
    }
    SelectCase chosen = e.cases().get(e.chosen());
    note(
        e,
        UsageOperation.Choice.of(e.cases(), new Part.Case(e.chosen()), Optional.of(effect)),
        isPassable(chosen.channel()) || effect == Effect.NOP);
  }

  private void block(Event.Block e, Function<ObjectId, List<Event.Acquire>> holders) {
    Optional<Effect> blocked = Optional.of(Effect.BLOCKED);
    switch (e.reason()) {
      case CHAN_SEND, NIL_CHAN_SEND ->
          note(e, new UsageOperation.Transfer(Direction.SEND, blocked), isPassable(e.object()));
      case CHAN_RECEIVE, NIL_CHAN_RECEIVE ->
          note(e, new UsageOperation.Transfer(Direction.RECEIVE, blocked), isPassable(e.object()));
      case SELECT -> note(e, UsageOperation.Choice.of(e.cases(), Part.WHOLE, Optional.empty()));
      case MUTEX_LOCK, RWMUTEX_LOCK, RWMUTEX_RLOCK -> contend(e, holders);
      case WAIT_GROUP -> note(e, plain(UsageKind.WAIT, Effect.BLOCKED));
      case COND -> note(e, plain(UsageKind.COND_WAIT, Effect.BLOCKED));
      case EMPTY_SELECT, SEMAPHORE, SLEEP, IO, OTHER, COROUTINE -> {
        // No usage that anything is required of.
      }
    }
  }

  private void contend(Event.Block e, Function<ObjectId, List<Event.Acquire>> holders) {
    if (e.object().equals(ObjectId.NONE)) {
      return; // The hooks could not say which lock it is.
    }
    LockMode mode = e.reason() == BlockReason.RWMUTEX_RLOCK ? LockMode.READ : LockMode.WRITE;
    note(e, locking(e.object(), mode, Optional.of(Effect.BLOCKED)));
    for (Event.Acquire hold : holders.apply(e.object())) {
      UsageOperation operation = locking(e.object(), hold.mode(), Optional.of(Effect.BLOCKING));
      note(hold.goroutine(), hold.stack(), operation);
    }
  }

  private void acquire(Event.Acquire e) {
    Optional<Effect> effect =
        e.completion() == Completion.BLOCKED ? Optional.of(Effect.BLOCKED) : Optional.empty();
    note(e, locking(e.lock(), e.mode(), effect));
  }

  private UsageOperation locking(ObjectId lock, LockMode mode, Optional<Effect> effect) {
    if (trace.object(lock).kind() == ObjectKind.ONCE) {
      return new UsageOperation.Plain(Set.of(UsageKind.ONCE), effect);
    }
    return switch (mode) {
      case WRITE -> new UsageOperation.Plain(LOCKS, effect);
      case READ -> new UsageOperation.Plain(READ_LOCKS, effect);
    };
  }

  private void release(Event.Release e) {
    if (trace.object(e.lock()).kind() != ObjectKind.ONCE) {
      releases(
          e,
          switch (e.mode()) {
            case WRITE -> UsageKind.UNLOCK;
            case READ -> UsageKind.READ_UNLOCK;
          });
    }
  }

  private void close(Event.Close e) {
    closed.add(e.channel());
    releases(e, UsageKind.CLOSE);
  }

  private void releases(Event e, UsageKind kind) {
    releasing.put(e.goroutine(), new Releasing(e.stack(), kind));
  }

  private void waited(Event.Wait e) {
    boolean cond = trace.object(e.object()).kind() == ObjectKind.COND;
    note(e, plain(cond ? UsageKind.COND_WAIT : UsageKind.WAIT, effect(e.completion())));
  }

  private void spawn(Event.Spawn e) {
    note(e, plain(UsageKind.GO, Effect.NOP));
    if (!trace.goroutine(e.child()).system()) {
      nodes.put(e.child(), node(e.goroutine()).child(e.stack()));
    }
  }

  private static UsageOperation plain(UsageKind kind, Effect effect) {
    return new UsageOperation.Plain(Set.of(kind), Optional.of(effect));
  }

  private static Effect effect(Completion completion) {
    return switch (completion) {
      case BLOCKED -> Effect.BLOCKED;
      case UNBLOCKING -> Effect.UNBLOCKING;
      case NEITHER -> Effect.NOP;
    };
  }

  private boolean isPassable(ObjectId channel) {
    return !channel.equals(ObjectId.NONE)
        && (closed.contains(channel) || trace.object(channel).capacity() > 0);
  }

  private RunNode node(GoroutineId goroutine) {
    return nodes.getOrDefault(goroutine, main);
  }

  private void note(Event e, UsageOperation operation) {
    note(e, operation, false);
  }

  private void note(Event e, UsageOperation operation, boolean passable) {
    node(e.goroutine()).note(new RunNode.Fact(e.stack(), operation, passable));
  }

  private void note(GoroutineId goroutine, StackId stack, UsageOperation operation) {
    node(goroutine).note(new RunNode.Fact(stack, operation, false));
  }

  /** Turns the stacks of what one run showed into places, once every stack is defined. */
  private static final class RunResolution {
    /** Their frames stand between an operation and the line that asked for it. */
    private static final Set<String> MACHINERY = Set.of("runtime", "sync", "internal/sync");

    private final Trace trace;
    private final Map<StackId, Site> sites = new HashMap<>();

    RunResolution(Trace trace) {
      this.trace = trace;
    }

    RunCoverage resolve(RunNode node) {
      return new RunCoverage(
          site(node.createdAt()),
          node.facts().stream()
              .map(f -> new RunCoverage.Fact(site(f.stack()), f.operation(), f.passable()))
              .toList(),
          node.children().stream().map(this::resolve).toList());
    }

    private Site site(StackId id) {
      return sites.computeIfAbsent(
          id,
          stack ->
              trace.stack(stack).frames().stream()
                  .filter(frame -> !MACHINERY.contains(frame.packagePath()))
                  .findFirst()
                  .orElse(Site.UNKNOWN));
    }
  }
}
