package dev.harrier.cli.exploring;

import dev.harrier.cli.gocommand.Races;
import dev.harrier.explore.loop.Budget;
import dev.harrier.explore.loop.Techniques;
import dev.harrier.explore.portfolio.Mix;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.FaultSetting;
import dev.harrier.explore.worker.Start;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What to explore, and how.
 *
 * @param packages patterns as the user gave them
 * @param buildFlags for {@code go build}
 * @param races where to look for data races; empty for what is usual
 * @param runFlags {@code -exec}, if it was given
 * @param limit of one execution
 * @param fresh whether to forget what earlier explorations found
 * @param workers how many executions at once
 * @param mode what decides the schedule
 * @param start how executions are started
 * @param faults what may fail because a schedule decides so
 * @param conditions of controlled runs, where a technique has none of its own
 * @param without techniques that are left out
 * @param dependencies whether usages in dependencies count
 * @param line the command line, for the record
 */
public record FuzzJob(
    List<String> packages,
    List<String> buildFlags,
    Optional<Races> races,
    List<String> runFlags,
    Selection selection,
    Budget budget,
    Duration limit,
    int workers,
    Mode mode,
    Start start,
    List<Mix> mixes,
    FaultSetting faults,
    Conditions conditions,
    Set<Techniques.Part> without,
    boolean dependencies,
    long seed,
    boolean fresh,
    List<String> line) {
  /** What decides the schedule. */
  public enum Mode {
    /** Harrier where the Go is new enough, else Go's own scheduler. */
    AUTO,
    CONTROLLED,
    NATIVE
  }

  public FuzzJob {
    packages = List.copyOf(packages);
    buildFlags = List.copyOf(buildFlags);
    runFlags = List.copyOf(runFlags);
    mixes = List.copyOf(mixes);
    without = Set.copyOf(without);
    line = List.copyOf(line);
  }

  private static final int MINIMIZING = 12;

  /**
   * Explores generated tests: nothing is kept of earlier runs, and coverage does not count.
   *
   * @param run what tests must match, as Go's {@code -run}
   * @param skip what they must not match; "" for none
   * @param testFlags of each test binary
   * @param perTest executions of one test at most
   * @param faults what may fail because a schedule decides so
   */
  public static FuzzJob ofGenerated(
      List<String> packages,
      List<String> buildFlags,
      String run,
      String skip,
      List<String> testFlags,
      int perTest,
      Duration time,
      FaultSetting faults,
      List<String> line) {
    // Where something may fail, schedules are not all that there is to explore.
    Set<Budget.End> ends =
        faults.any()
            ? Set.of(Budget.End.FIRST_FINDING_OF_TARGET)
            : Set.of(Budget.End.FIRST_FINDING_OF_TARGET, Budget.End.ALL_SCHEDULES_OF_TARGET);
    return new FuzzJob(
        packages,
        buildFlags,
        Optional.empty(),
        List.of(),
        new Selection(false, run, skip, testFlags),
        new Budget(time, Long.MAX_VALUE, perTest, ends, true, MINIMIZING),
        Duration.ofSeconds(5),
        Runtime.getRuntime().availableProcessors(),
        Mode.CONTROLLED,
        Start.FORK,
        Portfolio.standard(),
        faults,
        Conditions.ofMachine(),
        Set.of(Techniques.Part.COVERAGE),
        false,
        1,
        true,
        line);
  }
}
