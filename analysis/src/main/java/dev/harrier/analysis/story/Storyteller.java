package dev.harrier.analysis.story;

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
import dev.harrier.analysis.state.Role;
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

/** Tells what goroutines and objects of a program have been through. */
public final class Storyteller {
  private final ProgramState program;
  private final Words words;
  private final Frames frames;
  private final SourceLines sources;

  public Storyteller(ProgramState program, AnalysisContext context) {
    this.program = program;
    this.frames = new Frames(context);
    this.sources = context.sources();
    this.words = new Words(program.trace(), frames);
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
        .map(event -> program.trace().stack(event.stack()))
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
    return program.trace().stack(program.trace().goroutine(id).createdAt());
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
                event instanceof Event.TestFail
                    || !isInternal(program.trace().stack(event.stack())))
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
    return program
        .live(id)
        .map(state -> story(id, role, "now " + whereabouts(state), at, operations(state.recent())))
        .orElseGet(() -> story(id, role, "exited", at, List.of()));
  }

  /** The part of a goroutine that panicked, whatever its deferred functions did after that. */
  public GoroutineStory panicked(PanicMoment moment) {
    Event.Panic panic = moment.panic();
    Stack at = program.trace().stack(panic.stack());
    return story(panic.goroutine(), "panicked", "", at, operations(moment.before()));
  }

  /** "blocked in chan send at worker.go:12". */
  private String whereabouts(GoroutineState state) {
    String doing = doing(state);
    return doing.startsWith("blocked") ? doing + " at " + words.place(standsAt(state)) : doing;
  }

  private GoroutineStory story(
      GoroutineId id, String role, String state, Stack stack, List<String> operations) {
    Goroutine facts = program.trace().goroutine(id);
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
    ObjectState state = program.object(id);
    SyncObject facts = program.trace().object(id);
    return new ObjectStory(
        id,
        facts.kind(),
        frames.trimmed(program.trace().stack(facts.madeAt())),
        facts.madeKnown(),
        note(state),
        state.recent().stream().map(words::operationBy).toList());
  }

  private String note(ObjectState state) {
    List<String> facts = new ArrayList<>();
    switch (state) {
      case ChannelState channel -> {
        int capacity = program.trace().object(channel.id()).capacity();
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
    Participants participants = program.object(id).participants();
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
            program
                .live(p.goroutine())
                .map(this::whereabouts)
                .map("is "::concat)
                .orElse("has ended");
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
