package dev.harrier.explore.step;

import dev.harrier.explore.step.Trail.Scope;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** Makes steps of the events of one execution whose decisions record all that they could be. */
public final class TrailRecorder {
  /** More steps than this are more than can be compared. */
  private static final int MOST = 3000;

  private static final int MAIN = 0;

  private static final GoroutineId DRIVER = new GoroutineId(1);

  /** What a goroutine has done until now. */
  private static final class GoroutineState {
    final int number;

    /** How many steps it has begun. */
    int steps;

    /** Whether it can run. */
    boolean runs;

    /** Whether it has just created another one, which is an operation that uses nothing. */
    boolean spawned;

    /** The lock or the group that it waits for; NONE if it waits for none. */
    ObjectId awaited = ObjectId.NONE;

    GoroutineState(int number) {
      this.number = number;
    }
  }

  private final Trace trace;
  private EventState state = new EventState();
  private final Map<GoroutineId, GoroutineState> goroutines = new HashMap<>();
  private final ChannelGroups groups = new ChannelGroups();
  private final WaitGroups waitGroups = new WaitGroups();
  private final List<RawUse> uses = new ArrayList<>();
  private final BiConsumer<Shared, OperationRole> adding = this::addUse;
  private final List<ScheduleStep> steps = new ArrayList<>();
  private final List<Decision> decisions = new ArrayList<>();
  private final Set<InputKind> inputs = EnumSet.noneOf(InputKind.class);
  private Scope scope = Scope.WHOLE;

  /** The goroutine whose step continues; NONE before the first. */
  private GoroutineId current = GoroutineId.NONE;

  /** Whether anything has happened in the step that continues: an operation begins another one. */
  private boolean begun;

  /** Whether nothing has shown yet what the operation of the step is. */
  private boolean unclear;

  /** Whether the main goroutine only drives tests. */
  private boolean driven;

  /**
   * Whether the latest event, choices apart, is a timer that expired when no goroutine could run.
   */
  private boolean fired;

  /** Whether the time of the tests is over: what comes then is not theirs. */
  private boolean over;

  /** The alternatives that are being read. */
  private final List<Event.Choice> alternatives = new ArrayList<>();

  private record RawUse(ScheduleStep step, Shared shared, OperationRole role) {}

  /**
   * @param trace of the execution
   */
  public TrailRecorder(Trace trace) {
    this.trace = trace;
    goroutines.put(DRIVER, new GoroutineState(MAIN));
  }

  /** The next event of the trace, with the state of the execution. */
  public void accept(Event event, EventState state) {
    this.state = state;
    if (over || scope == Scope.TOO_LONG) {
      return;
    }
    if (event instanceof Event.Choice choice) {
      choose(choice);
      return;
    }
    decide();
    Optional<InputKind> input = input(event);
    if (input.isPresent()) {
      inputs.add(input.get());
    }
    if (event instanceof Event.TimerFire) {
      fired = isStill();
      if (!fired) {
        scope = Scope.OPEN;
      }
    } else if (fired) {
      fired = false;
      over = event instanceof Event.Spawn spawn && isAlarm(spawn);
      if (over) {
        return;
      }
      scope = Scope.OPEN;
    } else if (input.isPresent() || isOpen(event)) {
      scope = Scope.OPEN;
    }
    if (isNamed(event.goroutine())) {
      act(event, state.operation());
    }
  }

  /** Whether no goroutine can run: nothing but time can end that. */
  private boolean isStill() {
    for (GoroutineState own : goroutines.values()) {
      if (own.runs) {
        return false;
      }
    }
    return true;
  }

  /** Whether a timer has informed a test that its time is over. */
  private boolean isAlarm(Event.Spawn spawn) {
    return trace.goroutine(spawn.child()).start().function().startsWith("testing.(*M).startAlarm");
  }

  private boolean isNamed(GoroutineId id) {
    return !state.name(id).equals(GoroutineName.NONE);
  }

  /** What the program reads by an event and no decision is about. */
  private Optional<InputKind> input(Event event) {
    return switch (event) {
      case Event.Input e -> Optional.of(e.kind());
      case Event.TimerSet e when isOfProgram(e) -> Optional.of(InputKind.CLOCK);
      case Event.Block e when e.reason() == BlockReason.SLEEP ->
          Optional.of(isSettling(e) ? InputKind.LEFT_BEHIND : InputKind.CLOCK);
      case Event.Block e when e.reason() == BlockReason.IO -> Optional.of(InputKind.SYSTEM);
      default -> Optional.empty();
    };
  }

  /** Whether it is Harrier's own wait, at the end of a test, for goroutines that it leaves. */
  private boolean isSettling(Event.Block event) {
    return trace.stack(event.stack()).frames().stream()
        .anyMatch(frame -> frame.function().equals("runtime.harrierSettle"));
  }

  /** The driver of tests has a timer for their limit of time. */
  private boolean isOfProgram(Event.TimerSet event) {
    return driven || !event.goroutine().equals(DRIVER);
  }

  /** Whether something takes part that no decision is about, and that is no input. */
  private static boolean isOpen(Event event) {
    return event instanceof Event.Race
        || event instanceof Event.Lost
        || event instanceof Event.Preferred
        || (event instanceof Event.Block block && waitsTwice(block.cases()));
  }

  /** In which order a select waits twice for one channel is up to the runtime. */
  private static boolean waitsTwice(List<SelectCase> cases) {
    return !cases.isEmpty() && cases.stream().distinct().count() < cases.size();
  }

  private void choose(Event.Choice choice) {
    switch (choice.kind()) {
      case CANDIDATE, READY_CASE -> {
        if (!alternatives.isEmpty() && alternatives.size() == alternatives.getFirst().options()) {
          decide();
        }
        alternatives.add(choice);
      }
      case GOROUTINE, CASE -> decide();
      case TIMER, COMPUTING, FAULT, RETURNED, WATCHDOG, MISSED -> scope = Scope.OPEN;
    }
  }

  /** A decision is complete: a step begins, if it was which goroutine runs. */
  private void decide() {
    if (alternatives.isEmpty()) {
      return;
    }
    Event.Choice first = alternatives.getFirst();
    if (alternatives.size() != first.options()) {
      scope = Scope.TOO_LONG;
    }
    List<Long> options = alternatives.stream().map(Event.Choice::chosen).toList();
    alternatives.clear();
    boolean select = first.next().equals(GoroutineId.NONE);
    int step = select ? steps.size() - 1 : steps.size();
    decisions.add(new Decision(first.kind(), first.name(), first.point(), options, step));
    if (!select) {
      begin(first.next());
    }
  }

  private void begin(GoroutineId next) {
    end();
    if (steps.size() == MOST) {
      scope = Scope.TOO_LONG;
    }
    current = next;
    GoroutineState own = stateOf(next);
    own.steps++;
    own.runs = true;
    ScheduleStep step = new ScheduleStep(own.number, state.name(next).value(), own.steps);
    steps.add(step);
    if (!own.awaited.equals(ObjectId.NONE)) {
      resume(step, own);
    }
  }

  private void resume(ScheduleStep step, GoroutineState own) {
    Shared awaited = new Shared.Synchronization(own.awaited);
    if (isGroup(own.awaited)) {
      uses.add(new RawUse(step, awaited, OperationRole.WOKEN));
      waitGroups.woken(own.awaited, step);
      own.awaited = ObjectId.NONE;
    } else {
      // It competes with others for the lock, whether it gets it or not.
      uses.add(new RawUse(step, awaited, OperationRole.LOCK));
    }
  }

  private GoroutineState stateOf(GoroutineId id) {
    GoroutineState known = goroutines.get(id);
    if (known == null) {
      known = new GoroutineState(goroutines.size());
      goroutines.put(id, known);
    }
    return known;
  }

  private void end() {
    if (unclear) {
      steps.getLast().useAll();
    }
    begun = false;
    unclear = false;
  }

  private void act(Event event, long operation) {
    boolean another = event instanceof Event.Operation && begun;
    if (another || !event.goroutine().equals(current)) {
      begin(event.goroutine());
    }
    begun = true;
    ScheduleStep step = steps.getLast();
    GoroutineState own = stateOf(current);
    boolean onlySpawned = own.spawned;
    own.spawned = event instanceof Event.Spawn;
    switch (event) {
      case Event.Spawn spawn -> ready(step, spawn.child());
      case Event.Unblock unblock -> ready(step, unblock.target());
      case Event.Exit _ -> own.runs = false;
      case Event.Operation e -> {
        step.setOperation(e.number());
        unclear = operation == EventState.NONE && !onlySpawned;
      }
      case Event.TestBegin _ -> driven |= !isMain(own);
      case Event.Wait wait -> step.waited(new Shared.Synchronization(wait.object()));
      case Event.Acquire _ -> own.awaited = ObjectId.NONE;
      case Event.Block block -> {
        own.runs = false;
        own.awaited = isAwaited(block.reason()) ? block.object() : ObjectId.NONE;
      }
      default -> {
        // Only what it uses matters.
      }
    }
    if (isOfOnce(event)) {
      step.useAll();
    }
    if (operation != EventState.NONE) {
      unclear = false;
      use(event, step);
    }
  }

  private void await(ObjectId object, ScheduleStep step) {
    if (isGroup(object)) {
      waitGroups.wait(object, step);
    }
  }

  private boolean isGroup(ObjectId object) {
    return isA(ObjectKind.WAIT_GROUP, object);
  }

  private static boolean isMain(GoroutineState own) {
    return own.number == MAIN;
  }

  private void ready(ScheduleStep step, GoroutineId other) {
    if (isNamed(other)) {
      step.ready(stateOf(other).number);
      stateOf(other).runs = true;
    }
  }

  private static boolean isAwaited(BlockReason reason) {
    return switch (reason) {
      case MUTEX_LOCK, RWMUTEX_LOCK, RWMUTEX_RLOCK, WAIT_GROUP -> true;
      default -> false;
    };
  }

  private void use(Event event, ScheduleStep step) {
    Uses.of(event, adding);
    switch (event) {
      case Event.Select e -> choose(e.cases());
      case Event.Add e -> {
        waitGroups.change(e, step);
        if (e.delta() < 0) {
          step.done(new Shared.Synchronization(e.group()));
        }
      }
      case Event.Wait e -> await(e.object(), step);
      case Event.Block e -> {
        choose(e.cases());
        await(e.object(), step);
      }
      default -> {
        // It waits for one thing at most.
      }
    }
  }

  /** The last step uses something. */
  private void addUse(Shared shared, OperationRole role) {
    uses.add(new RawUse(steps.getLast(), shared, role));
  }

  /**
   * Whether it is an operation on a {@code Once}. Others see that it is done without any operation,
   * and where two come at the same time, the trace has two of them.
   */
  private boolean isOfOnce(Event event) {
    return switch (event) {
      case Event.Acquire e -> isOnce(e.lock());
      case Event.Release e -> isOnce(e.lock());
      case Event.Block e -> isOnce(e.object());
      default -> false;
    };
  }

  private boolean isOnce(ObjectId object) {
    return isA(ObjectKind.ONCE, object);
  }

  private boolean isA(ObjectKind kind, ObjectId object) {
    return !object.equals(ObjectId.NONE) && trace.object(object).kind() == kind;
  }

  private void choose(List<SelectCase> cases) {
    if (!cases.isEmpty()) {
      groups.join(cases.stream().map(SelectCase::channel).toList());
    }
  }

  /** The execution is over: what orders its operations, whatever else is decided. */
  public NecessaryOrder order() {
    close();
    Ordering.necessary(steps, this::capacity);
    return NecessaryOrder.of(steps);
  }

  private long capacity(ObjectId channel) {
    return trace.object(channel).capacity();
  }

  /**
   * The execution is over.
   *
   * @param complete whether nothing of the trace is missing
   */
  public Trail end(boolean complete) {
    close();
    if (scope != Scope.WHOLE) {
      return new Trail(scope, List.of(), List.of(), List.of(), inputs);
    }
    boolean unfinished =
        goroutines.entrySet().stream()
            .anyMatch(e -> e.getValue().runs && !e.getKey().equals(current));
    return new Trail(
        unfinished || !complete ? Scope.CUT_SHORT : Scope.WHOLE, steps, decisions, races());
  }

  /** What is done with a group counts from when it turns out that its order matters. */
  private List<Trail.Race> races() {
    List<Trail.Race> races = Ordering.of(steps, this::capacity);
    while (waitGroups.review()) {
      uses.forEach(this::use);
      races = Ordering.of(steps, this::capacity);
    }
    return races;
  }

  private void close() {
    decide();
    end();
    if (driven) {
      steps.stream().filter(step -> step.goroutine() == MAIN).forEach(ScheduleStep::drive);
    }
    for (RawUse use : uses) {
      use(use);
    }
  }

  private void use(RawUse use) {
    if (!waitGroups.isOrderly(use.shared)) {
      use.step.use(groups.of(use.shared), groups.role(use.shared, use.role));
    }
  }
}
