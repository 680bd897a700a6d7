package dev.harrier.model.trace;

/** What fails because a schedule decides so. */
public enum InjectedFault {
  /**
   * A connection is reset, for both its ends; what was on its way to the end that sees it first is
   * lost.
   */
  RESET(1, "reset"),
  /** A connection is closed, for both its ends, where nothing is on its way. */
  CLOSED(2, "close"),
  /** A read gets less than has arrived. */
  SHORT_READ(3, "short"),
  /** A dial is refused. */
  REFUSED(4, "refuse"),
  /** A context is canceled, as by the test that holds its cancel function. */
  CANCELED(5, "cancel"),
  /** Nothing arrives any more at either end of a connection, until both give up. */
  SILENT(6, "silence"),
  /** An accept fails for want of descriptors; the next one may succeed. */
  ACCEPT_FAILS(7, "accept"),
  /** A dial takes some seconds. */
  LATE_DIAL(8, "late"),
  /** A datagram is lost. */
  LOST(9, "lose"),
  /** A datagram arrives twice. */
  DOUBLED(10, "double"),
  /** A datagram arrives before those that were sent earlier and not read yet. */
  EARLY(11, "early"),
  /** A write arrives in part, and then the connection ends. */
  CUT_WRITE(12, "cut"),
  /** A file gets a part of what is written to it, or nothing, for want of space. */
  DISK_FULL(13, "full"),
  /** What is to be written to a file is not, or that is not synchronized. */
  DISK_BROKEN(14, "broken");

  /** What fails. */
  public enum Target {
    /** A connection, its dial or its accept, or a datagram. */
    CONNECTION,
    CONTEXT,
    FILE
  }

  private final int code;
  private final String word;

  InjectedFault(int code, String word) {
    this.code = code;
    this.word = word;
  }

  /** Its number in traces and plans. */
  public int code() {
    return code;
  }

  /** What fails by it. */
  public Target target() {
    return switch (this) {
      case CANCELED -> Target.CONTEXT;
      case DISK_FULL, DISK_BROKEN -> Target.FILE;
      case RESET,
          CLOSED,
          SHORT_READ,
          REFUSED,
          SILENT,
          ACCEPT_FAILS,
          LATE_DIAL,
          LOST,
          DOUBLED,
          EARLY,
          CUT_WRITE ->
          Target.CONNECTION;
    };
  }

  /** Its name in replay strings. */
  public String word() {
    return word;
  }

  /**
   * The fault of that number.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static InjectedFault of(long code) {
    for (InjectedFault fault : values()) {
      if (fault.code == code) {
        return fault;
      }
    }
    throw new IllegalArgumentException("no fault has the number " + code);
  }

  /**
   * The fault of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static InjectedFault ofWord(String word) {
    for (InjectedFault fault : values()) {
      if (fault.word.equals(word)) {
        return fault;
      }
    }
    throw new IllegalArgumentException("no fault is called " + word);
  }
}
