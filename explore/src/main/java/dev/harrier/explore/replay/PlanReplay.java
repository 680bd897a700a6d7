package dev.harrier.explore.replay;

import dev.harrier.explore.canon.CanonicalTrace;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * A recorded run, and the run that the plan of its choices makes. The two are the same by
 * construction; this looks whether they are.
 *
 * @param events of the recorded run
 * @param choices that it took
 * @param divergence the first event in which they differ
 * @param missed how many decisions of the plan could not be taken
 * @param interrupted whether the watchdog stepped into either: nothing can repeat when it does
 */
public record PlanReplay(
    long events, int choices, Optional<Divergence> divergence, long missed, boolean interrupted) {
  /**
   * Does both runs.
   *
   * @param recorder does the first, and {@code player} the other
   * @throws WorkerException if either can't be done
   */
  public static PlanReplay of(Worker recorder, Worker player, Job job, Schedule.Controlled schedule)
      throws WorkerException {
    Result recorded = recorder.run(job.with(schedule));
    // What came of delays is among the choices.
    List<PlanEntry> plan =
        Stream.concat(
                schedule.plan().entries().stream().filter(e -> !(e instanceof PlanEntry.Delay)),
                recorded.choices().stream().map(PlanEntry::of).flatMap(Optional::stream))
            .toList();
    Result replayed = player.run(job.with(schedule.forced(new Plan(plan))));
    CanonicalTrace first = recorded.canonical().orElseThrow();
    CanonicalTrace second = replayed.canonical().orElseThrow();
    OptionalInt difference = first.firstDifference(second);
    return new PlanReplay(
        first.size(),
        recorded.choices().size(),
        difference.isEmpty()
            ? Optional.empty()
            : Optional.of(Divergence.of(2, first, second, difference.getAsInt())),
        count(replayed, ChoiceKind.MISSED),
        count(recorded, ChoiceKind.WATCHDOG) + count(replayed, ChoiceKind.WATCHDOG) > 0);
  }

  private static long count(Result result, ChoiceKind kind) {
    return result.choices().stream().map(Event.Choice::kind).filter(kind::equals).count();
  }

  /** Whether nothing differs. */
  public boolean isSame() {
    return divergence.isEmpty() && missed == 0;
  }
}
