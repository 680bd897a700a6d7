package dev.harrier.model.trace;

/** How a connection fails because a schedule decides so. */
public enum ConnectionFault {
  /** It is reset, for both its ends; what was on its way to the end that sees it first is lost. */
  RESET(1, "reset"),
  /** It is closed, for both its ends, where nothing is on its way. */
  CLOSED(2, "close"),
  /** A read gets less than has arrived. */
  SHORT_READ(3, "short"),
  /** A dial is refused. */
  REFUSED(4, "refuse");

  private final int code;
  private final String word;

  ConnectionFault(int code, String word) {
    this.code = code;
    this.word = word;
  }

  /** Its number in traces and plans. */
  public int code() {
    return code;
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
  public static ConnectionFault of(long code) {
    for (ConnectionFault fault : values()) {
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
  public static ConnectionFault ofWord(String word) {
    for (ConnectionFault fault : values()) {
      if (fault.word.equals(word)) {
        return fault;
      }
    }
    throw new IllegalArgumentException("no fault is called " + word);
  }
}
