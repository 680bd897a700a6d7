package dev.harrier.tracing.wire;

/** How the writing of a trace file ended. */
public enum EndState {
  /** The process was killed, or is still running. */
  BEING_WRITTEN(0),
  /** The process ended in good order. */
  ENDED(1),
  /** Tracing stopped because the disk was full. */
  DISK_FULL(2),
  /** Tracing stopped because the hooks met something impossible. */
  INTERNAL_ERROR(3),
  /** Tracing stopped because the file could not be opened or written any more. */
  UNWRITABLE(4),
  /** Tracing stopped because the run had written as much as it may. */
  DISK_BOUND(5);

  private final int code;

  EndState(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** A code that this reader does not know says nothing of the end. */
  static EndState of(int code) {
    for (EndState state : values()) {
      if (state.code == code) {
        return state;
      }
    }
    return BEING_WRITTEN;
  }
}
