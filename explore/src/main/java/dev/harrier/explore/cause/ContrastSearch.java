package dev.harrier.explore.cause;

import dev.harrier.explore.cause.OperationLog.Entry;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Contrast;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Looks for a run without the finding that differs from one with it by one decision, and measures
 * how likely the finding becomes along its schedule. Where the chance jumps, the schedule has
 * decided.
 */
public final class ContrastSearch {
  /** A schedule of more was not simplified, for lack of time: no one decision explains it. */
  private static final int MOST_DECISIONS = 40;

  /** After each decision of more than these is not measured. */
  private static final int MOST_MEASURED = 6;

  /** So many continuations are made from each decision. */
  private static final int CONTINUATIONS = 10;

  private final Trials trials;

  /**
   * @param job the execution that shows the finding
   * @param stop asked before each execution whether to leave it at that
   */
  public ContrastSearch(Worker worker, Job job, String fingerprint, BooleanSupplier stop) {
    this.trials = new Trials(List.of(worker), job, fingerprint, stop);
  }

  /**
   * A run without the finding.
   *
   * @param decision that it does not take
   * @param schedule that it is of
   * @param did what it did
   * @param chances as in {@link Contrast}
   */
  public record Found(
      PlanEntry decision,
      Schedule.Controlled schedule,
      Interleaving did,
      List<Contrast.Chance> chances) {}

  /**
   * Empty if the schedule does not show the finding again, shows it without any one of its
   * decisions as well, or if the time is up: then a schedule has many decisions.
   */
  public Optional<Found> find() throws WorkerException {
    if (!(trials.schedule() instanceof Schedule.Controlled least)
        || least.plan().decisions().isEmpty()
        || least.plan().entries().size() > MOST_DECISIONS) {
      return Optional.empty();
    }
    try {
      Result failing = trials.run(least);
      return trials.shows(failing) ? withoutOne(least, failing) : Optional.empty();
    } catch (Trials.SpentException e) {
      return Optional.empty();
    }
  }

  /** What the last decisions decide is tried first: the earlier ones lead up to them. */
  private Optional<Found> withoutOne(Schedule.Controlled least, Result failing)
      throws WorkerException, Trials.SpentException {
    for (PlanEntry decision : least.plan().decisions().reversed()) {
      Schedule.Controlled without = CauseSearch.without(least, decision);
      Result run = trials.run(without);
      if (!trials.passes(run)) {
        continue;
      }
      Result did = trials.inWords(without);
      if (trials.passes(did)) {
        return Optional.of(
            new Found(decision, without, did.interleaving(), chances(least, failing)));
      }
    }
    return Optional.empty();
  }

  /** What was decided in an execution, and the order of its event. */
  private record Decided(PlanEntry decision, Event.Choice choice) {}

  private List<Contrast.Chance> chances(Schedule.Controlled least, Result failing)
      throws WorkerException {
    List<PlanEntry> decisions = least.plan().decisions();
    List<Decided> decided =
        failing.choices().stream()
            .flatMap(choice -> PlanEntry.of(choice).map(d -> new Decided(d, choice)).stream())
            .filter(d -> decisions.contains(d.decision))
            .sorted(Comparator.comparingLong(d -> d.choice.order()))
            .toList();
    if (decided.size() != decisions.size() || decided.size() > MOST_MEASURED) {
      return List.of(); // Not all of them are decisions of the runtime, in one order.
    }
    List<Contrast.Chance> chances = new ArrayList<>();
    try {
      for (int taken = 0; taken <= decided.size(); taken++) {
        chances.add(
            new Contrast.Chance(
                taken == 0 ? Optional.empty() : follows(decided.get(taken - 1), failing),
                shown(least, decided.subList(0, taken).stream().map(Decided::decision).toList())));
      }
    } catch (Trials.SpentException e) {
      return List.of();
    }
    return chances;
  }

  /** How many runs that take these decisions, and then any, show the finding. */
  private Witness.Reproduction shown(Schedule.Controlled least, List<PlanEntry> taken)
      throws WorkerException, Trials.SpentException {
    Schedule.Controlled random =
        CauseSearch.with(CauseSearch.undecided(least), taken)
            .by(Strategy.Kind.RANDOM_WALK.strategy());
    int shown = 0;
    for (int seed = 1; seed <= CONTINUATIONS; seed++) {
      PlanEntry from = new PlanEntry.StrategyFrom(taken.size(), seed);
      shown += trials.shows(trials.run(CauseSearch.with(random, List.of(from)))) ? 1 : 0;
    }
    return new Witness.Reproduction(shown, CONTINUATIONS);
  }

  /**
   * The first operation that a decision is followed by, of the goroutine that runs because of it.
   */
  private static Optional<Operation> follows(Decided decided, Result failing) {
    Optional<GoroutineName> runs =
        switch (decided.decision) {
          case PlanEntry.Next next -> Optional.of(next.chosen());
          case PlanEntry.Return back -> Optional.of(back.returning());
          case PlanEntry.Case choice -> Optional.of(choice.goroutine());
          case PlanEntry.Computing computing -> Optional.of(computing.goroutine());
          case PlanEntry.Fault fault -> Optional.of(fault.goroutine());
          default -> Optional.empty(); // A timer that fires may wake any.
        };
    return Trials.log(failing).entries().stream()
        .filter(e -> e.operation().order() > decided.choice.order())
        .filter(e -> runs.map(e.key().goroutine()::equals).orElse(true))
        .map(Entry::operation)
        .findFirst();
  }
}
