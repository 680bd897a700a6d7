package dev.harrier.model.trace;

import java.util.Arrays;
import java.util.Optional;

/** What a decision of a controlled run was about. */
public enum ChoiceKind {
  /** Which goroutine runs next. */
  GOROUTINE(1),
  /** Which of the cases that are ready a select takes. */
  CASE(2),
  /** The next timer expires although goroutines can still run. */
  TIMER(3),
  /**
   * A goroutine is back from a call into the system or into C that lasted so long that others ran.
   */
  RETURNED(10),
  /** Computing took a goroutine some time, as the clock says that it reads next. */
  COMPUTING(15),
  /** A connection in memory fails where a goroutine uses it. */
  FAULT(16),
  /** A goroutine that gave way to no goroutine was stopped; no plan can make this happen again. */
  WATCHDOG(6),
  /** The goroutine that the plan named could not run; the default order decided. */
  MISSED(7),
  /**
   * No decision, but one of the goroutines that could run at one: the first is the one that does.
   * Only where the plan asks for it.
   */
  CANDIDATE(13),
  /** Likewise one of the cases of a select that are ready: the first is the one that is taken. */
  READY_CASE(14);

  private final int code;

  ChoiceKind(int code) {
    this.code = code;
  }

  /** Its number in traces, and in plans if one can make it (plan.go). */
  public int code() {
    return code;
  }

  /** The kind of that number; empty if there is none. */
  public static Optional<ChoiceKind> of(long code) {
    return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst();
  }

  /** Whether it records what a decision could have been, and not what it was. */
  public boolean isAlternative() {
    return this == CANDIDATE || this == READY_CASE;
  }
}
