package dev.harrier.cli.fuzzing;

import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.flaky.FlakySearch;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.FlakyTest;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Defect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Why tests fail sometimes. */
final class FlakyTests {
  /** How many are explained. */
  private static final int MOST = 3;

  private final ReplayCodes codes;
  private final List<Remark> remarks = new ArrayList<>();
  private final List<FlakyTest> tests = new ArrayList<>();

  private FlakyTests(ReplayCodes codes) {
    this.codes = codes;
  }

  /**
   * Runs the tests that only fail under some schedules again until it is known.
   *
   * @param limits of the next execution
   * @param stop asked before each whether to leave it at that
   */
  static FlakyTests explained(
      List<Discovery> discoveries,
      ReplayCodes codes,
      Supplier<Worker> workerFactory,
      Supplier<Limits> limits,
      BooleanSupplier stop) {
    FlakyTests result = new FlakyTests(codes);
    List<Discovery> failures =
        discoveries.stream()
            .filter(d -> d.finding().defect() instanceof Defect.TestFailed)
            .filter(d -> d.reported().strength().isProven())
            .limit(MOST)
            .toList();
    if (failures.isEmpty()) {
      return result;
    }
    try (Worker worker = workerFactory.get()) {
      FlakySearch search = new FlakySearch(worker, limits, stop);
      for (Discovery failure : failures) {
        search.explain(failure).ifPresentOrElse(result::add, () -> result.unexplained(failure));
      }
    } catch (WorkerException e) {
      result.remarks.add(new Remark.Message(String.valueOf(e.getMessage())));
    }
    return result;
  }

  /** Those that could not be explained, and why. */
  List<Remark> remarks() {
    return remarks;
  }

  /** Those that could be explained. */
  List<FlakyTest> tests() {
    return tests;
  }

  private void unexplained(Discovery test) {
    remarks.add(new Remark.Unexplained(test.target().shown()));
  }

  private void add(FlakySearch.Difference difference) {
    tests.add(
        new FlakyTest(
            difference.test().target().shown(),
            decision(difference.decision()),
            orders(difference.test()),
            code(difference, difference.failing()),
            code(difference, difference.passing()),
            difference.failed(),
            difference.passed()));
  }

  /** The last of the orders that the cause of the finding is about, if that is about any. */
  private static Optional<FlakyTest.Orders> orders(Discovery test) {
    return test.reported()
        .witness()
        .cause()
        .map(Cause::orders)
        .filter(orders -> !orders.isEmpty())
        .map(List::getLast)
        .map(order -> new FlakyTest.Orders(order.former().operation(), order.latter().operation()));
  }

  private String code(FlakySearch.Difference difference, Schedule schedule) {
    return codes.of(difference.test().target(), schedule, ReplayCode.FAILURE).toString();
  }

  private static FlakyTest.Decision decision(PlanEntry decision) {
    return switch (decision) {
      case PlanEntry.Next next -> new FlakyTest.Decision.RunsAnother(next.at());
      case PlanEntry.Case other -> new FlakyTest.Decision.TakesCase(other.chosen());
      case PlanEntry.Expiry _ -> new FlakyTest.Decision.FiresTimer();
      case PlanEntry.Computing computing -> new FlakyTest.Decision.Computes(computing.micros());
      case PlanEntry.Fault fault -> new FlakyTest.Decision.InjectsFault(fault.fault());
      case PlanEntry.Return _ -> new FlakyTest.Decision.ReturnsLate();
      case PlanEntry.Delay _ -> new FlakyTest.Decision.Delays();
      case PlanEntry.AccessPoint _, PlanEntry.Alternatives _ ->
          new FlakyTest.Decision.SwitchesAtAccess();
      case PlanEntry.Preference _, PlanEntry.Patience _, PlanEntry.InjectedDelay _ ->
          new FlakyTest.Decision.PrefersCase();
    };
  }
}
