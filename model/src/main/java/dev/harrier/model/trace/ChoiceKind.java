package dev.harrier.model.trace;

/** What a decision of a controlled run was about. */
public enum ChoiceKind {
  /** Which goroutine runs next. */
  GOROUTINE,
  /** Which of the cases that are ready a select takes. */
  CASE,
  /** The next timer expires although goroutines can still run. */
  TIMER,
  /**
   * A goroutine is back from a call into the system or into C that lasted so long that others went
   * on.
   */
  RETURNED,
  /** Computing took a goroutine some time, as the clock says that it reads next. */
  COMPUTING,
  /** A connection in memory fails where a goroutine uses it. */
  FAULT,
  /** A goroutine that gave way to nobody was stopped; no plan can make this happen again. */
  WATCHDOG,
  /** The goroutine that the plan named could not run; the default order decided. */
  MISSED,
  /**
   * No decision, but one of the goroutines that could run at one: the first is the one that does.
   * Only where the plan asks for it.
   */
  CANDIDATE,
  /** Likewise one of the cases of a select that are ready: the first is the one that is taken. */
  READY_CASE;

  /** Whether it tells what a decision could have been, and not what it was. */
  public boolean isAlternative() {
    return this == CANDIDATE || this == READY_CASE;
  }
}
