package dev.harrier.analysis.stuck;

import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Strength;

/** Why a blocked goroutine is believed to be stuck for good. */
public enum StuckProof {
  COLLECTOR,
  QUIESCENCE,
  WAIT_CYCLE,
  TICKER,
  POLLS,
  POLLS_PERHAPS,
  SLEEPS_IN_VAIN,
  SLEEPS,
  TICKS,
  OUTLIVES_TEST,
  INTRINSIC,
  TIME_LIMIT,
  ABANDONED,
  NONE;

  /** As a finding has it. */
  public Evidence evidence() {
    return switch (this) {
      case COLLECTOR -> new Evidence.Unreachable();
      case QUIESCENCE -> new Evidence.Quiescence();
      case WAIT_CYCLE -> new Evidence.WaitCycle();
      case TICKER -> new Evidence.OnlyTickerLeft();
      case POLLS -> new Evidence.PollsInVain();
      case POLLS_PERHAPS -> new Evidence.OnlyPolls();
      case SLEEPS_IN_VAIN -> new Evidence.SleepsInVain();
      case SLEEPS -> new Evidence.OnlySleeps();
      case TICKS -> new Evidence.OnlyTicks();
      case OUTLIVES_TEST -> new Evidence.OutlivesTest();
      case INTRINSIC -> new Evidence.EndlessByDefinition();
      case TIME_LIMIT -> new Evidence.StillBlockedAtTimeLimit();
      case ABANDONED -> new Evidence.QuiescentButMaybeIdle();
      case NONE -> new Evidence.StillBlockedAtExit();
    };
  }

  /** Whether the goroutine can't continue whatever the rest of the program does. */
  public boolean isConclusive() {
    return switch (this) {
      case COLLECTOR,
          QUIESCENCE,
          WAIT_CYCLE,
          TICKER,
          POLLS,
          SLEEPS_IN_VAIN,
          OUTLIVES_TEST,
          INTRINSIC ->
          true;
      case TIME_LIMIT, ABANDONED, POLLS_PERHAPS, SLEEPS, TICKS, NONE -> false;
    };
  }

  /** The strength of a finding that rests on this proof. */
  public Strength strength() {
    return isConclusive() || this == TIME_LIMIT ? Strength.OBSERVED : Strength.SUSPICIOUS;
  }
}
