package dev.harrier.explore.worker;

import dev.harrier.coverage.RunCoverage;
import dev.harrier.explore.confirm.Goal;
import dev.harrier.explore.confirm.Meeting;
import dev.harrier.explore.feedback.Measures;
import dev.harrier.explore.order.Exercised;
import dev.harrier.explore.reversal.Reversal;
import dev.harrier.explore.systematic.Trail;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one execution teaches about what to run next. Of the process itself, not of its children.
 *
 * @param coverage which usages of concurrency it reached, and how
 * @param measures what it did with channels
 * @param exercised the order of its messages
 * @param reversals what could have come the other way round
 * @param trail its steps, if its decisions told of all that they could have been
 * @param goals what would make its predictions come true
 * @param meetings the same of a native run
 * @param visited the places at which each goroutine began operations that may block, and their
 *     callers
 * @param racing where code stands that takes part in a data race, as {@link
 *     dev.harrier.explore.schedule.PlanEntry.AccessPoint} has it
 * @param readsClock whether its tests read the clock
 * @param concurrent whether there was anything in the test that a schedule could change
 * @param interleaving a digest of the order of its operations; 0 if it was not controlled
 * @param points how many scheduling points its tests came to; 0 if it was not controlled
 */
public record Observations(
    RunCoverage coverage,
    Measures measures,
    Exercised exercised,
    List<Reversal> reversals,
    Trail trail,
    List<Goal> goals,
    List<Meeting> meetings,
    Map<GoroutineName, Set<Site>> visited,
    Set<Long> racing,
    boolean readsClock,
    boolean concurrent,
    long interleaving,
    long points) {
  public Observations {
    reversals = List.copyOf(reversals);
    goals = List.copyOf(goals);
    meetings = List.copyOf(meetings);
    visited = Map.copyOf(visited);
    racing = Set.copyOf(racing);
  }

  /** Of an execution that left no trace. */
  public static Observations none() {
    return new Observations(
        RunCoverage.none(),
        Measures.NONE,
        Exercised.NONE,
        List.of(),
        Trail.NONE,
        List.of(),
        List.of(),
        Map.of(),
        Set.of(),
        false,
        true,
        0,
        0);
  }
}
