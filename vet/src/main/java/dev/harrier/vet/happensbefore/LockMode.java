package dev.harrier.vet.happensbefore;

/** How a lock is held. Two shared holders do not exclude each other. */
public enum LockMode {
  EXCLUSIVE,
  SHARED
}
