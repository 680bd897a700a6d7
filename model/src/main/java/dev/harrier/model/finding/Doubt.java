package dev.harrier.model.finding;

import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.Site;
import java.util.List;

/** What weakens a finding, or limits what was looked at for it. */
public sealed interface Doubt {
  /**
   * It takes a timer that fires before its time or code that takes long, and the panic is a time
   * limit's own.
   *
   * @param ofTest whether the panic is in the code of a test; else a timer's function panics, or
   *     one that a timer lets continue
   */
  record TimeLimitPanics(boolean ofTest) implements Doubt {}

  /** It takes code that takes long, and the program panics of its own accord. */
  record SlownessPanics() implements Doubt {}

  /**
   * Its test had failed, or skipped itself, in a run in which a timer fired before its time or code
   * took long.
   *
   * @param consequence whether it comes after the failure; else it may be what was not cleaned up
   */
  record TestFailedBefore(boolean consequence) implements Doubt {}

  /**
   * The goroutine whose test failed had read statistics of memory, a stack or a weak pointer: what
   * all goroutines and the collector did is in them.
   */
  record ReadsMemory() implements Doubt {}

  /**
   * It also ends the test without a schedule, and no execution passed, so that schedules have no
   * part in it.
   *
   * @param executions that it ended, with and without a schedule
   */
  record EveryExecution(long executions) implements Doubt {}

  /** The test code that panicked had just reported a failure of its test, and continued. */
  record PanicAfterFailure() implements Doubt {}

  /**
   * The function that panicked recovers in a deferred function of its own: it expects the panic.
   */
  record RecoversOwnPanic() implements Doubt {}

  /** Harrier ended the execution at its limit of real time. */
  record EndedByLimit() implements Doubt {}

  /** Goroutines of its process could still run when the limit of the execution was reached. */
  record StillBusy() implements Doubt {}

  /**
   * The test that had not ended at the time limit of its process had begun late in it, so that the
   * tests before it used up the time.
   *
   * @param ranMillis how long the test had run
   * @param limitMillis how long the process had run
   */
  record BegunLate(long ranMillis, long limitMillis) implements Doubt {}

  /**
   * A search for a schedule that shows it ended without one.
   *
   * @param directed how many of the executions were meant to make it happen
   * @param arrived in how many of those all its goroutines reached where they would block
   * @param unreached where its goroutines would block, and did not reach in any of those
   */
  record NotConfirmed(long executions, long directed, long arrived, List<Site> unreached)
      implements Doubt {
    public NotConfirmed {
      unreached = List.copyOf(unreached);
    }

    /** Joins two separate searches: a place that either reached counts as reached. */
    public NotConfirmed plus(NotConfirmed other) {
      List<Site> both =
          directed == 0
              ? other.unreached
              : other.directed == 0
                  ? unreached
                  : unreached.stream().filter(other.unreached::contains).toList();
      return new NotConfirmed(
          executions + other.executions, directed + other.directed, arrived + other.arrived, both);
    }
  }

  /**
   * Tests that may run both of its accesses were explored, and it did not race.
   *
   * @param tests their names, with the package where that is not the finding's; all tests of the
   *     package if empty
   * @param executions of all of them together
   * @param reached the accesses that they reached, where that was measured
   * @param unreached the accesses that none of them reached, where that was measured
   */
  record NotSeenInTests(
      List<String> tests, long executions, List<Site> reached, List<Site> unreached)
      implements Doubt {
    public NotSeenInTests {
      tests = List.copyOf(tests);
      reached = List.copyOf(reached);
      unreached = List.copyOf(unreached);
    }
  }

  /** What was not analyzed may order the two accesses of a race that only code shows. */
  record MayBeOrdered(By by) implements Doubt {
    /** What that is. */
    public enum By {
      /** A call between the two, which may wait for the other goroutine. */
      CALL_BETWEEN,
      /** The time until a timer runs one of them, or a context ends. */
      TIMER,
      /** A client that waits for the answer to one request before it makes the next. */
      REQUESTS,
      /** The function that starts one of the goroutines, which was handed its code. */
      STARTER,
      /** A function that was handed the variable's address, and does more than the access. */
      CALLEE,
      /** The pointer that leads to the memory, which may be another one for each goroutine. */
      POINTER
    }
  }

  /**
   * Tests that run both of its accesses were explored, and it did not race.
   *
   * @param tests their names, at least one, with the package where that is not the finding's
   * @param executions of all of them together
   */
  record RanWithoutRace(List<String> tests, long executions) implements Doubt {
    public RanWithoutRace {
      tests = List.copyOf(tests);
    }
  }

  /**
   * A test that was generated for it was explored, and it did not race.
   *
   * @param call what the test calls
   */
  record NotSeenInGeneratedTest(String call, long executions) implements Doubt {}

  /** No test could be generated for it. The reason is a clause. */
  record NoTestGenerated(String reason) implements Doubt {}

  /** Nothing promises that several goroutines may use the object at once. */
  record NoContract() implements Doubt {}

  /**
   * The documentation of the type says that goroutines may use the object at once, but nothing
   * holds a lock where it accesses what the race is of, or accesses it atomically.
   */
  record NothingGuards() implements Doubt {}

  /**
   * The documentation of the type says that goroutines may use the object at once, which need not
   * mean one of the calls.
   *
   * @param call a method
   */
  record Unsaid(Why why, String call) implements Doubt {
    /** What the call has to do with the use of the object. */
    public enum Why {
      /** It starts or configures the object. */
      SET_UP,
      /** It waits for the object's group, as users of a WaitGroup do when all is added. */
      WAIT,
      /** It is one of what a method gave away, whose own type promises nothing. */
      GIVEN_AWAY,
      /** All calls are given one element, by number or as an object that promises nothing. */
      ELEMENT
    }
  }

  /**
   * The object was ended, and something else may have to release the goroutine that it left.
   *
   * @param by a name, or a sentence of the documentation
   */
  record MayBeReleased(Means means, String by) implements Doubt {
    /** What else that is. */
    public enum Means {
      /** What the setup also makes, or what of the tests it uses. */
      SETUP,
      /** What a call is given or returns, or a channel that users have. */
      EXCHANGE,
      /** Another method that may end the object, and is not called. */
      OTHER_END,
      /** The documentation says that something is left, or asks for another call. */
      SAID,
      /** A method that begins with the object, and is not called. */
      NOT_BEGUN,
      /** No test makes this call, or this object. */
      UNTESTED
    }
  }

  /** What goes wrong is in code of another module, which the one that is called uses. */
  record OfDependency() implements Doubt {}

  /** A function of the tests, which the code that is called calls, takes part in it. */
  record OfTests() implements Doubt {}

  /** The panic is the code's own, and its message says that such calls are not to be made. */
  record RefusedCall() implements Doubt {}

  /** Goroutines may use the object at once, but nothing promises that each call is atomic. */
  record NoAtomicity() implements Doubt {}

  /**
   * The schedule that shows it lets timers fire before their time.
   *
   * @param millis for how long, all in all, goroutines that could run would have to be held up
   */
  record SlownessAssumed(long millis) implements Doubt {}

  /** A select still waited for a case that it preferred when the test failed. */
  record SelectStillWaits() implements Doubt {}

  /**
   * The schedule that shows it has the clock move on while a goroutine computes.
   *
   * @param at where the goroutine then reads the clock
   * @param micros for how long it has computed
   */
  record ComputingAssumed(Site at, long micros) implements Doubt {}

  /**
   * The schedule that shows it has a connection fail, or a context be canceled.
   *
   * @param at where a goroutine uses it then
   * @param bytes how many the goroutine's end had read, or written, before; how many a short read
   *     gets
   */
  record FaultAssumed(InjectedFault fault, Site at, long bytes) implements Doubt {}

  /** It takes a fault that the code which goes wrong need not expect. */
  record FaultUnexpected(Reliance reliance) implements Doubt {
    /** Why it may. */
    public enum Reliance {
      /** It is the code of a test, which fails if its peer does, or waits for it. */
      TEST_CODE,
      /** Its test had failed, so that it may not have cleaned up, or skipped itself. */
      TEST_FAILED,
      /** It only waits for other connections, which peers may have left open for good. */
      WAITS_FOR_INPUT,
      /** The program panics of its own accord. */
      PANICS
    }
  }

  /**
   * It takes a select that continues with a timer although another of its cases was ready: the
   * goroutine itself would have to be held up before it.
   *
   * @param millis for how long
   */
  record ReadyCaseNotTaken(long millis) implements Doubt {}

  /**
   * It is a race with the code of a test that takes timers before their time: by a second or more
   * where both accesses are in tests, so that one gave up waiting for the other, by minutes where
   * one is, so that the test would have been over.
   */
  record TestIsOverEarlier() implements Doubt {}

  /**
   * It is a test at its time limit, in a run in which time limits of a second or more were over
   * early, and goroutines wait for input or output: the peer that was to answer may have given up.
   */
  record PeerGaveUpWaiting() implements Doubt {}

  /**
   * The default order, of the same seed, fails the test in some runs: something else decides.
   *
   * @param failed how many of {@code runs}
   */
  record FailsInDefaultOrder(int failed, int runs) implements Doubt {}

  /** No replay of its schedule showed it; there may have been time for none. */
  record NotShownAgain(int replays) implements Doubt {}

  /**
   * Some replays of its schedule showed it, and others did not.
   *
   * @param external whether the program waits for what is outside it, which may differ
   */
  record ReplaysDiffer(int shown, int replays, boolean external) implements Doubt {}
}
