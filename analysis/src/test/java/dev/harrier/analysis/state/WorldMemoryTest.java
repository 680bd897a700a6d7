package dev.harrier.analysis.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Role;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SyncObject;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.trace.TraceHeader;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A program that makes objects without end must not fill the program. */
final class WorldMemoryTest {
  private static final GoroutineId WORKER = new GoroutineId(7);
  private static final GoroutineId WAITER = new GoroutineId(8);

  /** Side tables in which odd objects are mutexes and even ones channels. */
  private record Tables() implements Trace {
    @Override
    public TraceHeader header() {
      return new TraceHeader("go1.26", "", 1, Instant.EPOCH);
    }

    @Override
    public Completeness replay(Consumer<? super Event> sink) {
      return new Completeness.Whole();
    }

    @Override
    public Goroutine goroutine(GoroutineId id) {
      return new Goroutine(id, GoroutineId.NONE, StackId.NONE, Site.UNKNOWN, TestId.NONE, false);
    }

    @Override
    public SyncObject object(ObjectId id) {
      ObjectKind kind = id.value() % 2 == 0 ? ObjectKind.CHANNEL : ObjectKind.MUTEX;
      return new SyncObject(id, kind, StackId.NONE, false, 0);
    }

    @Override
    public Stack stack(StackId id) {
      return Stack.EMPTY;
    }

    @Override
    public dev.harrier.model.trace.Test test(TestId id) {
      return new dev.harrier.model.trace.Test(id, "", TestId.NONE);
    }
  }

  private long order;

  private At by(GoroutineId goroutine) {
    return new At(++order, 0, goroutine, StackId.NONE);
  }

  @Test
  void objectsThatAreNoLongerUsedAreForgottenButNotHeldLocksAndAwaitedChannels() {
    ProgramState program = new ProgramState(new Tables());
    ObjectId held = new ObjectId(1);
    ObjectId awaited = new ObjectId(2);
    program.apply(new Event.Acquire(by(WORKER), held, LockMode.WRITE, Completion.NEITHER));
    program.apply(new Event.Make(by(WAITER), awaited));
    program.apply(new Event.Block(by(WAITER), BlockReason.CHAN_RECEIVE, awaited, List.of()));
    for (long id = 3; id < 1_000_000; id++) {
      ObjectId object = new ObjectId(id);
      if (id % 2 == 0) {
        program.apply(new Event.Make(by(WORKER), object));
        program.apply(new Event.Send(by(WORKER), object, Completion.NEITHER));
      } else {
        program.apply(new Event.Acquire(by(WORKER), object, LockMode.WRITE, Completion.NEITHER));
        program.apply(new Event.Release(by(WORKER), object, LockMode.WRITE));
      }
    }
    assertThat(program.objectCount()).isLessThan(300_000);
    assertThat(((LockState) program.object(held)).holders()).hasSize(1);
    assertThat(program.object(awaited).participants().has(WAITER, Role.MADE)).isTrue();
  }

  @Test
  void goroutinesThatEndedAreForgotten() {
    ProgramState program = new ProgramState(new Tables());
    for (long id = 10; id < 100_000; id++) {
      GoroutineId child = new GoroutineId(id);
      program.apply(new Event.Spawn(by(WORKER), child));
      program.apply(new Event.Exit(by(child)));
    }
    assertThat(program.live()).hasSize(1);
  }
}
