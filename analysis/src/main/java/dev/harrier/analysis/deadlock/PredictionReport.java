package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.predict.Hold;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.story.Words;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import java.util.ArrayList;
import java.util.List;

/** How goroutines are told of that came through this run and might not through the next. */
final class PredictionReport {
  private final ProgramState program;
  private final Storyteller story;
  private final Words words;
  private final List<String> steps = new ArrayList<>();

  PredictionReport(ProgramState program, Storyteller story) {
    this.program = program;
    this.story = story;
    this.words = story.words();
  }

  List<String> steps() {
    return List.copyOf(steps);
  }

  /** Adds who made the goroutine, and where. */
  void created(GoroutineId id) {
    Goroutine facts = program.trace().goroutine(id);
    if (!facts.parent().equals(GoroutineId.NONE)) {
      steps.add(
          "%s created %s at %s"
              .formatted(
                  words.goroutine(facts.parent()),
                  words.goroutine(id),
                  words.place(facts.createdAt())));
    }
  }

  /** Adds one more step. */
  void step(String line) {
    steps.add(line);
  }

  /**
   * A goroutine's part: what it holds, then the step that would block.
   *
   * @param blocks what it would do there and why it could not: "would block locking mutex o2, ..."
   */
  GoroutineStory goroutine(GoroutineId id, List<Hold> holds, StackId at, String blocks) {
    List<String> operations = new ArrayList<>();
    for (Hold hold : holds) {
      operations.add(took(hold));
    }
    operations.add(blocks + " at " + words.place(at));
    Stack stack = program.trace().stack(at);
    return new GoroutineStory(
        id,
        "would be stuck",
        waitsAt(id, at) ? "blocked there when the trace ended" : "went on in this run",
        stack,
        story.createdAt(id),
        program.trace().goroutine(id).parent(),
        operations);
  }

  private boolean waitsAt(GoroutineId id, StackId at) {
    return program
        .live(id)
        .flatMap(GoroutineState::block)
        .filter(block -> block.stack().equals(at))
        .isPresent();
  }

  /** "locked mutex o1 at a.go:5". */
  String took(Hold hold) {
    String operation = hold.mode() == LockMode.READ ? "read-locked " : "locked ";
    return operation + words.object(hold.lock()) + " at " + words.place(hold.stack());
  }

  /** Whether the standard library does this on its own, and is not what is tested. */
  boolean isLibrary(StackId at) {
    return story.frames().isLibrary(program.trace().stack(at));
  }

  /** Whether the place is a TryLock, which never waits. */
  boolean isTry(StackId at) {
    Stack stack = program.trace().stack(at);
    return story.mentions(stack, ".TryLock(")
        || story.mentions(stack, ".TryRLock(")
        || stack.frames().stream()
            .anyMatch(f ->
                f.function().endsWith("Mutex).TryLock")
                    || f.function().endsWith("Mutex).TryRLock"));
  }
}
