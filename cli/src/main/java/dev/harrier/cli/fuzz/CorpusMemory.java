package dev.harrier.cli.fuzz;

import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.explore.corpus.Corpus;
import dev.harrier.explore.loop.Memory;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * A corpus as a campaign's memory.
 *
 * @param controlled whether schedules can be controlled; those that must be are passed over if not
 */
record CorpusMemory(Corpus corpus, ReplayCodes codes, boolean controlled) implements Memory {
  @Override
  public long executions(Target target) {
    return corpus.executions(target);
  }

  @Override
  public List<Schedule> schedules(Target target) {
    List<Schedule> schedules = new ArrayList<>();
    for (String text : corpus.schedules(target)) {
      try {
        Schedule schedule = ReplayCode.parse(text).schedule();
        if (controlled || schedule instanceof Schedule.Native) {
          schedules.add(schedule);
        }
      } catch (ReplayCodeException e) {
        // Of another version, or damaged: the exploration finds it again, or it is gone.
      }
    }
    return schedules;
  }

  @Override
  public void progress(Target target, long executions) {
    corpus.progress(target, executions);
  }

  @Override
  public void found(Target target, Schedule schedule, String fingerprint) {
    corpus.found(target, codes.of(target, schedule, fingerprint).toString());
  }
}
