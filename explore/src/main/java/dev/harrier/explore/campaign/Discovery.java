package dev.harrier.explore.campaign;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.model.finding.Finding;
import java.util.Optional;

/**
 * A defect, and how it showed.
 *
 * @param schedule that showed it first
 * @param execution of its target, from 1
 * @param proof empty until, or if never, the schedule was simplified and replayed
 */
public record Discovery(
    Finding finding, Target target, Schedule schedule, long execution, Optional<Proof> proof) {
  Discovery with(Proof found) {
    return new Discovery(finding, target, schedule, execution, Optional.of(found));
  }

  /** The finding as the best schedule shows it. */
  public Finding told() {
    return Haste.ofGuards(proof.flatMap(Proof::again).orElse(finding), best());
  }

  /** The best schedule that is known. */
  public Schedule best() {
    return proof.map(Proof::schedule).orElse(schedule);
  }
}
