package dev.harrier.analysis.story;

import dev.harrier.analysis.world.ChannelState;
import dev.harrier.analysis.world.CondState;
import dev.harrier.analysis.world.ContextState;
import dev.harrier.analysis.world.GoroutineState;
import dev.harrier.analysis.world.GroupState;
import dev.harrier.analysis.world.LockState;
import dev.harrier.analysis.world.ObjectState;
import dev.harrier.analysis.world.OtherState;
import dev.harrier.analysis.world.PanicMoment;
import dev.harrier.analysis.world.Participants;
import dev.harrier.analysis.world.Role;
import dev.harrier.analysis.world.World;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.ObjectStory;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.SyncObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tells what goroutines and objects of a world have been through. */
public final class Storyteller {
  private final World world;
  private final Words words;
  private final Frames frames;
  private final SourceLines sources;

  public Storyteller(World world, AnalysisContext context) {
    this.world = world;
    this.frames = new Frames(context);
    this.sources = context.sources();
    this.words = new Words(world.trace(), frames);
  }

  public Words words() {
    return words;
  }

  public Frames frames() {
    return frames;
  }

  /**
   * Where the goroutine stands: its block, or else the latest of its operations whose place is
   * known.
   */
  public Stack standsAt(GoroutineState state) {
    List<Event> events = new ArrayList<>(state.recent());
    state.block().ifPresent(events::add);
    return events.reversed().stream()
        .map(event -> world.trace().stack(event.stack()))
        .filter(stack -> !stack.frames().isEmpty())
        .findFirst()
        .orElse(Stack.EMPTY);
  }

  /** Whether the line of source that a stack stands at has this word in it. */
  public boolean mentions(Stack stack, String word) {
    Site at = stack.top();
    List<String> lines = sources.of(at.file());
    return at.line() >= 1 && at.line() <= lines.size() && lines.get(at.line() - 1).contains(word);
  }

  /** Where the goroutine was created; empty for main. */
  public Stack createdAt(GoroutineId id) {
    return world.trace().stack(world.trace().goroutine(id).createdAt());
  }

  /** A live goroutine's part. */
  public GoroutineStory goroutine(GoroutineState state, String role) {
    return story(state.id(), role, doing(state), standsAt(state), operations(state.recent()));
  }

  private String doing(GoroutineState state) {
    List<Event> recent = state.recent();
    boolean ended = !recent.isEmpty() && recent.getLast() instanceof Event.TestEnd;
    if (ended || frames.endsTest(standsAt(state))) {
      return "at the end of its test";
    }
    return state.block().map(b -> "blocked in " + b.reason().words()).orElse("running");
  }

  /**
   * Its latest operations but those within the library's own machinery, such as locks of testing.
   */
  private List<String> operations(List<Event> recent) {
    List<Event> told =
        recent.stream()
            .filter(event ->
                event instanceof Event.TestFail || !isInternal(world.trace().stack(event.stack())))
            .toList();
    return IntStream.range(0, told.size())
        .filter(i -> !isOfParent(told, i))
        .mapToObj(i -> words.operation(told.get(i)))
        .toList();
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
   * The part of a goroutine that may have exited; {@code at} is where it did what its role says.
   */
  public GoroutineStory goroutine(GoroutineId id, String role, Stack at) {
    return world
        .live(id)
        .map(state -> story(id, role, "now " + whereabouts(state), at, operations(state.recent())))
        .orElseGet(() -> story(id, role, "exited", at, List.of()));
  }

  /** The part of a goroutine that panicked, whatever its deferred functions did after that. */
  public GoroutineStory panicked(PanicMoment moment) {
    Event.Panic panic = moment.panic();
    Stack at = world.trace().stack(panic.stack());
    return story(panic.goroutine(), "panicked", "", at, operations(moment.before()));
  }

  /** "blocked in chan send at worker.go:12". */
  private String whereabouts(GoroutineState state) {
    String doing = doing(state);
    return doing.startsWith("blocked") ? doing + " at " + words.place(standsAt(state)) : doing;
  }

  private GoroutineStory story(
      GoroutineId id, String role, String state, Stack stack, List<String> operations) {
    Goroutine facts = world.trace().goroutine(id);
    Stack createdAt = createdAt(id);
    return new GoroutineStory(
        id,
        role,
        state,
        frames.trimmed(stack),
        frames.isScaffold(createdAt) ? Stack.EMPTY : frames.trimmed(createdAt),
        facts.parent(),
        operations);
  }

  /** The object's part. */
  public ObjectStory object(ObjectId id) {
    ObjectState state = world.object(id);
    SyncObject facts = world.trace().object(id);
    return new ObjectStory(
        id,
        facts.kind(),
        frames.trimmed(world.trace().stack(facts.madeAt())),
        facts.madeKnown(),
        note(state),
        state.recent().stream().map(words::operationBy).toList());
  }

  private String note(ObjectState state) {
    List<String> facts = new ArrayList<>();
    switch (state) {
      case ChannelState channel -> {
        int capacity = world.trace().object(channel.id()).capacity();
        facts.add(capacity == 0 ? "unbuffered" : "capacity " + capacity);
        facts.add(channel.closed().isPresent() ? "closed" : "never closed");
        facts.add(channel.sends() + " sent, " + channel.receives() + " received");
      }
      case LockState lock ->
          facts.add(
              lock.holders().isEmpty()
                  ? "free"
                  : lock.holders().stream()
                      .map(h -> words.goroutine(h.goroutine()))
                      .distinct()
                      .collect(Collectors.joining(", ", "held by ", "")));
      case GroupState group ->
          facts.add(
              "counter "
                  + group.counter()
                  + ": "
                  + group.added()
                  + " added, "
                  + group.done()
                  + " done");
      case ContextState context -> facts.add(context.cancelled() ? "cancelled" : "never cancelled");
      case CondState cond -> {
        if (cond.lostCount() > 0) {
          String signals = cond.lostCount() == 1 ? "1 signal" : cond.lostCount() + " signals";
          facts.add(signals + " found nobody waiting");
        }
      }
      case OtherState _ -> {}
    }
    return String.join(", ", facts);
  }

  /**
   * Who, beside this goroutine, has used the object in these ways: the candidates for releasing it.
   * One sentence, without full stop.
   */
  public String releasers(ObjectId id, GoroutineId waiter, List<Role> ways) {
    Participants participants = world.object(id).participants();
    List<String> others = new ArrayList<>();
    boolean anybody = participants.more();
    for (Participants.Participant p : participants.all()) {
      if (p.goroutine().equals(waiter)) {
        continue;
      }
      anybody = anybody || p.roles().stream().anyMatch(r -> r != Role.MADE);
      String did =
          p.roles().stream()
              .filter(ways::contains)
              .map(Role::words)
              .collect(Collectors.joining(" and "));
      if (!did.isEmpty()) {
        String now =
            world.live(p.goroutine()).map(this::whereabouts).map("is "::concat).orElse("has ended");
        others.add(words.goroutine(p.goroutine()) + " " + did + " before and " + now);
      }
    }
    if (!others.isEmpty()) {
      return String.join("; ", others) + (participants.more() ? "; others did too" : "");
    }
    return anybody
        ? "no other goroutine that used " + words.object(id) + " did what would release it"
        : "no other goroutine ever used " + words.object(id);
  }
}
