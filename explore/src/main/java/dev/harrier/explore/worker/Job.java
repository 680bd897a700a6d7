package dev.harrier.explore.worker;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;

/** One execution to be done. */
public record Job(Target target, Schedule schedule, Limits limits) {}
