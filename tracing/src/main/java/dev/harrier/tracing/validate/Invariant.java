package dev.harrier.tracing.validate;

/** What must hold of a trace. */
public enum Invariant {
  NOTHING_MISSING("no event is missing"),
  WELL_FORMED("the file holds nothing but records of the format"),
  CLOCK_FORWARD("the clock of a processor does not run backwards"),
  COUNTER_IN_TEXT("program counters are in the text segment"),
  ORDER_GROWS("order and time of events grow"),
  SPAWNED_FIRST("a goroutine is spawned once, before its first event"),
  NOTHING_AFTER_EXIT("a goroutine does nothing after its exit"),
  UNBLOCKED_WAS_BLOCKED("a goroutine that is unblocked was blocked"),
  BLOCKED_COMPLETION("a completion that says it was blocked follows a block on the same object"),
  LOCKS_ALTERNATE("a lock is taken when it is free and released when it is held"),
  CHANNEL_OCCUPANCY("a channel holds between no values and its capacity"),
  CLOSED_ONCE("a closed channel takes no value and is not closed again"),
  CHOICE_EXISTS("the chosen case of a select exists and can proceed"),
  COUNTER_NOT_NEGATIVE("the counter of a wait group is not negative"),
  TESTS_NEST("a test ends once, after it began and after its subtests");

  private final String words;

  Invariant(String words) {
    this.words = words;
  }

  /** The invariant as a sentence. */
  public String words() {
    return words;
  }
}
