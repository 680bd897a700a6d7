package dev.harrier.analysis.explain;

import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.CondState;
import dev.harrier.analysis.state.ContextState;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.GroupState;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ObjectState;
import dev.harrier.analysis.state.OtherState;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.Participants;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Operations;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Condition;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.SyncObject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Resolves what a program's state knows of goroutines and objects to their parts in a finding. */
public final class Explainer {
  /** Goroutines of the standard library's own that may stand between one and the user's code. */
  private static final int ANCESTORS = 4;

  private final ProgramState program;
  private final EventOperations operations;
  private final Frames frames;
  private final SourceLines sources;
  private final PollLoops loops;

  public Explainer(ProgramState program, AnalysisContext context) {
    this.program = program;
    this.frames = new Frames(context);
    this.sources = context.sources();
    this.loops = context.loops();
    this.operations = new EventOperations(program.trace(), frames);
  }

  public EventOperations operations() {
    return operations;
  }

  public Frames frames() {
    return frames;
  }

  /** The frame of a stack that a reader of the module looks at. */
  public Site site(Stack stack) {
    return frames.primary(stack);
  }

  /**
   * Where the goroutine stands: its block, or else the latest of its operations whose place is
   * known.
   */
  public Stack standsAt(GoroutineState state) {
    List<Event> events = new ArrayList<>(state.recent());
    state.block().ifPresent(events::add);
    return events.reversed().stream()
        .map(event -> program.trace().stack(event.stack()))
        .filter(stack -> !stack.frames().isEmpty())
        .findFirst()
        .orElse(Stack.EMPTY);
  }

  /** Whether the code of the line that a stack stands at has this word in it. */
  public boolean mentions(Stack stack, String word) {
    Site at = stack.top();
    List<String> lines = sources.of(at.file());
    return at.line() >= 1
        && at.line() <= lines.size()
        && GoCode.of(lines.get(at.line() - 1)).contains(word);
  }

  /**
   * Whether a goroutine waits in a loop that nothing can end but, if it is in a select, a case that
   * waits for something else than a timer, and, if it sleeps, a change of memory that it reads: by
   * the source, and by the channels that the trace has for its cases.
   */
  public boolean pollsForever(GoroutineState state) {
    Optional<PollLoop> loop = loop(state);
    if (loop.filter(PollLoop::sleeps).isPresent()) {
      return loop.filter(PollLoop::endless).isPresent();
    }
    List<ChannelState> others = otherChannels(state);
    long contexts =
        others.stream().filter(channel -> !channel.context().equals(ObjectId.NONE)).count();
    long own = ownContexts(state);
    return loop.filter(PollLoop::endless)
        .filter(cases ->
            cases.others() + cases.own() == others.size()
                && cases.done() + cases.own() <= contexts
                && cases.own() == own)
        .isPresent();
  }

  /** Whether such a loop writes no memory that others may know, either. */
  public boolean pollsAlone(GoroutineState state) {
    return pollsForever(state) && loop(state).filter(PollLoop::pure).isPresent();
  }

  /** How many channels of its select are those of contexts that it made itself. */
  public long ownContexts(GoroutineState state) {
    return otherChannels(state).stream()
        .filter(channel -> !channel.context().equals(ObjectId.NONE))
        .map(channel -> program.object(channel.context()))
        .filter(ContextState.class::isInstance)
        .map(ContextState.class::cast)
        .flatMap(context -> context.made().stream())
        .filter(made -> made.goroutine().equals(state.id()))
        .count();
  }

  /**
   * Whether, by the source, something else than such a case may end the loop around the select that
   * a goroutine waits in, or no loop is there; false where the source is not at hand.
   */
  public boolean mayStopPolling(GoroutineState state) {
    Optional<Site> site = waitOf(state).filter(at -> !sources.of(at.file()).isEmpty());
    int others = otherChannels(state).size();
    return site.isPresent()
        && loop(state).map(loop -> loop.ends() || loop.leaving() > others).orElse(true);
  }

  private Optional<PollLoop> loop(GoroutineState state) {
    return waitOf(state).flatMap(loops::around);
  }

  private Optional<Site> waitOf(GoroutineState state) {
    return state
        .block()
        .flatMap(block ->
            program.trace().stack(block.stack()).frames().stream()
                .filter(site -> !site.packagePath().equals("runtime"))
                .filter(site -> !site.function().equals("time.Sleep"))
                .findFirst());
  }

  /** What its select waits for next to timers; a nil channel is none of them. */
  private List<ChannelState> otherChannels(GoroutineState state) {
    return state.block().stream()
        .flatMap(block -> block.cases().stream())
        .map(SelectCase::channel)
        .filter(id -> !id.equals(ObjectId.NONE))
        .map(program::object)
        .filter(ChannelState.class::isInstance)
        .map(ChannelState.class::cast)
        .filter(channel -> !channel.isOfTimer())
        .toList();
  }

  /**
   * Whether the code of the go statement that created a goroutine has this text in it, function
   * literal included.
   */
  public boolean goStatementHas(GoroutineId id, String text) {
    Site at = frames.primary(createdAt(id));
    return GoCode.statement(sources.of(at.file()), at.line()).contains(text);
  }

  /**
   * Whether a goroutine is to send what another one waits for, or to close the channel: both are in
   * one function, where the line of the wait receives from one channel only, and the go statement,
   * function literal included, sends on a channel of that name or closes it.
   */
  public boolean isToSend(GoroutineId child, GoroutineState receiver) {
    Site created = frames.primary(createdAt(child));
    return waitOf(receiver)
        .filter(wait -> wait.function().equals(created.function()))
        .filter(wait -> wait.file().equals(created.file()))
        .flatMap(wait -> GoCode.received(sources.of(wait.file()), wait.line()))
        .filter(channel ->
            GoCode.sends(GoCode.statement(sources.of(created.file()), created.line()), channel))
        .isPresent();
  }

  /**
   * Where a context was made by a function, or its caller, that defers the call that cancels it.
   *
   * @param made where the context was made
   */
  public Optional<Site> deferredCancel(Stack made) {
    return DeferredCancel.in(made, sources);
  }

  /** The step that says that its method began after the one that ends its object, if it did. */
  public Optional<Step> earlierEnd(GoroutineState state) {
    return new EarlierEnd(program, frames).of(state);
  }

  /** Where the goroutine was created; empty for main. */
  public Stack createdAt(GoroutineId id) {
    return program.trace().stack(program.trace().goroutine(id).createdAt());
  }

  /**
   * Where the user's code began what the goroutine is part of: where it was created, or, if neither
   * that nor where it stands leads out of the standard library, where the nearest goroutine was
   * that this did create.
   *
   * @param at where it stands
   */
  public Stack begunAt(GoroutineId id, Stack at) {
    Stack created = createdAt(id);
    if (!frames.isStandard(at) || !frames.isStandard(created)) {
      return created;
    }
    GoroutineId ancestor = program.trace().goroutine(id).parent();
    for (int i = 0; i < ANCESTORS && !ancestor.equals(GoroutineId.NONE); i++) {
      Stack further = createdAt(ancestor);
      if (frames.hasUser(further)) {
        return further;
      }
      ancestor = program.trace().goroutine(ancestor).parent();
    }
    return created;
  }

  /** The step in which it was created; empty where only the test driver, or nothing, made it. */
  public Optional<Step> creation(GoroutineId id) {
    Goroutine facts = program.trace().goroutine(id);
    return facts.parent().equals(GoroutineId.NONE) || frames.isScaffold(createdAt(id))
        ? Optional.empty()
        : Optional.of(new Step.Created(facts.parent(), id, operations.site(facts.createdAt())));
  }

  /** A live goroutine's part. */
  public Participant goroutine(GoroutineState state, Part part) {
    return participant(
        state.id(),
        part,
        condition(state, part),
        awaits(state),
        standsAt(state),
        lastOperations(state.recent()));
  }

  private static List<ObjectId> awaits(GoroutineState state) {
    return state.block().map(ProgramState::awaited).orElse(List.of());
  }

  /** What it is doing; one that is merely still there can run if what it waits for is there. */
  private Condition condition(GoroutineState state, Part part) {
    boolean canRun = part == Part.STILL_THERE && state.block().filter(program::isReady).isPresent();
    return canRun ? new Condition.Running() : condition(state);
  }

  /** What a live goroutine is doing. */
  public Condition condition(GoroutineState state) {
    List<Event> recent = state.recent();
    boolean ended = !recent.isEmpty() && recent.getLast() instanceof Event.TestEnd;
    Stack at = standsAt(state);
    if (ended || frames.endsTest(at)) {
      return new Condition.AtEndOfTest();
    }
    return state
        .block()
        .<Condition>map(
            b -> new Condition.Blocked(b.reason(), frames.primary(at), waitsIn(state, b)))
        .orElseGet(Condition.Running::new);
  }

  private static Optional<Action.Used> waitsIn(GoroutineState state, Event.Block block) {
    return state
        .descriptor()
        .filter(_ -> block.reason() == BlockReason.IO)
        .flatMap(operation ->
            operation.use().map(use -> new Action.Used(use, operation.variable(), true)))
        .filter(used -> used.use().maySuspend() && !used.use().isOfKernel());
  }

  /**
   * Its latest operations but those within the library's own machinery, such as locks of testing.
   */
  private List<Operation> lastOperations(List<Event> recent) {
    List<Event> shown =
        recent.stream()
            .filter(event ->
                event instanceof Event.TestFail
                    || !isInternal(program.trace().stack(event.stack())))
            .toList();
    return Operations.folded(
        IntStream.range(0, shown.size())
            .filter(i -> !isOfParent(shown, i))
            .mapToObj(i -> operations.of(shown.get(i)))
            .toList());
  }

  /** Whether a test fails there because one of its subtests does, which comes next. */
  private static boolean isOfParent(List<Event> events, int i) {
    return events.get(i) instanceof Event.TestFail
        && i + 1 < events.size()
        && events.get(i + 1) instanceof Event.TestFail;
  }

  private boolean isInternal(Stack stack) {
    return !stack.frames().isEmpty() && (frames.isScaffold(stack) || frames.actsForTesting(stack));
  }

  /**
   * The part of a goroutine that may have exited; {@code at} is where it did what its part says.
   */
  public Participant goroutine(GoroutineId id, Part part, Stack at) {
    return program
        .live(id)
        .map(state ->
            participant(
                id,
                part,
                condition(state, part),
                awaits(state),
                at,
                lastOperations(state.recent())))
        .orElseGet(() -> participant(id, part, new Condition.Exited(), List.of(), at, List.of()));
  }

  /** The part of a goroutine that panicked, whatever its deferred functions did after that. */
  public Participant panicked(PanicMoment moment) {
    Event.Panic panic = moment.panic();
    return participant(
        panic.goroutine(),
        Part.PANICKED,
        new Condition.Unknown(),
        List.of(),
        program.trace().stack(panic.stack()),
        lastOperations(moment.before()));
  }

  /** A part with nothing looked up but where the goroutine comes from. */
  public Participant participant(
      GoroutineId id,
      Part part,
      Condition condition,
      List<ObjectId> awaits,
      Stack stack,
      List<Operation> lastOperations) {
    Stack createdAt = createdAt(id);
    return new Participant(
        id,
        part,
        condition,
        awaits,
        frames.trimmed(stack),
        frames.isScaffold(createdAt) ? Stack.EMPTY : frames.trimmed(createdAt),
        program.trace().goroutine(id).parent(),
        lastOperations);
  }

  /** The object's part. */
  public InvolvedObject object(ObjectId id) {
    ObjectState state = program.object(id);
    SyncObject facts = program.trace().object(id);
    return new InvolvedObject(
        id,
        facts.kind(),
        frames.trimmed(program.trace().stack(facts.madeAt())),
        facts.madeKnown(),
        state(state, facts),
        Operations.folded(state.recent().stream().map(operations::of).toList()));
  }

  private static InvolvedObject.State state(ObjectState state, SyncObject facts) {
    return switch (state) {
      case ChannelState channel ->
          new InvolvedObject.State.Channel(
              facts.capacity(), channel.closed().isPresent(), channel.sends(), channel.receives());
      case LockState lock ->
          new InvolvedObject.State.Lock(
              lock.holders().stream().map(Event::goroutine).distinct().toList());
      case GroupState group ->
          new InvolvedObject.State.WaitGroup(group.counter(), group.added(), group.done());
      case ContextState context -> new InvolvedObject.State.Context(context.canceled());
      case CondState cond -> new InvolvedObject.State.Cond(cond.lostCount());
      case OtherState _ -> new InvolvedObject.State.Other();
    };
  }

  /**
   * The goroutines, next to this one, that have used the object in these ways: the candidates for
   * releasing it.
   */
  public Step.Releasers releasers(ObjectId id, GoroutineId waiter, Set<Role> ways) {
    Participants participants = program.object(id).participants();
    List<Step.Releasers.Releaser> releasers = new ArrayList<>();
    boolean used = participants.more();
    for (Participants.Participant p : participants.all()) {
      if (p.goroutine().equals(waiter)) {
        continue;
      }
      used = used || p.roles().stream().anyMatch(r -> r != Role.MADE);
      EnumSet<Role> did = EnumSet.copyOf(p.roles());
      did.retainAll(ways);
      if (!did.isEmpty()) {
        Condition now =
            program.live(p.goroutine()).map(this::condition).orElseGet(Condition.Exited::new);
        releasers.add(new Step.Releasers.Releaser(p.goroutine(), did, now));
      }
    }
    return new Step.Releasers(operations.object(id), releasers, participants.more(), used);
  }

  /**
   * The cases of the select that a goroutine is blocked in, or what it does with a nil channel;
   * empty if it is blocked in anything else.
   */
  public List<Step.Case> cases(GoroutineState state) {
    return waitOf(state)
        .map(site -> new ChannelCases(program, this).of(state, site))
        .orElse(List.of());
  }
}
