package dev.harrier.explore.loop;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Strength;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A defect, and how it showed.
 *
 * @param schedule that showed it first
 * @param execution of its target, from 1
 * @param proof the best; empty until, or if never, a schedule was simplified and replayed
 * @param proofs how many were tried
 * @param shownBy all targets that showed it
 */
public record Discovery(
    Finding finding,
    Target target,
    Schedule schedule,
    long execution,
    Optional<ReplayProof> proof,
    int proofs,
    Set<Target> shownBy) {
  public Discovery {
    shownBy = Set.copyOf(shownBy);
  }

  /** How many schedules are tried for one that shows the finding every time. */
  static final int MOST_PROOFS = 5;

  Discovery(Finding finding, Target target, Schedule schedule, long execution) {
    this(finding, target, schedule, execution, Optional.empty(), 1, Set.of(target));
  }

  /**
   * Whether another schedule that shows the finding is worth a proof.
   *
   * @param assumed how much time passes in it for its sake only: what is only suspicious stays so
   * @param timeForDoubtful whether such a schedule can be simplified
   */
  boolean wantsBetter(Duration assumed, boolean timeForDoubtful) {
    return proofs < MOST_PROOFS
        && proof.filter(known -> wantsBetter(known, assumed, timeForDoubtful)).isPresent();
  }

  private boolean wantsBetter(ReplayProof known, Duration assumed, boolean timeForDoubtful) {
    boolean hasty = !assumed.isZero();
    if (hasty && OrdinaryRuns.decide(finding) && known.shown() > 0) {
      return timeForDoubtful && known.isSurpassedBy(assumed);
    }
    return !known.isReliable() || (!hasty && !isProven());
  }

  /**
   * Whether it is one by now. That a test failed says nothing of its schedule until that showed it
   * again, and the test passed without it.
   */
  boolean isFinding() {
    return !OrdinaryRuns.decide(finding) || proof.filter(p -> p.shown() > 0).isPresent();
  }

  private boolean isProven() {
    return reported().strength().isProven();
  }

  /** One more proof is tried. */
  Discovery retried() {
    return new Discovery(finding, target, schedule, execution, proof, proofs + 1, shownBy);
  }

  /** Whether this is the first proof, or better than the former. */
  boolean isImprovedBy(ReplayProof found) {
    return proof.map(found::isBetterThan).orElse(true)
        || (found.runs() > 0 && !isProven() && provedBy(this, found).isProven());
  }

  /**
   * The one with the better proof, of two of the same defect.
   *
   * @param later that of an exploration that knew of this one, and took another test for better
   */
  Discovery better(Discovery later) {
    boolean elsewhere = !target.equals(later.target);
    Discovery best =
        later.proof.map(found -> elsewhere || isImprovedBy(found)).orElse(false) ? later : this;
    return new Discovery(
        best.finding,
        best.target,
        best.schedule,
        best.execution,
        best.proof,
        Math.max(proofs, later.proofs),
        union(later.shownBy));
  }

  /**
   * With a better proof.
   *
   * @param shown the execution whose schedule the proof repeats; where that was one of another
   *     target, the schedule is only of that target
   */
  Discovery provedBy(Discovery shown, ReplayProof found) {
    Discovery of = target.equals(shown.target) ? this : shown;
    return new Discovery(
        of.finding, of.target, of.schedule, of.execution, Optional.of(found), proofs, shownBy);
  }

  /** The same, its finding seen in the light of all executions. */
  Discovery judgedBy(UnaryOperator<Finding> judge) {
    return new Discovery(
        judge.apply(finding),
        target,
        schedule,
        execution,
        proof.map(p -> p.with(p.again().map(judge))),
        proofs,
        shownBy);
  }

  /** The same, shown by other targets as well. */
  Discovery shownBy(Set<Target> others) {
    return new Discovery(finding, target, schedule, execution, proof, proofs, union(others));
  }

  private Set<Target> union(Set<Target> others) {
    return Stream.concat(shownBy.stream(), others.stream()).collect(Collectors.toSet());
  }

  /** The finding as the best schedule shows it. */
  public Finding reported() {
    Finding shown = EarlyTimers.ofGuards(proof.flatMap(ReplayProof::again).orElse(finding), best());
    return judgedByReplays(shown).with(new Sightings(shown.count(), execution));
  }

  /**
   * A controlled schedule shows what it does each time. What some of its replays do not show is not
   * only the schedule's doing: it is suspicious, unless the program waits for what is outside, and
   * most of them show it. So is what no replay was made of, if code takes time in its schedule:
   * only a replay says how long.
   */
  private Finding judgedByReplays(Finding shown) {
    if (shown.strength() != Strength.OBSERVED
        || !(best() instanceof Schedule.Controlled controlled)) {
      return shown;
    }
    if (proof.flatMap(ReplayProof::again).isEmpty() && controlled.computing() > 0) {
      return shown.suspicious(new Doubt.NotShownAgain(0));
    }
    if (proof.isEmpty() || proof.get().isReproduced()) {
      return shown;
    }
    ReplayProof measured = proof.get();
    if (measured.shown() == 0) {
      return shown.suspicious(new Doubt.NotShownAgain(measured.runs()));
    }
    Doubt differ = new Doubt.ReplaysDiffer(measured.shown(), measured.runs(), measured.external());
    boolean mayDiffer = measured.external() && !OrdinaryRuns.decide(shown);
    return mayDiffer && 2 * measured.shown() > measured.runs()
        ? shown.doubted(differ)
        : shown.suspicious(differ);
  }

  /** The targets of those that fail a run. */
  public static Set<Target> proven(Collection<Discovery> discoveries) {
    return discoveries.stream()
        .filter(discovery -> discovery.reported().strength().isProven())
        .map(Discovery::target)
        .collect(Collectors.toSet());
  }

  /** The best schedule that is known. */
  public Schedule best() {
    return proof.map(ReplayProof::schedule).orElse(schedule);
  }
}
