package dev.harrier.model.trace;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How a goroutine changes when a timer or a ticker fires: it stops or resets it. In traces it is a
 * number: 1 to stop, 2 to reset, and 4 more if it is a ticker.
 *
 * @param timer as in {@link Event.TimerSet}; NONE if that is not known
 */
public record TimerChange(ObjectId timer, boolean stops, boolean ticks) {
  /** How a timer was found that is stopped or reset: a text in traces. */
  public enum Found {
    /** It would have fired. */
    RUNNING,
    /** It had fired. */
    FIRED,
    /** It had been stopped. */
    STOPPED;

    /** The one that a trace calls so; empty if there is none. */
    public static Optional<Found> of(String text) {
      return Arrays.stream(values())
          .filter(found -> found.name().toLowerCase(Locale.ROOT).equals(text))
          .findFirst();
    }
  }

  private static final int STOPS = 1;
  private static final int RESETS = 2;
  private static final int TICKS = 4;

  /** The change of that number; empty if there is none. */
  public static Optional<TimerChange> of(int code, ObjectId timer) {
    int what = code & ~TICKS;
    return what == STOPS || what == RESETS
        ? Optional.of(new TimerChange(timer, what == STOPS, (code & TICKS) != 0))
        : Optional.empty();
  }

  /** Its number. */
  public int code() {
    return (stops ? STOPS : RESETS) | (ticks ? TICKS : 0);
  }
}
