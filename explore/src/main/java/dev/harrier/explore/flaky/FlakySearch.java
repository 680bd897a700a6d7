package dev.harrier.explore.flaky;

import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Interleaving;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Looks for the smallest difference between a failing and a passing run of a test. */
public final class FlakySearch {
  /** A schedule of more was not simplified, for lack of time: no one decision explains it. */
  private static final int MOST_DECISIONS = 40;

  private final Worker worker;
  private final Supplier<Limits> limits;
  private final BooleanSupplier stop;

  /**
   * @param limits of the next execution
   * @param stop asked before each execution whether to leave it at that
   */
  public FlakySearch(Worker worker, Supplier<Limits> limits, BooleanSupplier stop) {
    this.worker = worker;
    this.limits = limits;
    this.stop = stop;
  }

  /**
   * Empty if the test does not fail again, fails without any decision, or time is or was up: then
   * its schedule has many decisions.
   */
  public Optional<Difference> explain(Discovery failure) throws WorkerException {
    return !stop.getAsBoolean()
            && failure.best() instanceof Schedule.Controlled least
            && least.plan().entries().size() <= MOST_DECISIONS
        ? withoutOne(failure, least)
        : Optional.empty();
  }

  private static boolean passes(Result result) {
    return result.exit().equals(new Exit.Exited(0)) && result.findings().isEmpty();
  }

  /** Tries what the last decisions decide first: the earlier ones lead up to them. */
  private Optional<Difference> withoutOne(Discovery test, Schedule.Controlled least)
      throws WorkerException {
    Result failing = worker.run(new Job(test.target(), least, limits.get(), true));
    if (!failing.shows(test.finding().fingerprint())) {
      return Optional.empty();
    }
    List<PlanEntry> entries = least.plan().entries();
    for (int i = entries.size() - 1; i >= 0 && !stop.getAsBoolean(); i--) {
      List<PlanEntry> rest = new ArrayList<>(entries);
      PlanEntry decision = rest.remove(i);
      if (!decision.isDecision()) {
        continue; // without it the others would be at other points
      }
      Schedule.Controlled without = least.with(new Plan(rest));
      Result passing = worker.run(new Job(test.target(), without, limits.get(), true));
      if (passes(passing)) {
        return Optional.of(
            new Difference(
                test, least, without, decision, failing.interleaving(), passing.interleaving()));
      }
    }
    return Optional.empty();
  }

  /**
   * A failing and a passing run of a test that differ by one decision.
   *
   * @param decision that the failing run takes and the passing one does not
   * @param failed what the failing run did
   * @param passed what the passing run did
   */
  public record Difference(
      Discovery test,
      Schedule.Controlled failing,
      Schedule.Controlled passing,
      PlanEntry decision,
      Interleaving failed,
      Interleaving passed) {}
}
