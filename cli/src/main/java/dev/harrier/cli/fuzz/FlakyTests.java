package dev.harrier.cli.fuzz;

import dev.harrier.explore.campaign.FailingTest;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.flaky.Difference;
import dev.harrier.explore.flaky.FlakySearch;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.report.text.SideBySide;
import dev.harrier.report.words.Actions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Why tests fail sometimes, in sentences and tables. */
final class FlakyTests {
  /** So many are explained. */
  private static final int MOST = 3;

  private final ReplayCodes codes;
  private final List<String> notes = new ArrayList<>();
  private final List<String> tables = new ArrayList<>();

  private FlakyTests(ReplayCodes codes) {
    this.codes = codes;
  }

  /**
   * Runs them again until it is known.
   *
   * @param attempts executions that simplifying one schedule may take
   */
  static FlakyTests explained(
      List<FailingTest> failing,
      ReplayCodes codes,
      Supplier<Worker> hire,
      Limits limits,
      int attempts,
      BooleanSupplier stop) {
    FlakyTests result = new FlakyTests(codes);
    try (Worker worker = hire.get()) {
      FlakySearch search = new FlakySearch(worker, limits, attempts, stop);
      for (FailingTest test :
          failing.stream()
              .filter(f -> !f.isConstant() && !f.onlyWithEarlyTimers())
              .limit(MOST)
              .toList()) {
        search.explain(test).ifPresentOrElse(result::add, () -> result.unexplained(test));
      }
    } catch (WorkerException e) {
      result.notes.add(String.valueOf(e.getMessage()));
    }
    return result;
  }

  /** A sentence for each, and how to see the two runs again. */
  List<String> notes() {
    return notes;
  }

  /** What the failing and the passing run did, beside each other. */
  List<String> tables() {
    return tables;
  }

  private void unexplained(FailingTest test) {
    notes.add(
        "%s: no single decision of the schedule was found that lets it fail or pass"
            .formatted(test.target().shown()));
  }

  private void add(Difference difference) {
    String name = difference.test().target().shown();
    notes.add(name + " fails if " + why(difference));
    notes.add(
        "%s fails with: harrier replay -n 1 %s"
            .formatted(name, code(difference, difference.failing())));
    notes.add(
        "%s passes with: harrier replay -n 1 %s"
            .formatted(name, code(difference, difference.passing())));
    tables.addAll(
        SideBySide.lines(
            name + " fails:", difference.failed(), name + " passes:", difference.passed()));
    tables.add("");
  }

  private ReplayCode code(Difference difference, Schedule schedule) {
    return codes.of(difference.test().target(), schedule, ReplayCode.FAILURE);
  }

  private static String why(Difference difference) {
    return difference
        .orders()
        .map(orders ->
            "'%s' comes before '%s', and passes the other way round"
                .formatted(
                    Actions.withGoroutine(orders.first()), Actions.withGoroutine(orders.second())))
        .orElseGet(() -> decision(difference.decision()) + ", and passes otherwise");
  }

  private static String decision(PlanEntry decision) {
    return switch (decision) {
      case PlanEntry.Next next ->
          "another goroutine runs at scheduling point %,d of a goroutine".formatted(next.at());
      case PlanEntry.Case other -> "a select takes its case %d".formatted(other.chosen());
      case PlanEntry.Expiry _ -> "a timer fires before its time";
      case PlanEntry.Return _ -> "a call into the system or into C returns late";
      case PlanEntry.Delay _ -> "one goroutine is delayed";
      case PlanEntry.AccessPoint _ -> "an access to memory is a scheduling point";
      case PlanEntry.Preference _, PlanEntry.Patience _ -> "a select waits for one of its cases";
    };
  }
}
