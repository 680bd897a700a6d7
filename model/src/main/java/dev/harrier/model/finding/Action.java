package dev.harrier.model.finding;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.DescriptorUse;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Value;
import java.util.Optional;

/** What an operation did: an event of a trace with its objects and tests resolved. */
public sealed interface Action {
  /** A go statement. */
  record Created(GoroutineId child) implements Action {}

  /** The goroutine ended. */
  record Exited() implements Action {}

  /**
   * It stopped running.
   *
   * @param object the object of a plain wait; a nil channel where there is none, as in a select
   */
  record Blocked(BlockReason reason, ObjectRef object) implements Action {}

  /** It made another goroutine runnable. */
  record Readied(GoroutineId target) implements Action {}

  record Made(ObjectRef object) implements Action {}

  record Locked(ObjectRef lock, LockMode mode) implements Action {}

  record Unlocked(ObjectRef lock, LockMode mode) implements Action {}

  /** It tried to take a lock and did not get it. */
  record Refused(ObjectRef lock, LockMode mode) implements Action {}

  /** The collector found it held, and nothing that refers to it. */
  record Collected(ObjectRef lock) implements Action {}

  record Sent(ObjectRef channel, boolean inSelect) implements Action {}

  /**
   * A receive ended.
   *
   * @param value whether it got a value; false if it saw that the channel was closed
   */
  record Received(ObjectRef channel, boolean value, boolean inSelect) implements Action {}

  /** A select took its default. */
  record TookDefault() implements Action {}

  record Closed(ObjectRef channel) implements Action {}

  /** {@code Wait} returned. */
  record Waited(ObjectRef object) implements Action {}

  /** {@code Add}; {@code Done} if {@code delta} is -1. */
  record Added(ObjectRef group, int delta) implements Action {}

  record Signaled(ObjectRef cond) implements Action {}

  record Broadcast(ObjectRef cond) implements Action {}

  /** It asked a context for its Done channel. */
  record AskedForDone(ObjectRef context) implements Action {}

  record Canceled(ObjectRef context) implements Action {}

  /** A timer fired: into a channel, or it called its function if that is nil. */
  record TimerFired(ObjectRef channel) implements Action {}

  /**
   * A panic began.
   *
   * @param text its first line
   */
  record Panicked(String text) implements Action {}

  /** A deferred function recovered the goroutine's panic. */
  record Recovered() implements Action {}

  /** It accessed what another goroutine had accessed, and nothing orders the two. */
  record Raced(RacingAccess access, GoroutineId with) implements Action {}

  /** It read what no decision of its schedule is about. */
  record ReadInput(InputKind input) implements Action {}

  /** It is about to send this, if it sends on the channel next. */
  record Offered(ObjectRef channel, Value message) implements Action {}

  /** Records of the trace are missing here. */
  record LostRecords(long missing) implements Action {}

  record SetTimer(ObjectRef timer) implements Action {}

  record BeganTest(String test) implements Action {}

  /**
   * It reported that a test failed.
   *
   * @param message of the assertion, in one line, where it is known
   */
  record FailedTest(String test, Optional<String> message) implements Action {}

  record EndedTest(String test) implements Action {}

  /** The runtime recorded the state of all goroutines. */
  record Checkpointed() implements Action {}

  /** The schedule let another goroutine run. */
  record SwitchedTo(GoroutineId next) implements Action {}

  /**
   * It reached an operation of a controlled run.
   *
   * @param variable what it accesses, by a number that it has in this run; 0 if the access is NONE
   */
  record Accessed(AccessKind access, long variable) implements Action {}

  /**
   * It used a connection, a listener, a pipe or a file.
   *
   * @param number of it, the same at both ends of a connection or a pipe
   * @param waits whether it has to wait for that first
   */
  record Used(DescriptorUse use, long number, boolean waits) implements Action {}

  /**
   * It stopped or reset a timer or a ticker.
   *
   * @param timer the channel that it sends on, or the timer that runs a function; NIL_CHANNEL if
   *     that is not known
   * @param made where it was made; unknown if that is not known
   */
  record ChangedTimer(ObjectRef timer, boolean stops, boolean ticks, Site made) implements Action {}

  /** The schedule waited for one case of a select only, or gave that up. */
  record Preferred(int preferredCase, boolean gaveUp) implements Action {}
}
