package dev.harrier.model.finding;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Optional;

/** What is wrong, in the terms of the rule that found it. */
public sealed interface Defect {
  /**
   * A goroutine that is blocked and has outlived its purpose.
   *
   * @param forGood whether it is proved that it can never continue
   * @param on the first object that it waits for, and its capacity if it is a channel
   * @param inCycle how many goroutines wait for each other; 1 if it is alone
   */
  record Leaked(BlockReason reason, Optional<Awaited> on, boolean forGood, int inCycle)
      implements Defect {}

  /**
   * Goroutines that programs outside tests have, blocked at one place and created at one place.
   *
   * @param type of what they wait for, as the source has it, or "" if not known
   * @param forGood whether it is proved that they can never continue
   * @param growth how many there were over time, in order; empty if only one moment is known
   */
  record LeakedInProduction(
      BlockReason reason,
      Optional<Awaited> on,
      String type,
      boolean forGood,
      Footprint footprint,
      List<Headcount> growth)
      implements Defect {
    public LeakedInProduction {
      growth = List.copyOf(growth);
    }
  }

  /** What a goroutine waits for; the capacity is 0 unless it is a channel. */
  record Awaited(ObjectKind kind, int capacity) {}

  /** A test, or the program, that can never continue. */
  record Deadlocked(boolean test, BlockReason reason, int inCycle) implements Defect {}

  /** {@code Cond.Wait} never returns. */
  record NeverSignaled(boolean signaledTooEarly) implements Defect {}

  /** {@code WaitGroup.Wait} never returns. */
  record NeverDone(long added, long done) implements Defect {}

  /** A goroutine waits for a lock that it holds, since {@code taken}. */
  record LockedTwice(Again again, Site taken) implements Defect {
    /** Which lock is taken under which. */
    public enum Again {
      LOCK_UNDER_LOCK,
      LOCK_UNDER_READ_LOCK,
      READ_LOCK_UNDER_LOCK,
      READ_LOCK_UNDER_READ_LOCK,
      ONCE_IN_ITSELF
    }
  }

  /**
   * A lock that can't be given back any more; {@code waiter} is where another goroutine waits for
   * it, if any does.
   */
  record NeverUnlocked(LockMode mode, Optional<Site> waiter) implements Defect {}

  /** The cancel function of a context is never called. */
  record NeverCanceled() implements Defect {}

  /** A send on a closed channel, closed there if that is known. */
  record SentOnClosed(Optional<Site> closed) implements Defect {}

  /** A close of a closed channel, closed there first if that is known. */
  record ClosedTwice(Optional<Site> first) implements Defect {}

  record ClosedNil() implements Defect {}

  /** An unlock of a lock that is not held, unlocked there before if that is known. */
  record UnlockedFree(LockMode mode, Optional<Site> before) implements Defect {}

  /** A wait group used against its contract, as the sync package says by a panic. */
  record WaitGroupMisused(Misuse misuse) implements Defect {
    /** What the panic says. */
    public enum Misuse {
      NEGATIVE_COUNTER,
      ADD_DURING_WAIT,
      REUSED_BEFORE_WAIT_RETURNED
    }
  }

  /** An Add that nothing orders before the Wait at {@code waitSite}. */
  record UnorderedAdd(Site waitSite) implements Defect {}

  /**
   * A panic, or a fatal error of the runtime, that ends the process.
   *
   * @param text its first line; may be empty
   */
  record Crashed(boolean fatal, String text) implements Defect {}

  /**
   * A test that reported a failure of its own under a schedule.
   *
   * @param message of the assertion, in one line; empty if it printed none
   */
  record TestFailed(String message) implements Defect {}

  /**
   * Calls of one object that were made at the same time returned what no sequential order of them
   * returns.
   *
   * @param results of the calls, and the state after them
   * @param possible the results of all sequential orders; empty if these differ from run to run,
   *     and two calls returned the same, which they never do there
   */
  record NonLinearizable(String results, List<String> possible) implements Defect {
    public NonLinearizable {
      possible = List.copyOf(possible);
    }
  }

  /** A test had not ended at its time limit; empty if it was busy. */
  record TimedOut(Optional<BlockReason> blockedIn) implements Defect {}

  /**
   * Locks that can be taken in an order that deadlocks.
   *
   * @param goroutines how many would wait for each other
   * @param other where the second of them would wait
   */
  record LockCycle(Shape shape, int goroutines, Site other) implements Defect {
    /** What it looks like. */
    public enum Shape {
      OPPOSITE_ORDERS,
      /** A read lock is taken under itself, and a writer can come in between. */
      READ_LOCK_AGAIN,
      LONGER
    }
  }

  /**
   * A wait with a lock held, taken at {@code held}, which the goroutine that would end the wait
   * needs first at {@code needed}.
   */
  record WaitsWithLock(Step.WouldBlock.Attempt attempt, Site held, Site needed) implements Defect {}

  /**
   * Two accesses that nothing orders.
   *
   * @param variable its name in the source; "" if that is not known
   * @param sameCode whether the second is the same code, run by other goroutines
   */
  record Race(String variable, Access first, Access second, boolean sameCode) implements Defect {}

  /**
   * A send on a channel and its close that nothing orders: under another schedule the send panics.
   *
   * @param by what started the goroutine that closes; empty if it was not started or that is not
   *     known
   */
  record UnorderedClose(Location send, Location close, Optional<Access.Launch> by)
      implements Defect {}
}
