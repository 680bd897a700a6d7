package dev.harrier.explore.campaign;

import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.model.finding.Finding;

/**
 * A defect, and the first schedule that showed it.
 *
 * @param execution of its target, from 1
 */
public record Discovery(Finding finding, Target target, Schedule schedule, long execution) {}
