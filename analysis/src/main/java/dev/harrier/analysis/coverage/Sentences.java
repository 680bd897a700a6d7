package dev.harrier.analysis.coverage;

import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.usage.ConcurrencyUsage;

/** What an uncovered requirement means to a developer. */
final class Sentences {
  private Sentences() {}

  static String unreached(ConcurrencyUsage usage) {
    return "this " + noun(usage) + " was never executed: no run reached it";
  }

  /** A case or the default of a select that was executed. */
  static String neverChosen(ConcurrencyUsage usage, Part part) {
    return switch (part) {
      case Part.Case(int index) ->
          "this " + word(usage.cases().get(index).direction()) + " case was never chosen";
      case Part.Default _ -> "this select never took its default: a case was always ready";
      case Part.Whole _ -> unreached(usage);
    };
  }

  /**
   * @param buffered whether the operation was seen on a channel with a buffer, or on a closed one
   */
  static String missing(ConcurrencyUsage usage, Requirement requirement, boolean buffered) {
    Action action = requirement.action();
    return switch (requirement.part()) {
      case Part.Case(int index) ->
          transfer(
              "this " + word(usage.cases().get(index).direction()) + " case",
              usage.cases().get(index).direction(),
              action,
              buffered);
      case Part.Default _ -> neverChosen(usage, Part.DEFAULT);
      case Part.Whole _ -> whole(usage, action, buffered);
    };
  }

  private static String whole(ConcurrencyUsage usage, Action action, boolean buffered) {
    String it = "this " + noun(usage);
    boolean blocked = action == Action.BLOCKED;
    boolean unblocking = action == Action.UNBLOCKING;
    return switch (usage.kind()) {
      case SEND -> transfer(it, Direction.SEND, action, buffered);
      case RECEIVE, RANGE -> transfer(it, Direction.RECEIVE, action, buffered);
      case LOCK, READ_LOCK, TRY_LOCK, TRY_READ_LOCK ->
          blocked
              ? it + " never had to wait: the lock was always free"
              : it
                  + " never made another goroutine wait: no other goroutine wanted the lock while"
                  + " it was held";
      case UNLOCK, READ_UNLOCK ->
          unblocking
              ? it + " never released a goroutine: no goroutine was waiting for the lock"
              : it + " always released a goroutine: the lock was contended every time";
      case CLOSE ->
          unblocking
              ? it + " never released a goroutine: it always came before the receivers waited"
              : it + " always released a goroutine: it never came before its receivers";
      case SIGNAL, BROADCAST ->
          unblocking
              ? it + " never woke a goroutine: it always came before the wait"
              : it + " always woke a goroutine: it never came before the wait";
      case DONE ->
          unblocking
              ? it + " never released a Wait: it was never the last, or no goroutine waited yet"
              : it + " always released a Wait: it was the last every time";
      case WAIT ->
          blocked
              ? it + " never had to wait: all others were always done before it"
              : it + " always had to wait: the others were never done before it";
      case ONCE ->
          blocked
              ? it + " never had to wait: no other goroutine was inside the first call"
              : it + " never made another goroutine wait while it ran the function";
      case COND_WAIT, GO, SELECT, MAKE, ADD -> unreached(usage);
    };
  }

  private static String transfer(String it, Direction direction, Action action, boolean buffered) {
    return it
        + switch (direction) {
          case SEND ->
              switch (action) {
                case BLOCKED ->
                    buffered
                        ? " was never blocked: the buffer always had room, or a receiver was there"
                        : " was never blocked: its receiver is always first";
                case UNBLOCKING -> " never met a waiting receiver: the sender is always first";
                case NOP, BLOCKING -> " never just left its value in the buffer";
              };
          case RECEIVE ->
              switch (action) {
                case BLOCKED ->
                    buffered
                        ? " was never blocked: a value or the close was always there first"
                        : " was never blocked: its sender is always first";
                case UNBLOCKING ->
                    " never met a waiting sender: the receiver is always first"
                        + (buffered ? ", or the buffer has room" : "");
                case NOP, BLOCKING -> " never found a value in the buffer or the channel closed";
              };
        };
  }

  private static String word(Direction direction) {
    return switch (direction) {
      case SEND -> "send";
      case RECEIVE -> "receive";
    };
  }

  private static String noun(ConcurrencyUsage usage) {
    return switch (usage.kind()) {
      case MAKE -> "make";
      case SEND -> "send";
      case RECEIVE -> "receive";
      case RANGE -> "loop over a channel";
      case CLOSE -> "close";
      case SELECT -> "select";
      case GO -> "go statement";
      case LOCK -> "Lock";
      case TRY_LOCK -> "TryLock";
      case UNLOCK -> "Unlock";
      case READ_LOCK -> "RLock";
      case TRY_READ_LOCK -> "TryRLock";
      case READ_UNLOCK -> "RUnlock";
      case ADD -> "Add";
      case DONE -> "Done";
      case WAIT -> "Wait";
      case COND_WAIT -> "Wait for a condition";
      case SIGNAL -> "Signal";
      case BROADCAST -> "Broadcast";
      case ONCE -> "Once.Do";
    };
  }
}
