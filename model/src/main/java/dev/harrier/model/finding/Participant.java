package dev.harrier.model.finding;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;

/**
 * A goroutine's part in a finding.
 *
 * @param awaits the objects that it is blocked on, or would be
 * @param stack where it is, or where it did what its part says
 * @param createdAt the stack of its creator at that moment; empty for main
 * @param creator NONE for main
 * @param lastOperations its latest operations, oldest first
 */
public record Participant(
    GoroutineId id,
    Part part,
    Condition condition,
    List<ObjectId> awaits,
    Stack stack,
    Stack createdAt,
    GoroutineId creator,
    List<Operation> lastOperations) {
  public Participant {
    awaits = List.copyOf(awaits);
    lastOperations = List.copyOf(lastOperations);
  }

  /** Whether it is the stuck goroutine that the finding is about, or waits in the same cycle. */
  public boolean isInCycle() {
    return part == Part.STUCK || part == Part.IN_THE_CYCLE;
  }

  /** What the goroutine has to do with the defect. */
  public enum Part {
    STUCK,
    /** It waits in the same cycle as the first one. */
    IN_THE_CYCLE,
    /** It is stuck because the first one is. */
    STUCK_BEHIND,
    /** It is stuck in the same test; which of them is the reason of which is not known. */
    STUCK_WITH,
    /** It had not ended either when the time was up. */
    STILL_THERE,
    /** It was there when a profile of the process was taken. */
    PROFILED,
    HELD_LOCK_AT_EXIT,
    TOOK_LOCK,
    MADE_CONTEXT,
    CLOSED_CHANNEL,
    PANICKED,
    /** It reported that its test failed. */
    FAILED_TEST,
    ADDS,
    WAITS,
    WOULD_BE_STUCK,
    READS,
    WRITES,
    SENDS,
    CLOSES
  }

  /** What the goroutine is doing at the moment that the finding is about. */
  public sealed interface Condition {
    /** The finding does not say. */
    record Unknown() implements Condition {}

    record Running() implements Condition {}

    record Exited() implements Condition {}

    /** It has run its test, and waits in Harrier's hook for what it left behind. */
    record AtEndOfTest() implements Condition {}

    /**
     * It is blocked at {@code site}, which may be elsewhere than its part's stack.
     *
     * @param on the use of a descriptor that it waits in, where that is in memory
     */
    record Blocked(BlockReason reason, Site site, Optional<Action.Used> on) implements Condition {
      /** It waits for no descriptor in memory. */
      public Blocked(BlockReason reason, Site site) {
        this(reason, site, Optional.empty());
      }
    }

    /** A predicted wait that did not happen in this run. */
    record WentOn() implements Condition {}

    /**
     * It holds these locks, by the names that the source has for them.
     *
     * @param locks may be empty
     */
    record Holding(List<HeldLock> locks) implements Condition {
      public Holding {
        locks = List.copyOf(locks);
      }
    }
  }
}
