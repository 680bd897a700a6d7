package dev.harrier.binary.decode;

import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** A goroutine that lives: what it is doing. */
final class GoroutineDecodeState {
  private final GoroutineId id;
  private final Deque<LoggedOperation> operations = new ArrayDeque<>();
  private Optional<BlockReason> parked = Optional.empty();
  private StackId spawning = StackId.NONE;
  private TestId test = TestId.NONE;
  private boolean ends;

  GoroutineDecodeState(GoroutineId id) {
    this.id = id;
  }

  GoroutineId id() {
    return id;
  }

  void begin(LoggedOperation operation) {
    operations.push(operation);
  }

  Optional<LoggedOperation> current() {
    return Optional.ofNullable(operations.peek());
  }

  /** The current operation if it began with this request. */
  Optional<LoggedOperation> current(HookEvent request) {
    return current().filter(o -> o.request() == request);
  }

  /** Ends the latest operation of this kind; those begun after it were given up in a panic. */
  Optional<LoggedOperation> end(HookEvent request, Emission emission) {
    if (operations.stream().noneMatch(o -> o.request() == request)) {
      return Optional.empty();
    }
    while (true) {
      LoggedOperation last = operations.pop();
      if (last.request() == request) {
        return Optional.of(last);
      }
      last.effect().ifPresent(e -> emission.fill(e.place()));
    }
  }

  /** Gives up all operations. */
  void abandon(Emission emission) {
    operations.forEach(o -> o.effect().ifPresent(e -> emission.fill(e.place())));
    operations.clear();
  }

  Optional<BlockReason> parked() {
    return parked;
  }

  void parks(BlockReason reason) {
    parked = Optional.of(reason);
  }

  void wakes() {
    parked = Optional.empty();
  }

  /** Where the go statement is that it executes. */
  StackId spawning() {
    return spawning;
  }

  void spawns(StackId stack) {
    spawning = stack;
  }

  /** The test that it runs, and that has not ended; NONE if it runs none. */
  TestId runningTest() {
    return ends ? TestId.NONE : test;
  }

  void runs(TestId itsTest) {
    test = itsTest;
  }

  /** Its test has ended: all that is left to do is to go. */
  void ends() {
    ends = true;
  }

  boolean isEnding() {
    return ends;
  }
}
