package dev.harrier.model.command;

/** Which race detector is compiled into a program, and into which of its packages. */
public enum RaceDetection {
  NONE,
  /** That of Go, {@code -race}. */
  GO,
  /** Harrier's, in the packages of the user's modules. */
  PACKAGES,
  /** Harrier's, in all packages. */
  ALL
}
