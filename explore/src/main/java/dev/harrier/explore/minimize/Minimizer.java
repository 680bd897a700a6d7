package dev.harrier.explore.minimize;

import dev.harrier.explore.computing.ShorterComputing;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.trace.Event;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Simplifies the schedule of a run that shows something. */
public final class Minimizer {
  /** A time, in microseconds, for which no goroutine that can run is kept from running. */
  private static final long LONG = 1_000_000;

  private final Worker worker;
  private final Job job;
  private final Predicate<Result> shows;
  private final int attempts;
  private final BooleanSupplier stop;
  private int executions;

  /**
   * @param job the run that showed it
   * @param shows whether a run shows what its schedule is simplified for
   * @param attempts how many executions it may take
   * @param stop asked before each execution whether to be content with what there is
   */
  public Minimizer(
      Worker worker, Job job, Predicate<Result> shows, int attempts, BooleanSupplier stop) {
    this.worker = worker;
    this.job = job;
    this.shows = shows;
    this.attempts = attempts;
    this.stop = stop;
  }

  /**
   * Minimizes.
   *
   * @param choices that the run recorded
   * @return the schedule of the job itself if it can't be simplified
   */
  public MinimizedSchedule minimize(List<Event.Choice> choices) throws WorkerException {
    if (!(job.schedule() instanceof Schedule.Controlled found)) {
      return new MinimizedSchedule(job.schedule(), 0, 0);
    }
    // What selects were made to prefer is no choice of the run: it was in the plan before. What
    // came of a goroutine that was delayed is.
    List<PlanEntry> decisions =
        Stream.concat(
                found.plan().entries().stream().filter(Minimizer::isDecision),
                choices.stream().map(PlanEntry::of).flatMap(Optional::stream))
            .distinct()
            .toList();
    if (shows(found, Plan.EMPTY)) {
      return new MinimizedSchedule(found.forced(Plan.EMPTY), decisions.size(), executions);
    }
    if (!shows(found, decisions)) {
      return new MinimizedSchedule(found, decisions.size(), executions);
    }
    List<PlanEntry> least =
        Ddmin.<PlanEntry, WorkerException>minimize(
            withoutAssumptions(found, quick(found, decisions, choices)),
            candidate -> shows(found, candidate),
            this::isOver);
    return new MinimizedSchedule(
        found.forced(plan(found, shortened(found, straightened(found, least)))),
        decisions.size(),
        executions);
  }

  /**
   * Computing that takes as little time as is enough: what the finding assumes is then near the
   * bound that the program has.
   */
  private List<PlanEntry> shortened(Schedule.Controlled found, List<PlanEntry> decisions)
      throws WorkerException {
    List<PlanEntry> best = decisions;
    for (int i = 0; i < decisions.size(); i++) {
      if (decisions.get(i) instanceof PlanEntry.Computing computing) {
        List<PlanEntry.Computing> shorter = ShorterComputing.than(computing);
        int low = 0;
        int enough = shorter.size();
        while (low < enough) {
          int middle = (low + enough) / 2;
          List<PlanEntry> candidate = new ArrayList<>(best);
          candidate.set(i, shorter.get(middle));
          if (shows(found, candidate)) {
            best = candidate;
            enough = middle;
          } else {
            low = middle + 1;
          }
        }
      }
    }
    return best;
  }

  /** What came of a delay is recorded. */
  private static boolean isDecision(PlanEntry entry) {
    return entry.isDecision() && !(entry instanceof PlanEntry.Delay);
  }

  private static Plan plan(Schedule.Controlled found, List<PlanEntry> decisions) {
    return new Plan(
        Stream.concat(found.plan().accessPoints().stream(), decisions.stream()).toList());
  }

  /**
   * The decisions without those that let a second or more pass, if the others suffice: where a
   * failure takes either a minute or a millisecond, each of them would do.
   */
  private List<PlanEntry> quick(
      Schedule.Controlled found, List<PlanEntry> decisions, List<Event.Choice> choices)
      throws WorkerException {
    Set<PlanEntry> quick =
        choices.stream()
            .filter(choice -> choice.chosen() < LONG)
            .map(PlanEntry::of)
            .flatMap(Optional::stream)
            .filter(PlanEntry::assumesTime)
            .collect(Collectors.toSet());
    List<PlanEntry> without =
        decisions.stream().filter(d -> !d.assumesTime() || quick.contains(d)).toList();
    return without.size() < decisions.size() && shows(found, without) ? without : decisions;
  }

  /**
   * As few decisions as possible that assume something of time, or that a connection fails, before
   * any other is left out: what needs none of them is worth more than what is short.
   */
  private List<PlanEntry> withoutAssumptions(Schedule.Controlled found, List<PlanEntry> decisions)
      throws WorkerException {
    List<PlanEntry> assumed = decisions.stream().filter(PlanEntry::isAssumption).toList();
    if (assumed.isEmpty()) {
      return decisions;
    }
    List<PlanEntry> needed =
        Ddmin.<PlanEntry, WorkerException>minimize(
            assumed, candidate -> shows(found, only(decisions, candidate)), this::isOver);
    return only(decisions, needed);
  }

  /** The decisions without the assumptions that are not in {@code assumed}. */
  private static List<PlanEntry> only(List<PlanEntry> decisions, List<PlanEntry> assumed) {
    Set<PlanEntry> kept = new HashSet<>(assumed);
    return decisions.stream().filter(d -> !d.isAssumption() || kept.contains(d)).toList();
  }

  /** One switch instead of several, if that is enough. */
  private List<PlanEntry> straightened(Schedule.Controlled found, List<PlanEntry> least)
      throws WorkerException {
    for (PlanEntry single : SingleSwitches.of(least)) {
      if (shows(found, List.of(single))) {
        return List.of(single);
      }
    }
    return least;
  }

  private boolean isOver() {
    return executions >= attempts || stop.getAsBoolean();
  }

  private boolean shows(Schedule.Controlled found, List<PlanEntry> decisions)
      throws WorkerException {
    return shows(found, plan(found, decisions));
  }

  private boolean shows(Schedule.Controlled found, Plan plan) throws WorkerException {
    if (isOver()) {
      return false;
    }
    executions++;
    return shows.test(worker.run(job.with(found.forced(plan))));
  }

  /**
   * The simplest schedule that was found.
   *
   * @param decisions how many decisions the first run took otherwise than in the default order
   * @param executions how many it took to get here
   */
  public record MinimizedSchedule(Schedule schedule, int decisions, int executions) {}
}
