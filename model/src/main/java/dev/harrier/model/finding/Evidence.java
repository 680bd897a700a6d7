package dev.harrier.model.finding;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import java.util.List;

/** What a finding rests on. The first of a finding's evidence is the strongest. */
public sealed interface Evidence {
  /** The collector found that nothing that can still run refers to what the goroutine waits for. */
  record Unreachable() implements Evidence {}

  /**
   * A ticker wakes it again and again, and the collector found that nothing else that can still run
   * refers to the other channels of its select.
   */
  record OnlyTickerLeft() implements Evidence {}

  /**
   * Its test is over, and it is in a select with a timer; the other channels of that are reached by
   * only such goroutines, and nothing but such channels can end their loops.
   */
  record PollsInVain() implements Evidence {}

  /**
   * Its test is over, and it sleeps again and again until memory changes that it reads; what it
   * refers to is reached only by such goroutines, and none of them writes it.
   */
  record SleepsInVain() implements Evidence {}

  /**
   * Its test is over, and it has waited in a select with a timer in one place again and again; the
   * other channels of that are reached only by such goroutines, but something else may end their
   * loops.
   */
  record OnlyPolls() implements Evidence {}

  /**
   * Several collections of a program in production have seen it in a select with a timer, in
   * another round each time; the other channels of that are reached only by such goroutines, but
   * something else may end their loops.
   */
  record OnlyTimeWakes() implements Evidence {}

  /**
   * Its test is over, and it has slept in one place again and again: it is never blocked elsewhere.
   */
  record OnlySleeps() implements Evidence {}

  /**
   * Its test is over, and it has received from one ticker in one place again and again: it is never
   * blocked elsewhere.
   */
  record OnlyTicks() implements Evidence {}

  /** Nothing in the process could run, no timer was set and no I/O was pending. */
  record Quiescence() implements Evidence {}

  /** Each goroutine holds what the next one waits for. */
  record WaitCycle() implements Evidence {}

  /**
   * The test has ended, no timer was set, no I/O was pending, and only goroutines of that test,
   * which are gone or blocked, ever used what the goroutine waits for.
   */
  record OutlivesTest() implements Evidence {}

  /** No operation can end the wait: a nil channel, a select without cases. */
  record EndlessByDefinition() implements Evidence {}

  /**
   * Every goroutine that was ever seen to release what the goroutine waits for, and what those wait
   * for in turn, is stuck or has exited.
   */
  record ReleasersStuck() implements Evidence {}

  /** It had not gone on when the time was up. */
  record StillBlockedAtTimeLimit() implements Evidence {}

  /** Quiescence, but an idle worker looks the same. */
  record QuiescentButMaybeIdle() implements Evidence {}

  /** It was blocked when the process ended, and something else could still run. */
  record StillBlockedAtExit() implements Evidence {}

  /** It was blocked when a profile of the process was taken. */
  record BlockedWhenProfiled() implements Evidence {}

  /** The goroutine that waits for the lock holds it. */
  record HeldByWaiter() implements Evidence {}

  /** The goroutine that holds the lock has exited. */
  record HolderExited() implements Evidence {}

  /** The collector found that nothing refers to the lock any more, while it was held. */
  record UnreachableWhileHeld() implements Evidence {}

  /** Neither the context nor one above it was canceled. */
  record ContextNotCanceled() implements Evidence {}

  /** The process ended with it; the text is its first line and may be empty. */
  record Panic(boolean fatal, String text) implements Evidence {}

  /** The program recovered it; the text is its first line. */
  record RecoveredPanic(String text) implements Evidence {}

  /**
   * The goroutine's first operation is the Add, and nothing orders it and the Wait of the goroutine
   * that created it.
   */
  record AddNotOrdered() implements Evidence {}

  /**
   * What was predicted, or seen in the source, happened under a schedule that a search found.
   *
   * @param execution of the search in which it happened first, from 1
   */
  record MadeToHappen(long execution) implements Evidence {}

  /**
   * It happened in a test that was generated for it, since no test of the user's showed it.
   *
   * @param call what the test calls
   */
  record InGeneratedTest(String call) implements Evidence {}

  /**
   * It happened in a test that was written to call methods of one object at the same time.
   *
   * @param setup the statements that make the object
   * @param from the test that has them; "" if no test does
   * @param calls of each goroutine
   */
  record InScenario(List<String> setup, String from, List<List<String>> calls) implements Evidence {
    public InScenario {
      setup = List.copyOf(setup);
      calls = calls.stream().map(List::copyOf).toList();
    }
  }

  /**
   * Calls of a scenario wait, and return if they are made after those that have returned.
   *
   * @param calls as the scenario has them
   */
  record Forgotten(List<String> calls) implements Evidence {
    public Forgotten {
      calls = List.copyOf(calls);
    }
  }

  /**
   * Why several goroutines may use an object at once.
   *
   * @param text a sentence of the documentation, the method that is called, or the field; of {@link
   *     Reason#SERVES}, and of {@link Reason#ABANDONED} if the object is ended, both methods, with
   *     " | " between them; of {@link Reason#ENDED}, the methods that end it
   * @param at {@code FILE:LINE} of it
   */
  record Contract(Reason reason, String text, String at) implements Evidence {
    /** Where it says so, the best first. */
    public enum Reason {
      /** One goroutine calls the object, and the other one is the object's own. */
      ONE_CALLER,
      /** A loop over an iterator may end early. */
      LEFT_EARLY,
      /**
       * The context of a call is canceled, or the object is ended, and nothing reads the channel
       * that the call returned.
       */
      ABANDONED,
      /** Its own methods have ended the object, so that its goroutines should be gone. */
      ENDED,
      /** Both goroutines are the object's own: who calls it does not matter. */
      OWN_GOROUTINES,
      /** Timers of the object call both, each in a goroutine of its own. */
      OWN_TIMERS,
      /** One of the two calls returns only when the other one ends it. */
      SERVES,
      /**
       * The calls share no object, and meet in a variable of a package. Goroutines may call a
       * function of a package, and use an object that each has for itself.
       */
      PACKAGE_VARIABLE,
      /** The calls are of functions of the package, and are given nothing that they could share. */
      PACKAGE_FUNCTIONS,
      /** Each of two goroutines does what a test does, with objects of its own. */
      OWN_USE,
      /** The documentation of the methods, or of an interface that they belong to. */
      METHODS_DOCUMENTED,
      /** The documentation of the type or of its constructor. */
      DOCUMENTED,
      /** Other methods write the field of a race while they hold a lock, or atomically. */
      FIELD_GUARDED,
      /** A loop waits until the field of a race is set, which nothing in the loop does. */
      FIELD_AWAITED,
      /** Each goroutine of a cycle holds a lock that the next one waits for, all in called code. */
      LOCKS_TAKEN,
      /**
       * What panics since a channel is closed returns one after the other: the calls check for that
       * themselves.
       */
      CHECKED,
      /** The documentation of the type, which need not mean one of the calls. */
      DOCUMENTED_OF_USE,
      /** The documentation of the package. */
      PACKAGE_DOCUMENTED,
      /** A test calls its methods in goroutines. */
      TESTED,
      /** One of the goroutines is the object's own. */
      OWN_GOROUTINE,
      /** It has a lock, a channel or an atomic field: that is no promise. */
      GUARDED
    }
  }

  /**
   * Where the field of a race is accessed without the lock that guards it elsewhere.
   *
   * @param lock with its type; "" if other accesses are atomic
   * @param accesses one or both of the race
   */
  record Unguarded(String lock, List<Access> accesses) implements Evidence {
    public Unguarded {
      accesses = List.copyOf(accesses);
    }

    /**
     * One of them.
     *
     * @param at where it is
     * @param call the outermost function of the module above it, or the access itself
     */
    public record Access(Site at, Site call) {}
  }

  /**
   * One access of a race is of what a call returned: the slice or map of a field, not a copy.
   *
   * @param field with its type
   * @param lock that the other access holds, with its type
   * @param by the method that returned it
   * @param at {@code FILE:LINE} of that method
   */
  record Returned(String field, String lock, String by, String at) implements Evidence {}

  /** Nothing orders the goroutines of a predicted cycle, and no lock keeps them apart. */
  record CycleNotOrdered() implements Evidence {}

  /** In this run {@code partner} reached the lock first; nothing orders the two. */
  record PartnerCameFirst(GoroutineId partner) implements Evidence {}

  /**
   * The test reported a failure under the schedule, and does not without it.
   *
   * @param inOrder how many runs in the default order passed, of the same seed
   * @param otherwise how many runs under another schedule passed; 0 if the default order passes, or
   *     nothing was tried
   * @param natively how many runs without a schedule passed; 0 if none was tried, or none ended
   */
  record PassesOtherwise(int inOrder, int otherwise, int natively) implements Evidence {}

  /** Both accesses happened in the run, and no synchronization of the run orders them. */
  record AccessesNotOrdered() implements Evidence {}

  /**
   * No chain of synchronization orders two accesses in the source, and they hold no lock in common.
   *
   * @param to what the two accesses have in common
   */
  record StaticOrder(Target to) implements Evidence {
    /** How sure it is that both accesses are to the same memory. */
    public enum Target {
      /** The variable itself, or a field of it. */
      VARIABLE,
      /** A map or an element that the variable refers to. */
      CONTENTS,
      /** A field of something that the variable points to. */
      POINTEE
    }
  }
}
