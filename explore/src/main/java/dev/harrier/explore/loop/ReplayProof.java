package dev.harrier.explore.loop;

import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What is known of the way to see a finding again.
 *
 * @param schedule the simplest one that was found
 * @param simplified whether there was time to look for a simpler one
 * @param decisions how many decisions of the first run were not those of the default order
 * @param executions how many it took to simplify and measure
 * @param again the finding as a replay shows it, with the table of its run
 * @param shown in how many of {@code runs} replays of the schedule the finding came again
 * @param external whether the run waited for what is outside the program: when that is there may
 *     differ from replay to replay
 */
public record ReplayProof(
    Schedule schedule,
    boolean simplified,
    int decisions,
    int executions,
    int shown,
    int runs,
    boolean external,
    Optional<Finding> again) {
  /** The same with another account of the finding. */
  ReplayProof with(Optional<Finding> other) {
    return new ReplayProof(
        schedule, simplified, decisions, executions, shown, runs, external, other);
  }

  /** The same with a cause, which took that many executions to look for. */
  ReplayProof with(Optional<Cause> cause, int more) {
    return new ReplayProof(
        schedule,
        simplified,
        decisions,
        executions + more,
        shown,
        runs,
        external,
        again.map(f -> f.with(f.witness().causedBy(cause))));
  }

  /** The same, with replays that no other test ran next to. */
  ReplayProof with(Replay.Outcome alone) {
    return new ReplayProof(
        schedule,
        simplified,
        decisions,
        executions + alone.runs(),
        alone.shown(),
        alone.runs(),
        external,
        alone.finding().or(() -> again));
  }

  /** Whether every replay showed the finding. */
  boolean isReproduced() {
    return shown == runs;
  }

  /** Whether every replay showed the finding, and nothing speaks against how it did. */
  boolean isReliable() {
    return isReproduced() && isPlausible();
  }

  /**
   * Whether nothing speaks against it alone, or else a larger part of the replays showed it, or
   * else it assumes less of time: an assertion that fails when a goroutine is late by a millisecond
   * is worth more than the same one after a minute.
   */
  boolean isBetterThan(ReplayProof other) {
    if (isPlausible() != other.isPlausible()) {
      return isPlausible();
    }
    long mine = (long) shown * other.runs;
    long others = (long) other.shown * runs;
    if (mine == others && !isPlausible()) {
      return assumed().compareTo(other.assumed()) < 0;
    }
    return mine > others;
  }

  /**
   * Whether a schedule that makes so much time pass for its sake only, before it is simplified, may
   * be better.
   */
  boolean isSurpassedBy(Duration time) {
    return !isReproduced() || !simplified || time.compareTo(assumed()) < 0;
  }

  /** How much time the finding assumes to pass that would not have to. */
  private Duration assumed() {
    return again.stream()
        .flatMap(finding -> finding.explanation().doubts().stream())
        .map(doubt ->
            switch (doubt) {
              case Doubt.SlownessAssumed slow -> Duration.ofMillis(slow.millis());
              case Doubt.ComputingAssumed slow -> Duration.of(slow.micros(), ChronoUnit.MICROS);
              default -> Duration.ZERO;
            })
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** Whether nothing speaks against how the replays showed the finding. */
  boolean isPlausible() {
    return again.map(f -> f.strength() != Strength.SUSPICIOUS).orElse(true);
  }
}
