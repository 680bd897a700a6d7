package dev.harrier.cli.fuzz;

import dev.harrier.cli.session.GoDuration;
import dev.harrier.cli.session.UserError;
import dev.harrier.explore.campaign.Budget;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long to explore, and how much. */
final class BudgetOptions {
  @Option(
      names = {"-time", "--time"},
      paramLabel = "D",
      defaultValue = "1m",
      converter = GoDuration.class,
      description = "How long to explore (default ${DEFAULT-VALUE}); builds do not count.")
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

  @Option(
      names = {"-first", "--first"},
      description = "Explore each test only until it shows a finding.")
  private boolean first;

  @Option(
      names = {"-minimise", "--minimise"},
      paramLabel = "N",
      defaultValue = "200",
      description =
          "Executions that simplifying the schedule of one finding may take (default"
              + " ${DEFAULT-VALUE}); 0 leaves schedules as they were found.")
  private int minimising;

  @Option(
      names = {"-limit", "--limit"},
      paramLabel = "D",
      defaultValue = "10s",
      converter = GoDuration.class,
      description = "Real time that one execution may take (default ${DEFAULT-VALUE}).")
  private Duration limit = Duration.ZERO;

  @Option(
      names = {"-workers", "--workers"},
      paramLabel = "N",
      description = "How many executions at once (default: one for each core).")
  private @Nullable Integer workers;

  /**
   * When to stop.
   *
   * @param firstFinding whether the first proved finding ends it
   * @param firstFailure whether a failure without a finding ends the exploration of its test
   */
  Budget budget(boolean firstFinding, boolean firstFailure) throws UserError {
    if (minimising < 0) {
      throw UserError.usage("--minimise must be at least 0, not " + minimising);
    }
    return new Budget(
        time,
        positive("--execs", executions),
        positive("--per-test", perTest),
        firstFinding,
        first,
        firstFailure,
        minimising);
  }

  /** Real time that one execution may take. */
  Duration limit() {
    return limit;
  }

  /** How many executions at once. */
  int workers() throws UserError {
    return workers == null
        ? Runtime.getRuntime().availableProcessors()
        : Math.toIntExact(Math.min(1024, positive("--workers", workers.longValue())));
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
