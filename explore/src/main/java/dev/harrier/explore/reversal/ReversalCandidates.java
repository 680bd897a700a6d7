package dev.harrier.explore.reversal;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * The conflicts of one target that could be reversed. Each is as likely as its weight says: less
 * after each try, less if it has come both ways, for then only the two together with something else
 * can be new, more if its reversal promises more.
 */
final class ReversalCandidates {
  /** What was not reversed by then may be no conflict. */
  private static final int MOST_TRIES = 10;

  /** So many tries are in a run that showed the conflict; the later ones are in other runs. */
  private static final int ON_ORIGIN_RUN = 1;

  private static final double NEVER_REVERSED = 8;

  /** That nothing is reversed is half as likely as one conflict that was never reversed. */
  private static final double NOTHING = NEVER_REVERSED / 2;

  /** Conflicts of one target; later ones are seen, and not tried. */
  private static final int MOST = 4000;

  /** Runs of a conflict that are known: a random sample (reservoir sampling, Vitter, TOMS 1985). */
  private static final int MOST_ORIGINS = 8;

  /**
   * More are not left to later explorations: these, likeliest first, take hundreds of executions.
   */
  private static final int MOST_KEPT = 300;

  private static final int ORIGINS_KEPT = 2;

  /** Runs with more decisions that are fixed are not kept either. */
  private static final int LONGEST_KEPT = 50;

  /**
   * What to do.
   *
   * @param run that showed the conflict
   * @param again whether this very run is to come again, up to the moment where one is delayed
   */
  record Attempt(Schedule.Controlled run, PlanEntry.Delay delay, boolean again) {}

  private static final class Candidate {
    final List<ReversalMemory.OriginRun> origins = new ArrayList<>(1);
    int promise;
    int shown;
    int tried;

    ReversalMemory.Candidate kept(Conflict conflict) {
      List<ReversalMemory.OriginRun> small =
          origins.stream().filter(ReversalCandidates::isShort).limit(ORIGINS_KEPT).toList();
      return new ReversalMemory.Candidate(conflict, promise, shown, tried, small);
    }
  }

  private final SplittableRandom random;
  private final Map<Conflict, Candidate> candidates = new LinkedHashMap<>();
  private final Set<Conflict> seen = new HashSet<>();

  /**
   * @param kept of earlier explorations
   */
  ReversalCandidates(long seed, Optional<ReversalMemory.Kept> kept) {
    this.random = new SplittableRandom(seed);
    kept.ifPresent(this::restore);
  }

  private void restore(ReversalMemory.Kept kept) {
    seen.addAll(kept.seen());
    for (ReversalMemory.Candidate stored : kept.candidates()) {
      Candidate candidate = new Candidate();
      candidate.origins.addAll(stored.origins());
      candidate.promise = stored.promise();
      candidate.shown = stored.shown();
      candidate.tried = stored.tried();
      candidates.put(stored.conflict(), candidate);
    }
  }

  /** What later explorations should know: what was seen, and what could still be tried. */
  ReversalMemory.Kept kept() {
    return new ReversalMemory.Kept(
        seen,
        candidates.entrySet().stream()
            .map(e -> e.getValue().kept(e.getKey()))
            .filter(candidate -> !candidate.origins().isEmpty())
            .sorted(Comparator.comparingDouble(c -> -weight(c.conflict(), c.tried(), c.promise())))
            .limit(MOST_KEPT)
            .toList());
  }

  private static boolean isShort(ReversalMemory.OriginRun origin) {
    return origin.run().plan().entries().size() <= LONGEST_KEPT;
  }

  /** Takes note of what a run showed; whether any of it was new. */
  boolean see(List<Reversal> reversals) {
    boolean news = false;
    for (Reversal reversal : reversals) {
      news |= seen.add(reversal.conflict());
    }
    return news;
  }

  /** What a run showed can be tried there from now on. */
  void add(Schedule.Controlled run, List<Reversal> reversals) {
    for (Reversal reversal : reversals) {
      if (candidates.size() < MOST || candidates.containsKey(reversal.conflict())) {
        Candidate candidate = candidates.computeIfAbsent(reversal.conflict(), _ -> new Candidate());
        candidate.promise = Math.max(candidate.promise, reversal.promise());
        candidate.shown++;
        ReversalMemory.OriginRun origin = new ReversalMemory.OriginRun(run, reversal.delay());
        if (candidate.origins.size() < MOST_ORIGINS) {
          candidate.origins.add(origin);
        } else if (random.nextInt(candidate.shown) < MOST_ORIGINS) {
          candidate.origins.set(random.nextInt(MOST_ORIGINS), origin);
        }
      }
    }
  }

  /** Chooses one, if there are any left. */
  Optional<Attempt> choose() {
    double all =
        candidates.entrySet().stream().mapToDouble(e -> weight(e.getKey(), e.getValue())).sum();
    double left = random.nextDouble() * (all + NOTHING);
    for (Map.Entry<Conflict, Candidate> entry : candidates.entrySet()) {
      double weight = weight(entry.getKey(), entry.getValue());
      left -= weight;
      if (weight > 0 && left <= 0) {
        return Optional.of(attempt(entry.getValue()));
      }
    }
    return Optional.empty();
  }

  private double weight(Conflict conflict, Candidate candidate) {
    return weight(conflict, candidate.tried, candidate.promise);
  }

  private double weight(Conflict conflict, int tried, int promise) {
    if (tried >= MOST_TRIES) {
      return 0;
    }
    double weight = 1.0 / (1 + tried);
    weight *= seen.contains(conflict.reversed()) ? 1 : NEVER_REVERSED;
    return weight * promise;
  }

  private Attempt attempt(Candidate candidate) {
    ReversalMemory.OriginRun origin =
        candidate.origins.get(random.nextInt(candidate.origins.size()));
    // No longer than it takes, at first; what that does not reverse may want more.
    PlanEntry.Delay delay =
        candidate.tried == 0 ? origin.delay() : origin.delay().untilNoOtherCanRun();
    candidate.tried++;
    return new Attempt(origin.run(), delay, candidate.tried <= ON_ORIGIN_RUN);
  }
}
