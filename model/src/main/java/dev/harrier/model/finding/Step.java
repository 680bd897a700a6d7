package dev.harrier.model.finding;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.Role;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Set;

/** One step of how a defect happened, or of how it would. */
public sealed interface Step {
  record Made(ObjectRef object, Site site) implements Step {}

  record Created(GoroutineId creator, GoroutineId child, Site site) implements Step {}

  /** An operation, and what is remarkable about it. */
  record Performed(Operation operation, Remark remark) implements Step {
    /** What makes the operation matter. */
    public enum Remark {
      NONE,
      /** A signal that found no goroutine waiting. */
      NO_WAITER,
      /** A lock that was not unlocked afterwards. */
      NEVER_UNLOCKED,
      FIRST_OF_ITS_GOROUTINE
    }
  }

  /** A goroutine ended while it held a lock. */
  record ExitedHolding(GoroutineId goroutine, ObjectRef lock) implements Step {}

  /**
   * The goroutines that did to an object what would have released the one that waits for it.
   *
   * @param unnamed whether there were more than are remembered
   * @param used whether any goroutine but the waiting one ever used it
   */
  record Releasers(ObjectRef object, List<Releaser> releasers, boolean unnamed, boolean used)
      implements Step {
    public Releasers {
      releasers = List.copyOf(releasers);
    }

    /** One of them, and what it is doing now. */
    public record Releaser(GoroutineId goroutine, Set<Role> did, Participant.Condition now) {
      public Releaser {
        did = Set.copyOf(did);
      }
    }
  }

  /**
   * A goroutine reached a method of an object after another one had been in one that ends it, such
   * as Close.
   *
   * @param begun where the goroutine took a lock in its method
   * @param ended where the other one had taken it
   */
  record BegunAfterEnd(GoroutineId goroutine, Site begun, GoroutineId by, Site ended)
      implements Step {}

  /**
   * An edge of the wait-for graph.
   *
   * @param holders the goroutines that hold what it waits for, and since where
   * @param targets the stuck goroutines that would have to release it, the first of them
   * @param more how many more would have to
   */
  record Waits(
      GoroutineId goroutine,
      BlockReason reason,
      Site site,
      List<ObjectRef> objects,
      List<Holder> holders,
      List<GoroutineId> targets,
      int more)
      implements Step {
    public Waits {
      objects = List.copyOf(objects);
      holders = List.copyOf(holders);
      targets = List.copyOf(targets);
    }

    public record Holder(GoroutineId goroutine, Site since) {}
  }

  /** In a prediction: the goroutine takes this lock on its way. */
  record Holds(GoroutineId goroutine, ObjectRef lock, LockMode mode, Site since) implements Step {}

  /** In a prediction: the goroutine cannot continue here. */
  record WouldBlock(
      GoroutineId goroutine, Attempt attempt, ObjectRef object, Site site, Obstacle obstacle)
      implements Step {
    /** What the goroutine tries. */
    public enum Attempt {
      LOCK,
      READ_LOCK,
      SEND,
      RECEIVE,
      WAIT
    }

    /** Why it cannot. */
    public sealed interface Obstacle {
      /** The lock is held. */
      record HeldBy(GoroutineId goroutine, Site since) implements Obstacle {}

      /** A writer is waiting: a read-write mutex lets no reader pass it. */
      record WriterWaits(GoroutineId goroutine, Site site) implements Obstacle {}

      /** What would end the wait has not been done: it is what {@code goroutine} does there. */
      record NotYetDone(GoroutineId goroutine, Site site) implements Obstacle {}
    }
  }

  /**
   * The goroutine of the finding blocked.
   *
   * @param forGood whether it is proved that it can never continue
   */
  record Blocked(GoroutineId goroutine, BlockReason reason, Site site, boolean forGood)
      implements Step {}

  /**
   * An operation on a channel that a goroutine is blocked in: a send, a receive, or a case of a
   * select.
   *
   * @param site where it is blocked
   * @param number of the case, as the runtime has it; {@link Interleaving.Details#NO_CASE} outside
   *     a select
   * @param line of the case in the file of {@code site}; 0 where that is not known
   * @param name that the source has for the channel; "" where that is not known
   */
  record Case(
      GoroutineId goroutine,
      Site site,
      int number,
      SelectCase.Direction direction,
      ObjectRef channel,
      OtherEnd otherEnd,
      int line,
      String name)
      implements Step {
    /** One whose name and line are not known. */
    public static Case unnamed(
        GoroutineId goroutine,
        Site site,
        int number,
        SelectCase.Direction direction,
        ObjectRef channel,
        OtherEnd otherEnd) {
      return new Case(goroutine, site, number, direction, channel, otherEnd, 0, "");
    }

    /** Whether it is outside a select. */
    public boolean isAlone() {
      return number == Interleaving.Details.NO_CASE;
    }

    /** Whether nothing is known that could have been at the other end of the channel. */
    public boolean hasNoOtherEnd() {
      return otherEnd instanceof OtherEnd.Users(Releasers users) && users.releasers().isEmpty();
    }

    /** The same as the source has it. */
    public Case named(String itsName, int itsLine) {
      return new Case(goroutine, site, number, direction, channel, otherEnd, itsLine, itsName);
    }

    /** What would have to send, receive or close. */
    public sealed interface OtherEnd {
      /** Nothing can: the channel is nil. */
      record Nil() implements OtherEnd {}

      /** A timer or ticker sends. */
      record Clock() implements OtherEnd {}

      /**
       * The channel closes when a context is canceled.
       *
       * @param maker of the context; NONE where that is not known
       */
      record OfContext(ObjectRef context, GoroutineId maker, Site made) implements OtherEnd {}

      /** Goroutines that did so before. */
      record Users(Releasers users) implements OtherEnd {}
    }
  }

  /** Further goroutines that are stuck, and not described. */
  record MoreStuck(int goroutines) implements Step {}

  /** The panic that the finding is about. */
  record Panicked(GoroutineId goroutine, Site site, String text) implements Step {}

  /** Where the variable of a race is declared. */
  record Declared(String variable, String owner, Location at) implements Step {}

  /** An access of a race. */
  record Accessed(Access access, List<HeldLock> holding) implements Step {
    public Accessed {
      holding = List.copyOf(holding);
    }
  }

  /** Synchronization that does not order the accesses of a race, and why. */
  record Considered(Synchronization what) implements Step {
    /** What the goroutines share. */
    public sealed interface Synchronization {
      /** Only one of the two accesses is made with the lock held. */
      record HeldByOne(String lock, boolean byFirst) implements Synchronization {}

      record OnlyReadLocked(String lock) implements Synchronization {}

      /** The lock of one goroutine is not that of the other. */
      record OwnInstances(String lock) implements Synchronization {}

      /** Operations that not every execution passes between the two accesses. */
      record NotAlwaysPassed(List<Point> points) implements Synchronization {
        public NotAlwaysPassed {
          points = List.copyOf(points);
        }
      }

      /** An operation as the source has it: {@code Unlock}, {@code Wait}. */
      record Point(String operation, Location at) {}
    }
  }

  /** Two more accesses of the same variable that race. */
  record AlsoRaces(Access first, Access second) implements Step {}
}
