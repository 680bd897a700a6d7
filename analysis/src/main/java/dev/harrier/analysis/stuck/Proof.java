package dev.harrier.analysis.stuck;

import dev.harrier.model.finding.Strength;

/** Why a blocked goroutine is believed to be stuck for good. */
public enum Proof {
  COLLECTOR(
      "the garbage collector found that nothing that can still run refers to what it waits for"),
  QUIESCENCE("nothing in the process could run, no timer was set and no I/O was pending"),
  WAIT_CYCLE("each holds the lock that the next waits for, so that none of them can ever go on"),
  OUTLIVES_TEST(
      "its test has ended, no timer was set and no I/O was pending; and only goroutines of that test,"
          + " which are gone or blocked too, ever had to do with what it waits for"),
  INTRINSIC("nothing can ever end a wait on a nil channel or on no channel at all"),
  TIME_LIMIT("it was still blocked when the time limit was reached"),
  ABANDONED(
      "nothing in the process could run, no timer was set and no I/O was pending; but a worker that"
          + " is out of work looks the same"),
  NONE(
      "it was still blocked when the process ended; that proves nothing, because something else could"
          + " still run");

  private final String evidence;

  Proof(String evidence) {
    this.evidence = evidence;
  }

  /** One sentence, in the third person, without capital and full stop. */
  public String evidence() {
    return evidence;
  }

  /** Whether the goroutine can't go on whatever the rest of the program does. */
  public boolean isConclusive() {
    return switch (this) {
      case COLLECTOR, QUIESCENCE, WAIT_CYCLE, OUTLIVES_TEST, INTRINSIC -> true;
      case TIME_LIMIT, ABANDONED, NONE -> false;
    };
  }

  /** The rank of a finding that rests on this proof. */
  public Strength strength() {
    return this == NONE || this == ABANDONED ? Strength.SUSPICIOUS : Strength.OBSERVED;
  }
}
