package dev.harrier.vet.library;

import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.OrderHint;

/** What a library function does, as far as races are concerned. Arguments count the receiver. */
public sealed interface Effect {
  /** Takes the lock that is argument 0. */
  record Locks(Exclusion mode) implements Effect {}

  /** Gives back the lock that is argument 0. */
  record Unlocks(Exclusion mode) implements Effect {}

  /** Takes the lock if its result is true. */
  record TriesLock(Exclusion mode) implements Effect {}

  /** An operation on the object that is argument 0. */
  record Synchronizes(OperationKind kind) implements Effect {}

  /** Adds argument 1 to what the group that is argument 0 waits for. */
  record Counts() implements Effect {}

  /** Sets how many of the goroutines that argument 0 counts run at once: argument 1. */
  record Limits() implements Effect {}

  /** Runs a function at most once per object that is argument 0. */
  record RunsOnce(int function) implements Effect {}

  /** Runs a function argument in a new goroutine, and counts it in the group if there is one. */
  record Starts(int function, boolean inGroup, boolean many, String launch) implements Effect {}

  /** Lets a server run a function argument, for many requests at once. */
  record Handles(int function) implements Effect {}

  /** Waits until every other goroutine of the test is stuck. */
  record WaitsForRest() implements Effect {}

  /** Writes to, or reads from, a stream whose other end may be anywhere. */
  record Transfers(OrderHint hint) implements Effect {}

  /** Cancels the context that argument 0 was made with. */
  record Cancels() implements Effect {}

  /** Runs function arguments before it returns, any number of times. */
  record CallsArguments() implements Effect {}

  /**
   * Reads what argument 0 points to, atomically. That orders nothing by itself: what a branch makes
   * of the result does.
   *
   * @param plain whether that is an ordinary variable, which may be accessed otherwise too
   */
  record LoadsAtomically(boolean plain) implements Effect {}

  /**
   * Writes what argument 0 points to, atomically.
   *
   * @param plain whether that is an ordinary variable, which may be accessed otherwise too
   * @param compares whether it only does so if the old value is as the caller wants it
   * @param value the argument that is stored; negative if what is stored is computed
   */
  record StoresAtomically(boolean plain, boolean compares, int value) implements Effect {}

  /** Runs a subtest. */
  record RunsSubtest(int function) implements Effect {}

  /** Lets the rest of a subtest wait for the end of its parent. */
  record BecomesParallel() implements Effect {}

  /** Does not return. */
  record Ends() implements Effect {}

  /** Nothing that matters here. */
  record Nothing() implements Effect {}
}
