package dev.harrier.analysis.engine;

import java.util.function.BooleanSupplier;

/**
 * Whether anybody still wants to know: asked now and then while a trace is read, it ends the
 * reading by an exception, from whatever depth.
 */
final class Deadline {
  /** A power of two, less one. So many events take less than a millisecond. */
  private static final int PERIOD = 4095;

  private final BooleanSupplier ended;
  private long asked;

  Deadline(BooleanSupplier ended) {
    this.ended = ended;
  }

  /** Called for each event. */
  void check() throws Reached {
    if ((asked++ & PERIOD) == 0 && ended.getAsBoolean()) {
      throw new Reached();
    }
  }

  /** The reading is to end. */
  @SuppressWarnings("serial")
  static final class Reached extends RuntimeException {
    private Reached() {
      super("ended", null, false, false);
    }
  }
}
