package dev.harrier.model.trace;

/** Why there is a checkpoint. */
public enum CheckpointReason {
  /** A test returned and the goroutines it left behind have settled. */
  TEST_END("test end"),
  /** The periodic check of a long run. */
  PERIODIC("periodic"),
  /** The process is about to exit in an orderly way. */
  PROCESS_END("process end"),
  /** The runtime's own detector: all goroutines are asleep. */
  DEADLOCK("deadlock"),
  /** Harrier's detector: nothing can run, no timer is set, no I/O is pending. */
  QUIESCENCE("quiescence"),
  /** The time limit of the test run was reached. */
  TIMEOUT("timeout"),
  /** A panic or a fatal error is about to end the process. */
  CRASH("crash"),
  /** The trace ends here without an end of the process: a signal ended it, or it still runs. */
  CUT_OFF("cut off"),
  /**
   * All goroutines of a bubble of testing/synctest are blocked for good, by each other or on
   * channels and locks of the bubble; only they are recorded.
   */
  BUBBLE("synctest deadlock"),
  /** The goroutine of a test has been blocked in one place for ten seconds. */
  STALLED("stalled");

  private final String words;

  CheckpointReason(String words) {
    this.words = words;
  }

  /** For reports and for the text form of a trace. */
  public String words() {
    return words;
  }
}
