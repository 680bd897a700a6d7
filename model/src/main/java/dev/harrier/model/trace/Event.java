package dev.harrier.model.trace;

import java.util.List;
import java.util.Optional;

/**
 * One thing that happened in the traced program.
 *
 * <p>An operation that may block is a pair: the request, which is an event only if it did block
 * ({@link Block}), and the completion, which says how it ended. An operation that did not block is
 * only its completion. Operations of a goroutine appear in program order; operations on one object
 * appear in the order in which they took effect.
 */
public sealed interface Event {
  At at();

  default long order() {
    return at().order();
  }

  default long nanos() {
    return at().nanos();
  }

  default GoroutineId goroutine() {
    return at().goroutine();
  }

  default StackId stack() {
    return at().stack();
  }

  /**
   * A {@code go} statement (or the runtime's equivalent) created {@code child}.
   *
   * @param timer the timer whose function {@code child} runs: what came before the timer was set
   *     came before {@code child} too; NONE for a {@code go} statement
   * @param name of the child in a controlled run; else NONE
   */
  record Spawn(At at, GoroutineId child, ObjectId timer, GoroutineName name) implements Event {
    /** A {@code go} statement in a run that is not controlled. */
    public Spawn(At at, GoroutineId child) {
      this(at, child, ObjectId.NONE, GoroutineName.NONE);
    }
  }

  /**
   * In a controlled run: the goroutine begins an operation that others can see, after all that were
   * let run before it. Unless it is a mere access to memory, what comes of it is recorded by the
   * event that follows.
   *
   * @param number of the operation among the goroutine's, from 1, as the runtime counts them
   * @param variable which one is accessed, in the order of first accesses from 1; 0 for none
   * @param use of a descriptor, which is the variable, if {@code access} is DESCRIPTOR; else empty
   * @param timer what it does to a timer, which is the variable, and {@code access} an UPDATE;
   *     empty for everything else
   */
  record Operation(
      At at,
      long number,
      AccessKind access,
      long variable,
      Optional<DescriptorUse> use,
      Optional<TimerChange> timer)
      implements Event {
    public Operation {
      if (use.isPresent() != (access == AccessKind.DESCRIPTOR)) {
        throw new IllegalArgumentException("a use of a descriptor says which it is");
      }
    }

    /** One that uses no descriptor and no timer. */
    public Operation(At at, long number, AccessKind access, long variable) {
      this(at, number, access, variable, Optional.empty(), Optional.empty());
    }
  }

  /**
   * In a controlled run: the goroutine reads what no decision is about, for the first time as far
   * as this kind of input goes.
   */
  record Input(At at, InputKind kind) implements Event {}

  /**
   * In a controlled run that was asked for details: the goroutine's next operation on the channel,
   * if it is a send, sends this value.
   */
  record Message(At at, ObjectId channel, Value value) implements Event {}

  /**
   * In a controlled run that was asked for details: a value in memory that the goroutine accesses.
   * It is about its latest access, an {@link Operation} or a {@link Race}, or about the {@link
   * EarlierAccess} that it recorded last. Of a timer that it stops or resets, it is how it found
   * that, the name of a {@link TimerChange.Found}, and then the time in which that fires.
   *
   * @param value empty if it is not known
   */
  record Memory(At at, Moment moment, Optional<Value> value) implements Event {
    /** When the value was there. */
    public sealed interface Moment {}

    /** Before the access. */
    public record Before() implements Moment {}

    /** After the access, which may have written. */
    public record After() implements Moment {}

    /**
     * Before the earlier access of the race.
     *
     * @param since how many operations have begun since that access
     */
    public record BeforeEarlier(long since) implements Moment {}

    /** After the earlier access of the race, which wrote. */
    public record AfterEarlier() implements Moment {}
  }

  /**
   * In a controlled run that was asked for details: an access to memory that was made before. Where
   * a test fails or a panic ends the process, these are the reads of its goroutine, and of those
   * that it started, that other goroutines wrote to, in their order, each after the latest of these
   * writes; but what deferred functions read while it panics. A goroutine that writes there only
   * after the failure records the read, and its write.
   *
   * @param access {@code READ} or {@code WRITE}
   * @param variable a number of that memory: as in {@link Operation}, if one has accessed it; else
   *     a negative one
   * @param by the goroutine that made it
   * @param from where it made it
   * @param since how many operations have begun since
   */
  record EarlierAccess(
      At at, AccessKind access, long variable, GoroutineId by, StackId from, long since)
      implements Event {}

  /** The goroutine ended, by returning or by {@code runtime.Goexit}. */
  record Exit(At at) implements Event {}

  /**
   * The goroutine stops running until another one, or the runtime, readies it.
   *
   * @param object what it waits for; NONE where there is no single object: a nil channel, a select
   *     (whose cases are in {@code cases}), a sleep
   * @param cases the cases of a select, else empty
   */
  record Block(At at, BlockReason reason, ObjectId object, List<SelectCase> cases)
      implements Event {}

  /** The goroutine (or the runtime) made {@code target} runnable again. */
  record Unblock(At at, GoroutineId target) implements Event {}

  /** An object came into being where the program says so: a {@code make(chan T)}. */
  record Make(At at, ObjectId object) implements Event {}

  /** A lock was taken, or a {@code Once} entered its function. */
  record Acquire(At at, ObjectId lock, LockMode mode, Completion completion) implements Event {}

  /** A lock was given back, or a {@code Once} left its function. */
  record Release(At at, ObjectId lock, LockMode mode) implements Event {}

  /** A {@code TryLock} or {@code TryRLock} did not get the lock. */
  record Refused(At at, ObjectId lock, LockMode mode) implements Event {}

  /**
   * The collector found that nothing refers to a lock any more, and it is held: it can never be
   * given back.
   */
  record Collected(At at, ObjectId lock) implements Event {}

  /** A value went into a channel or straight to a receiver. */
  record Send(At at, ObjectId channel, Completion completion) implements Event {}

  /**
   * A receive ended.
   *
   * @param ok whether it got a value; false if the channel was closed and empty
   */
  record Receive(At at, ObjectId channel, boolean ok, Completion completion) implements Event {}

  /** A channel was closed. */
  record Close(At at, ObjectId channel) implements Event {}

  /**
   * A select with at least two cases, or with one case and a default, ended.
   *
   * @param chosen index into {@code cases}, or -1 for the default
   * @param ok for a receive: whether it got a value; true for a send and the default
   */
  record Select(
      At at,
      List<SelectCase> cases,
      boolean hasDefault,
      int chosen,
      boolean ok,
      Completion completion)
      implements Event {}

  /** {@code Wait} of a wait group or a cond returned. */
  record Wait(At at, ObjectId object, Completion completion) implements Event {}

  /** A wait group's counter is about to change by {@code delta}; {@code Done} is delta -1. */
  record Add(At at, ObjectId group, int delta) implements Event {}

  /** {@code Cond.Signal}. */
  record Signal(At at, ObjectId cond) implements Event {}

  /** {@code Cond.Broadcast}. */
  record Broadcast(At at, ObjectId cond) implements Event {}

  /** A cancellable context was made below {@code parent} (NONE if that one can't be canceled). */
  record ContextNew(At at, ObjectId context, ObjectId parent) implements Event {}

  /**
   * {@code context.Done()} made its channel: a goroutine that waits on it waits for the context.
   */
  record ContextDone(At at, ObjectId context, ObjectId channel) implements Event {}

  /** A context was canceled, by its cancel function, its deadline or its parent. */
  record ContextCancel(At at, ObjectId context) implements Event {}

  /**
   * A timer or ticker was made or set again.
   *
   * @param timer the channel that it will send on, or else the timer itself, whose function will
   *     run in a goroutine of its own
   */
  record TimerSet(At at, ObjectId timer) implements Event {}

  /** A timer fired: it sent on {@code channel}, or started its function if that is NONE. */
  record TimerFire(At at, ObjectId channel) implements Event {}

  /**
   * A panic began.
   *
   * @param fatal whether it is a fatal error of the runtime, which no recover stops
   */
  record Panic(At at, String message, boolean fatal) implements Event {}

  /**
   * The latest panic of the goroutine that was not recovered yet is; the stack is that of the
   * deferred function that called {@code recover}, inside the panic.
   */
  record Recovered(At at) implements Event {}

  /**
   * An access that nothing orders with an earlier one to the same memory, and one of them writes;
   * or a send on a channel and its close. The stack is that of this access.
   */
  record Race(At at, RacingAccess access, Earlier earlier) implements Event {
    /**
     * The access that came before.
     *
     * @param stack where it was made
     */
    public record Earlier(GoroutineId by, RacingAccess access, StackId stack) {}
  }

  /** The goroutine begins to run a test. */
  record TestBegin(At at, TestId test) implements Event {}

  /** A test was marked as failed, for the first time; its parents were marked before. */
  record TestFail(At at, TestId test) implements Event {}

  /** A test ended; subtests that it ran have ended before. */
  record TestEnd(At at, TestId test, TestStatus status) implements Event {}

  /**
   * The runtime wrote down the state of all goroutines of the program.
   *
   * @param test the test that ended, for {@link CheckpointReason#TEST_END}
   * @param timers how many timers were set; {@link #UNKNOWN} where what came before was lost, so
   *     that there may be goroutines, too, that are not recorded
   * @param pollWaiters how many goroutines waited for the network poller
   */
  record Checkpoint(
      At at,
      CheckpointReason reason,
      TestId test,
      int timers,
      int pollWaiters,
      List<GoroutineState> goroutines)
      implements Event {
    /** As a number of timers: not known. */
    public static final int UNKNOWN = -1;

    /** One goroutine's state at the checkpoint. */
    public record GoroutineState(GoroutineId id, GoroutineStatus status, BlockReason reason) {}
  }

  /**
   * A decision of a controlled run that differs from the default order, in which who runs
   * continues, then the goroutine that could have run for longest, and a select takes its first
   * case that is ready.
   *
   * @param of the goroutine at whose point it was taken: it ran last
   * @param name of {@code of}
   * @param point how many points {@code of} had passed, counting this one; for COMPUTING, how often
   *     it had read the clock, and for FAULT used connections in memory, counting this time, whose
   *     stack the event has
   * @param options how many there were to choose from; for RETURNED, which of the goroutine's calls
   *     it was; 0 for COMPUTING; for FAULT, the number of the {@link InjectedFault}
   * @param chosen the name of the goroutine that runs next or has returned, or the index of the
   *     case; for a timer, by how many microseconds it is before its time; for COMPUTING, how many
   *     microseconds it took; for FAULT, after how many bytes, or how many a short read gets
   * @param next the goroutine that runs next or has returned; NONE for other kinds
   */
  record Choice(
      At at,
      ChoiceKind kind,
      GoroutineId of,
      GoroutineName name,
      long point,
      int options,
      long chosen,
      GoroutineId next)
      implements Event {}

  /**
   * A select begins to wait for one of its cases only, as the plan of the run prefers, or has ended
   * that: because the case came, or because its patience ended and it begins again with all its
   * cases.
   *
   * @param micros how long it waited; 0 as it begins
   */
  record Preferred(At at, int preferredCase, Stage stage, long micros) implements Event {
    /** How far its wait is. */
    public enum Stage {
      WAITS,
      GAVE_UP,
      CAME
    }

    public boolean gaveUp() {
      return stage == Stage.GAVE_UP;
    }
  }

  /**
   * Events are missing between the one before and the next: what was so before may no longer be.
   *
   * @param missing how many at least
   */
  record Lost(At at, long missing) implements Event {}

  /** How a test ended. */
  enum TestStatus {
    PASSED,
    FAILED,
    SKIPPED,
    /** The trace does not say. */
    UNKNOWN
  }
}
