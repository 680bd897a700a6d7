package dev.harrier.explore.execute;

import java.time.Duration;

/** How a process ended. */
public sealed interface Exit {
  /** By itself. */
  record Exited(int status) implements Exit {}

  /** By a signal that Harrier did not send. */
  record Signalled(int signal) implements Exit {}

  /** It was still running when its time was up, and was ended. */
  record OutOfTime(Duration limit) implements Exit {}

  /** It wrote more than it may, and was ended. */
  record OutOfSpace(long limitBytes) implements Exit {}

  /** It was ended because nobody wants to know any more what comes of it. */
  record Cancelled() implements Exit {}
}
