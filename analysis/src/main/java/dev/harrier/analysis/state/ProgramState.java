package dev.harrier.analysis.state;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The state of the traced program after the events applied so far. See the package. */
public final class ProgramState {
  private static final Set<InjectedFault> ENDS_PEERS =
      EnumSet.of(
          InjectedFault.SILENT,
          InjectedFault.LOST,
          InjectedFault.RESET,
          InjectedFault.CLOSED,
          InjectedFault.REFUSED,
          InjectedFault.ACCEPT_FAILS);

  private final Trace trace;
  private final Objects objects;
  private final Goroutines goroutines = new Goroutines();
  private final Tests tests = new Tests();
  private final Locks locks;
  private boolean peersMayBeGone;

  public ProgramState(Trace trace) {
    this.trace = trace;
    this.objects = new Objects(trace);
    this.locks = new Locks(objects, goroutines);
  }

  /** The trace whose side tables name what this program speaks of. */
  public Trace trace() {
    return trace;
  }

  /** The goroutine if it has been seen and has not exited. */
  public Optional<GoroutineState> live(GoroutineId id) {
    return Optional.ofNullable(goroutines.known(id));
  }

  /** All that have been seen and have not exited. */
  public Collection<GoroutineState> live() {
    return goroutines.all();
  }

  /** The same by the goroutine that created them. */
  public Map<GoroutineId, List<GoroutineState>> liveByParent() {
    return live().stream()
        .collect(Collectors.groupingBy(state -> trace.goroutine(state.id()).parent()));
  }

  /** The object's state; a new one if it was never used or was forgotten. */
  public ObjectState object(ObjectId id) {
    return objects.get(id);
  }

  /** The test if it has begun and not ended. */
  public Optional<TestState> running(TestId id) {
    return tests.running(id);
  }

  /** Whether a test had ended before that point in the order of events. */
  public boolean hadEnded(TestId id, long order) {
    return tests.hadEnded(id, order);
  }

  /** All tests that have begun and not ended. */
  public Collection<TestState> running() {
    return tests.running();
  }

  /** The test that a goroutine runs, or ran before it exited, or works for; NONE outside tests. */
  public TestId testOf(GoroutineId id) {
    GoroutineState state = goroutines.known(id);
    TestId runs = state == null ? tests.lastOf(id) : state.runs();
    return runs.equals(TestId.NONE) ? trace.goroutine(id).test() : runs;
  }

  /** Whether the goroutine, which may have exited, runs a test or has run one. */
  public boolean hasRunTest(GoroutineId id) {
    return tests.hasRun(id);
  }

  /** Whether any test has begun: else the program is an ordinary one. */
  public boolean hasTests() {
    return tests.any();
  }

  /**
   * Whether a connection failed, or something was lost on it, because the schedule decided so. Then
   * a goroutine that waits for input may wait for a peer that the test provides, and that has given
   * up.
   */
  public boolean peersMayBeGone() {
    return peersMayBeGone;
  }

  /** All objects that are remembered. */
  public Collection<ObjectState> objects() {
    return objects.all();
  }

  /** Number of objects remembered now, for measurements. */
  int objectCount() {
    return objects.size();
  }

  /** The goroutine's state, which begins to exist if it is new. */
  public GoroutineState goroutine(GoroutineId id) {
    return goroutines.get(id);
  }

  /** Moves the program on by one event. */
  public void apply(Event event) {
    switch (event) {
      case Event.Acquire e -> acquire(e);
      case Event.Release e -> release(e);
      case Event.Collected e -> locks.collected(e);
      case Event.Send e -> send(e);
      case Event.Receive e -> receive(e);
      case Event.Select e -> select(e);
      case Event.Block e -> block(e);
      case Event.Unblock e -> unblock(e.target());
      case Event.Add e -> add(e);
      case Event.Wait e -> waited(e);
      case Event.Spawn e -> spawn(e);
      case Event.Exit e -> exit(e);
      case Event.Make e -> use(e, e.object(), Role.MADE).made(e.order());
      case Event.Close e -> close(e);
      case Event.Signal e -> signal(e, e.cond());
      case Event.Broadcast e -> signal(e, e.cond());
      case Event.ContextNew e -> contextNew(e);
      case Event.ContextDone e -> contextDone(e);
      case Event.ContextCancel e -> contextCancel(e);
      case Event.TimerSet e -> timerSet(e);
      case Event.TimerFire e -> timerFire(e);
      case Event.Panic e -> panic(e);
      case Event.Recovered e -> acts(e).recovers();
      case Event.TestBegin e -> testBegin(e);
      case Event.TestFail e -> acts(e);
      case Event.Refused e -> acts(e);
      case Event.TestEnd e -> testEnd(e);
      case Event.Lost e -> locks.lost(e);
      case Event.Checkpoint e when e.reason() == CheckpointReason.BUBBLE -> endBubble(e);
      case Event.Choice e ->
          peersMayBeGone |= e.kind() == ChoiceKind.FAULT && endsPeers(e.options());
      case Event.Operation e when e.access() == AccessKind.DESCRIPTOR ->
          goroutine(e.goroutine()).uses(e);
      case Event.Checkpoint _,
          Event.Operation _,
          Event.Input _,
          Event.Message _,
          Event.Memory _,
          Event.EarlierAccess _,
          Event.Preferred _,
          Event.Race _ -> {}
    }
  }

  private static boolean endsPeers(int fault) {
    return ENDS_PEERS.stream().anyMatch(one -> one.code() == fault);
  }

  private GoroutineState acts(Event event) {
    GoroutineState state = goroutine(event.goroutine());
    if (state.isBlocked()) {
      wake(state);
    }
    state.operate(event);
    return state;
  }

  private GoroutineState synchronizes(Event event) {
    GoroutineState state = goroutine(event.goroutine());
    state.synchronizedAt(event.order());
    return state;
  }

  private ObjectState use(Event event, ObjectId id, Role role) {
    acts(event);
    return touch(event, id, role);
  }

  private ObjectState touch(Event event, ObjectId id, Role role) {
    ObjectState object = objects.get(id);
    object.used(event, event.goroutine(), role);
    if (objects.isFull()) {
      objects.sweep(goroutines.all(), event.order());
    }
    return object;
  }

  private void acquire(Event.Acquire event) {
    if (use(event, event.lock(), Role.LOCKED) instanceof LockState lock) {
      lock.acquire(event);
      synchronizes(event).hold(event);
    }
  }

  private void release(Event.Release event) {
    if (use(event, event.lock(), Role.UNLOCKED) instanceof LockState lock) {
      locks.release(event, lock);
    }
  }

  /**
   * Whether another goroutine than the one that took a lock has given it back, or has given back
   * another lock that was taken at the same place: then it may be meant to do so again.
   */
  public boolean isHandedOff(Event.Acquire hold) {
    return locks.isHandedOff(hold);
  }

  /** The goroutines that were created with the lock held, by the one that took it, and live. */
  public List<GoroutineState> bornUnder(Event.Acquire hold) {
    return goroutines.all().stream()
        .filter(g -> g.bornAt() > hold.order())
        .filter(g -> trace.goroutine(g.id()).parent().equals(hold.goroutine()))
        .toList();
  }

  private void send(Event.Send event) {
    if (use(event, event.channel(), Role.SENT) instanceof ChannelState channel) {
      sent(channel);
    }
    synchronizes(event);
  }

  private void receive(Event.Receive event) {
    if (use(event, event.channel(), Role.RECEIVED) instanceof ChannelState channel) {
      channel.received(event.ok());
    }
    synchronizes(event);
  }

  private void select(Event.Select event) {
    acts(event);
    synchronizes(event);
    if (event.chosen() < 0) {
      return;
    }
    SelectCase chosen = event.cases().get(event.chosen());
    Role role = role(chosen);
    if (touch(event, chosen.channel(), role) instanceof ChannelState channel) {
      if (role == Role.SENT) {
        sent(channel);
      } else {
        channel.received(event.ok());
      }
    }
  }

  /** A send on a closed channel was only tried: its goroutine panics. */
  private static void sent(ChannelState channel) {
    if (channel.closed().isEmpty()) {
      channel.sent();
    }
  }

  private static Role role(SelectCase selectCase) {
    return switch (selectCase.direction()) {
      case SEND -> Role.SENT;
      case RECEIVE -> Role.RECEIVED;
    };
  }

  private void block(Event.Block event) {
    GoroutineState state = goroutine(event.goroutine());
    if (state.isBlocked()) {
      wake(state);
    }
    state.operate(event);
    state.blocked(event, isForTime(event));
    if (event.reason() == BlockReason.COND && objects.get(event.object()) instanceof CondState c) {
      c.waits();
    } else if (event.reason() == BlockReason.WAIT_GROUP
        && objects.get(event.object()) instanceof GroupState group) {
      group.waits(event, state.lastSyncOrder());
    }
    state.synchronizedAt(event.order());
  }

  private void unblock(GoroutineId target) {
    GoroutineState state = goroutines.known(target);
    if (state != null) {
      wake(state);
    }
  }

  private void wake(GoroutineState state) {
    Event.Block ended = state.unblocked();
    if (ended != null
        && ended.reason() == BlockReason.COND
        && objects.get(ended.object()) instanceof CondState cond) {
      cond.wakes();
    }
  }

  private void add(Event.Add event) {
    Role role = event.delta() < 0 ? Role.DONE : Role.ADDED;
    if (use(event, event.group(), role) instanceof GroupState group) {
      GoroutineState adder = goroutine(event.goroutine());
      group.add(event, adder.operations() == 1 ? adder.bornAt() : 0);
    }
  }

  private void close(Event.Close event) {
    if (event.channel().equals(ObjectId.NONE)) {
      acts(event);
    } else if (use(event, event.channel(), Role.CLOSED) instanceof ChannelState channel
        && channel.closed().isEmpty()) {
      channel.close(event);
    }
  }

  private void signal(Event event, ObjectId cond) {
    if (use(event, cond, Role.SIGNALED) instanceof CondState state) {
      state.signal(event);
    }
  }

  private void contextNew(Event.ContextNew event) {
    if (use(event, event.context(), Role.MADE) instanceof ContextState context) {
      context.made(event);
    }
  }

  private void contextDone(Event.ContextDone event) {
    acts(event);
    if (objects.get(event.channel()) instanceof ChannelState channel) {
      channel.belongTo(event.context());
    }
  }

  private void contextCancel(Event.ContextCancel event) {
    if (use(event, event.context(), Role.CANCELED) instanceof ContextState context) {
      context.cancel();
    }
  }

  /** Whether time ends it: a sleep, or a wait for a timer or ticker, perhaps among others. */
  private boolean isForTime(Event.Block event) {
    return switch (event.reason()) {
      case SLEEP -> true;
      case CHAN_RECEIVE ->
          objects.get(event.object()) instanceof ChannelState channel && channel.isOfTimer();
      case SELECT ->
          event.cases().stream()
              .map(one -> objects.get(one.channel()))
              .anyMatch(object -> object instanceof ChannelState channel && channel.isOfTimer());
      default -> false;
    };
  }

  private void timerSet(Event.TimerSet event) {
    acts(event);
    if (objects.get(event.timer()) instanceof ChannelState channel) {
      channel.belongToTimer();
    }
  }

  private void timerFire(Event.TimerFire event) {
    if (!event.channel().equals(ObjectId.NONE)
        && touch(event, event.channel(), Role.SENT) instanceof ChannelState channel) {
      channel.sent();
    }
  }

  private void spawn(Event.Spawn event) {
    acts(event);
    GoroutineState maker = goroutine(event.goroutine());
    boolean guarded = maker.bornGuarded() || maker.holdsAny();
    goroutine(event.child()).born(event.order(), guarded);
  }

  private void panic(Event.Panic event) {
    GoroutineState state = goroutine(event.goroutine());
    state.panic(event);
    acts(event);
  }

  /**
   * The panic that is recovered by an event which has not been applied yet, with what its goroutine
   * had done before; empty if the trace does not have it.
   */
  public Optional<PanicMoment> recoveredBy(Event.Recovered event) {
    return live(event.goroutine()).flatMap(GoroutineState::panicking);
  }

  private void waited(Event.Wait event) {
    GoroutineState state = goroutine(event.goroutine());
    if (use(event, event.object(), Role.WAITED) instanceof GroupState group
        && event.completion() != Completion.BLOCKED) {
      group.waits(event, state.lastSyncOrder());
    }
    state.synchronizedAt(event.order());
  }

  private void exit(Event.Exit event) {
    goroutines.exit(event.goroutine());
  }

  private void testBegin(Event.TestBegin event) {
    acts(event).run(event.test());
    tests.begin(event);
  }

  private void testEnd(Event.TestEnd event) {
    tests
        .end(event)
        .flatMap(ended -> live(ended.goroutine()))
        .ifPresent(runner -> runner.run(TestId.NONE));
  }

  /**
   * Whether what a goroutine waits for is there, so that it continues as soon as it is its turn: a
   * value, room, a partner that waits too, a close, a free lock, a counter at zero. False where the
   * trace does not say.
   */
  public boolean isReady(Event.Block block) {
    return switch (block.reason()) {
      case CHAN_SEND -> isReady(block, SelectCase.Direction.SEND, block.object());
      case CHAN_RECEIVE -> isReady(block, SelectCase.Direction.RECEIVE, block.object());
      case SELECT ->
          block.cases().stream().anyMatch(c -> isReady(block, c.direction(), c.channel()));
      case MUTEX_LOCK, RWMUTEX_LOCK, RWMUTEX_RLOCK ->
          objects.get(block.object()) instanceof LockState lock && lock.holders().isEmpty();
      case WAIT_GROUP ->
          objects.get(block.object()) instanceof GroupState group && group.counter() == 0;
      case COND,
          SEMAPHORE,
          NIL_CHAN_SEND,
          NIL_CHAN_RECEIVE,
          EMPTY_SELECT,
          SLEEP,
          IO,
          OTHER,
          COROUTINE ->
          false;
    };
  }

  private boolean isReady(Event.Block block, SelectCase.Direction direction, ObjectId id) {
    if (id.equals(ObjectId.NONE)
        || !(objects.get(id) instanceof ChannelState channel)
        || channel.isOfTimer()) {
      return false;
    }
    long held = channel.sends() - channel.receives();
    return channel.closed().isPresent()
        || switch (direction) {
          case SEND -> held < trace.object(id).capacity();
          case RECEIVE -> held > 0;
        }
        || goroutines.all().stream()
            .filter(other -> !other.id().equals(block.goroutine()))
            .flatMap(other -> other.block().stream())
            .anyMatch(other -> isPartner(other, direction, id));
  }

  private static boolean isPartner(Event.Block other, SelectCase.Direction direction, ObjectId id) {
    return switch (other.reason()) {
      case CHAN_SEND -> direction == SelectCase.Direction.RECEIVE && other.object().equals(id);
      case CHAN_RECEIVE -> direction == SelectCase.Direction.SEND && other.object().equals(id);
      case SELECT ->
          other.cases().stream()
              .anyMatch(c -> c.direction() != direction && c.channel().equals(id));
      default -> false;
    };
  }

  /**
   * The runtime has ended the bubble: its goroutines never run again, and what they hold is lost.
   */
  private void endBubble(Event.Checkpoint bubble) {
    for (Event.Checkpoint.GoroutineState seen : bubble.goroutines()) {
      if (!seen.id().equals(bubble.goroutine())) {
        locks.abandon(goroutine(seen.id()));
        tests.abandon(seen.id());
        goroutines.exit(seen.id());
      }
    }
  }

  /** The objects that a blocked goroutine waits for: the one it names, or those of its cases. */
  public static List<ObjectId> awaited(Event.Block block) {
    if (!block.cases().isEmpty()) {
      return block.cases().stream()
          .map(SelectCase::channel)
          .filter(channel -> !channel.equals(ObjectId.NONE))
          .distinct()
          .toList();
    }
    return block.object().equals(ObjectId.NONE) ? List.of() : List.of(block.object());
  }
}
