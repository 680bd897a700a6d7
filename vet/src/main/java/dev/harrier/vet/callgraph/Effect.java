package dev.harrier.vet.callgraph;

import dev.harrier.vet.happensbefore.LockMode;
import dev.harrier.vet.happensbefore.SyncKind;

/** What a library function does, as far as races are concerned. Arguments count the receiver. */
sealed interface Effect {
  /** Takes the lock that is argument 0. */
  record Locks(LockMode mode) implements Effect {}

  /** Gives back the lock that is argument 0. */
  record Unlocks(LockMode mode) implements Effect {}

  /** Takes the lock if its result is true. */
  record TriesLock(LockMode mode) implements Effect {}

  /** An operation on the object that is argument 0. */
  record Synchronises(SyncKind kind) implements Effect {}

  /** Runs a function at most once per object that is argument 0. */
  record RunsOnce(int function) implements Effect {}

  /** Runs a function argument in a new goroutine, and counts it in the group if there is one. */
  record Starts(int function, boolean inGroup, boolean many, String launch) implements Effect {}

  /** Lets a server run a function argument, for many requests at once. */
  record Handles(int function) implements Effect {}

  /** Waits until every other goroutine of the test is stuck. */
  record WaitsForRest() implements Effect {}

  /** Writes to, or reads from, a stream whose other end may be anywhere. */
  record Transfers(SyncKind kind) implements Effect {}

  /** Cancels the context that argument 0 was made with. */
  record Cancels() implements Effect {}

  /** Runs function arguments before it returns, any number of times. */
  record CallsArguments() implements Effect {}

  /** Accesses what argument 0 points to, atomically. */
  record TouchesAtomically(boolean write, boolean compares) implements Effect {}

  /** Runs a subtest. */
  record RunsSubtest(int function) implements Effect {}

  /** Lets the rest of a subtest wait for the end of its parent. */
  record BecomesParallel() implements Effect {}

  /** Does not return. */
  record Ends() implements Effect {}

  /** Nothing that matters here. */
  record Nothing() implements Effect {}
}
