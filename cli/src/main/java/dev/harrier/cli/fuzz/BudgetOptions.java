package dev.harrier.cli.fuzz;

import dev.harrier.cli.gocommand.GoDuration;
import dev.harrier.cli.process.HelpGroup;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.loop.Budget;
import dev.harrier.explore.schedule.FaultSetting;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long to explore, and how much. */
@HelpGroup(HelpGroup.Heading.LIMITS)
final class BudgetOptions {
  @HelpGroup(HelpGroup.Heading.MAIN)
  @Option(
      names = {"-time", "--time"},
      paramLabel = "D",
      defaultValue = "1m",
      converter = GoDuration.class,
      description = "Real time for all executions, without builds (default ${DEFAULT-VALUE}).")
  private Duration time = Duration.ZERO;

  @Option(
      names = {"-execs", "--execs"},
      paramLabel = "N",
      description = "Stop after N executions of all tests together.")
  private @Nullable Long executions;

  @Option(
      names = {"-per-test", "--per-test"},
      paramLabel = "N",
      description = "At most N executions of each test.")
  private @Nullable Long perTest;

  @HelpGroup(HelpGroup.Heading.MAIN)
  @Option(
      names = {"-first", "--first"},
      description = "Stop exploring a test at its first finding.")
  private boolean first;

  @HelpGroup(HelpGroup.Heading.TUNING)
  @Option(
      names = {"-minimize", "--minimize"},
      paramLabel = "N",
      defaultValue = "200",
      description =
          "Executions that simplifying the schedule of one finding may take (default"
              + " ${DEFAULT-VALUE}); 0 leaves schedules as they were found.")
  private int minimizing;

  @Option(
      names = {"-limit", "--limit"},
      paramLabel = "D",
      defaultValue = "10s",
      converter = GoDuration.class,
      description = "Real time for one execution (default ${DEFAULT-VALUE}).")
  private Duration limit = Duration.ZERO;

  @HelpGroup(HelpGroup.Heading.MAIN)
  @Option(
      names = {"-workers", "--workers"},
      paramLabel = "N",
      description = "Run N executions at once (default: one for each core).")
  private @Nullable Integer workers;

  /**
   * When to stop.
   *
   * @param firstFinding whether the first proved finding ends it
   * @param faults what may fail because a schedule decides so
   */
  Budget budget(boolean firstFinding, FaultSetting faults) throws UserError {
    if (minimizing < 0) {
      throw UserError.usage("-minimize must be at least 0, not " + minimizing);
    }
    Set<Budget.End> ends = EnumSet.noneOf(Budget.End.class);
    if (firstFinding) {
      ends.add(Budget.End.FIRST_FINDING);
    }
    if (first) {
      ends.add(Budget.End.FIRST_FINDING_OF_TARGET);
    }
    if (!faults.any()) { // Else schedules are not all that there is to explore.
      ends.add(Budget.End.ALL_SCHEDULES_OF_TARGET);
    }
    return new Budget(
        time,
        positive("-execs", executions),
        positive("-per-test", perTest),
        ends,
        true,
        minimizing);
  }

  /** Real time that one execution may take. */
  Duration limit() {
    return limit;
  }

  /** How many executions at once. */
  int workers() throws UserError {
    return workers == null
        ? Runtime.getRuntime().availableProcessors()
        : Math.toIntExact(Math.min(1024, positive("-workers", workers.longValue())));
  }

  private static long positive(String option, @Nullable Long value) throws UserError {
    if (value == null) {
      return Long.MAX_VALUE;
    }
    if (value < 1) {
      throw UserError.usage("%s must be at least 1, not %d".formatted(option, value));
    }
    return value;
  }
}
