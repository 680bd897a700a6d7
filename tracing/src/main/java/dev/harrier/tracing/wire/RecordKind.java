package dev.harrier.tracing.wire;

/** The kinds of records; their order is that of their codes. */
public enum RecordKind {
  GOROUTINE(0x01, 0, false),
  STACK(0x02, 0, false),
  TICK(0x03, 1, false),
  CLOCK(0x04, 1, false),
  GOROUTINE_STATE(0x05, 1, false),
  REPEAT(0x06, 1, false),
  /** Kinds below 0x10 that this reader does not know. */
  UNKNOWN_UNORDERED(0x00, 0, false),

  SPAWN(0x10, 2, false),
  EXIT(0x11, 0, false),
  BLOCK(0x12, 1, false),
  UNBLOCK(0x13, 0, false),
  MAKE(0x14, 1, false),
  SEND(0x15, 0, true),
  RECEIVE(0x16, 0, true),
  CLOSE(0x17, 1, false),
  SELECT(0x18, 2, false),
  SELECT_DONE(0x19, 1, false),
  TRY_FAIL(0x1a, 0, true),
  REQUEST(0x20, 1, false),
  ACQUIRE(0x21, 0, true),
  RELEASE(0x22, 0, true),
  ADD(0x23, 1, false),
  WAITED(0x24, 0, true),
  SIGNAL(0x25, 1, false),
  BROADCAST(0x26, 1, false),
  REFUSED(0x27, 0, true),
  CONTEXT_NEW(0x28, 2, false),
  CONTEXT_DONE(0x29, 2, false),
  CONTEXT_CANCEL(0x2a, 1, false),
  TIMER_FIRE(0x2b, 1, false),
  TIMER_SET(0x2c, 1, false),
  PANIC(0x30, 1, false),
  TEST_BEGIN(0x31, 2, false),
  TEST_END(0x32, 0, false),
  CHECKPOINT(0x33, 2, false),
  END(0x34, 0, false),
  TEST_FAIL(0x35, 1, false),
  RECOVERED(0x36, 0, false),
  OPERATION(0x37, 0, false),
  CHOICE(0x38, 4, false),
  PREFERRED(0x39, 1, false),
  FREED(0x3a, 1, false),
  RACE(0x3b, 2, false),
  INPUT(0x3c, 0, false),
  MESSAGE(0x3d, 3, false),
  MEMORY(0x3e, 3, false),
  ACCESS(0x3f, 2, false),
  /** Kinds from 0x10 on that this reader does not know. */
  UNKNOWN_ORDERED(0xff, 0, false);

  private static final RecordKind[] BY_CODE = byCode();
  private static final int FIRST_ORDERED = 0x10;

  private final int code;
  private final int minWords;
  private final boolean sameObject;

  RecordKind(int code, int minWords, boolean sameObject) {
    this.code = code;
    this.minWords = minWords;
    this.sameObject = sameObject;
  }

  static RecordKind of(int code) {
    return BY_CODE[code];
  }

  /** The number in the format; for kinds that this reader does not know none that is written. */
  public int code() {
    return code;
  }

  /**
   * How many words a whole record has at least, not counting an object word that may be left out.
   */
  int minWords() {
    return minWords;
  }

  /** Whether the first word is an object word that the next such record may leave out. */
  boolean mayLeaveOutObject() {
    return sameObject;
  }

  boolean isOrdered() {
    return code >= FIRST_ORDERED;
  }

  private static RecordKind[] byCode() {
    RecordKind[] kinds = new RecordKind[256];
    for (int code = 0; code < kinds.length; code++) {
      kinds[code] = code < FIRST_ORDERED ? UNKNOWN_UNORDERED : UNKNOWN_ORDERED;
    }
    for (RecordKind kind : values()) {
      kinds[kind.code] = kind;
    }
    return kinds;
  }
}
