package dev.harrier.vet.sync;

/** How a lock is held. Two shared holders do not exclude each other. */
public enum Exclusion {
  EXCLUSIVE,
  SHARED,
  /** By a state of an object that lets one holder in at a time, for all that its code shows. */
  PROBABLE
}
