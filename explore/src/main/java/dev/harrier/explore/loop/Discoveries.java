package dev.harrier.explore.loop;

import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.fault.Faults;
import dev.harrier.explore.loop.Interest.Worth;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Strength;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What an exploration discovers, by fingerprint: which findings of an execution are worth a proof,
 * and the best proof of each. Guarded by the lock of its {@link ExplorationLoop}.
 */
final class Discoveries {
  private final Map<String, Discovery> earlier = new HashMap<>();
  private final Map<String, Discovery> known = new LinkedHashMap<>();
  private final Map<String, Finding> unproved = new LinkedHashMap<>();

  /** The targets that showed a finding, by its fingerprint. */
  private final Map<String, Set<Target>> shownBy = new HashMap<>();

  /** How many tests in which a finding is worth more were tried instead of one. */
  private final Map<String, Integer> worthier = new HashMap<>();

  private final Function<Finding, Worth> worth;

  /**
   * @param earlier those of the same exploration before: what has its proof needs no other one
   * @param worth what a finding of one execution is worth
   */
  Discoveries(List<Discovery> earlier, Function<Finding, Worth> worth) {
    this.worth = worth;
    earlier.forEach(d -> this.earlier.put(d.finding().fingerprint(), d));
  }

  /** How many there are, proved or not. */
  int size() {
    return known.size();
  }

  /**
   * Takes in what an execution showed.
   *
   * @param number of the target's execution, from 1
   * @param counts whether a finding is one at all: failures of tests may not be
   * @param seeks whether a finding is of interest
   * @param timeForDoubtful whether a schedule can be simplified that may be nothing
   * @return those that are to be proved: seen for the first time, or not shown by every replay yet
   */
  List<Discovery> learn(
      Job job,
      long number,
      Result result,
      Predicate<Finding> counts,
      Predicate<Finding> seeks,
      boolean timeForDoubtful) {
    Duration assumed = EarlyTimers.assumed(job.schedule(), result);
    List<Discovery> worthProof = new ArrayList<>();
    for (Finding seen : result.findings()) {
      Optional<Finding> finding = judged(seen, job, result).filter(counts);
      if (finding.isEmpty()) {
        continue;
      }
      if (finding.get().strength() != Strength.OBSERVED) {
        unproved.merge(
            finding.get().fingerprint(),
            finding.get().with(new Sightings(finding.get().count(), number)),
            (before, now) -> worth.apply(now).compareTo(worth.apply(before)) > 0 ? now : before);
      } else if (seeks.test(finding.get())) {
        Discovery discovery = new Discovery(finding.get(), job.target(), job.schedule(), number);
        shownBy
            .computeIfAbsent(finding.get().fingerprint(), _ -> new HashSet<>())
            .add(job.target());
        if (isWorthProof(discovery, assumed, timeForDoubtful)) {
          worthProof.add(discovery);
        }
      }
    }
    return worthProof;
  }

  /**
   * The finding with the doubts that the schedule's timers and faults raise; empty if they explain
   * it.
   */
  private static Optional<Finding> judged(Finding seen, Job job, Result result) {
    Finding finding = EarlyTimers.ofFailedTests(seen, job.schedule(), result);
    if (!Faults.isIn(result)) {
      return Optional.of(finding);
    }
    return Faults.isOfTest(finding)
        ? Optional.empty()
        : Optional.of(Faults.judgeReliance(finding, result));
  }

  private boolean isWorthProof(Discovery discovery, Duration assumed, boolean timeForDoubtful) {
    String fingerprint = discovery.finding().fingerprint();
    Discovery former = earlier.get(fingerprint);
    if (former != null
        && former.proof().isPresent()
        && !isWorthAnotherProof(discovery, former, assumed, timeForDoubtful)) {
      return false;
    }
    Discovery before =
        known.putIfAbsent(fingerprint, former == null ? discovery : former.retried());
    if (before == null) {
      return true;
    }
    if (isWorthAnotherProof(discovery, before, assumed, timeForDoubtful)) {
      known.put(fingerprint, before.retried());
      return true;
    }
    return false;
  }

  /** Whether one more schedule of a finding is worth a proof. */
  private boolean isWorthAnotherProof(
      Discovery discovery, Discovery before, Duration assumed, boolean timeForDoubtful) {
    if (isWorthMore(discovery, before)) {
      String fingerprint = discovery.finding().fingerprint();
      return worthier.merge(fingerprint, 1, Integer::sum) <= Discovery.MOST_PROOFS;
    }
    return before.wantsBetter(assumed, timeForDoubtful) && !isWorthMore(before, discovery);
  }

  /** Whether one of two of the same finding, of different tests, is the one to report. */
  private boolean isWorthMore(Discovery discovery, Discovery other) {
    return !discovery.target().equals(other.target())
        && worth(discovery).compareTo(worth(other)) > 0;
  }

  private Worth worth(Discovery discovery) {
    Worth is = worth.apply(discovery.finding());
    boolean isUnproven =
        discovery.proof().isPresent() && !discovery.reported().strength().isProven();
    return is == Worth.FAILURE && isUnproven ? Worth.SUSPICION : is;
  }

  /** It is not a discovery, unless it has a proof: its test also fails without the schedule. */
  void forgetUnproved(Discovery discovery) {
    known.computeIfPresent(
        discovery.finding().fingerprint(),
        (_, before) -> before.proof().isPresent() ? before : null);
  }

  /**
   * Takes in a proof.
   *
   * @return whether it is the first one, or better than the former
   */
  boolean isImproved(Discovery discovery, ReplayProof proof) {
    Discovery before = latest(discovery);
    boolean more = proof.shown() > 0 && isWorthMore(before.provedBy(discovery, proof), before);
    boolean less = before.proof().isPresent() && isWorthMore(before, discovery);
    if (less || (!more && !before.isImprovedBy(proof))) {
      return false;
    }
    known.put(discovery.finding().fingerprint(), before.provedBy(discovery, proof));
    return true;
  }

  /** The same discovery with the best proof so far. */
  Discovery latest(Discovery discovery) {
    return known.getOrDefault(discovery.finding().fingerprint(), discovery);
  }

  /** Those that are findings by now, in the order in which they were discovered. */
  Stream<Discovery> findings() {
    return known.values().stream()
        .filter(Discovery::isFinding)
        .map(d -> d.shownBy(shownBy.getOrDefault(d.finding().fingerprint(), Set.of())));
  }

  /** What looks wrong, or was predicted, and is none of those that happened. */
  List<Finding> unproved() {
    return unproved.values().stream()
        .filter(f ->
            Stream.concat(known.values().stream(), earlier.values().stream())
                .noneMatch(d -> Confirmation.of(f, d.finding())))
        .toList();
  }
}
