package dev.harrier.cli.checkfix;

import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.exploring.Workers;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.process.Progress;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.transfer.CauseTrial;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Tries to show a finding with the changed program: by replays first, then by explorations. */
final class FixTrial {
  private final ScheduleExploration exploration;
  private final Watch watch;
  private final KnownFindings known;
  private final Finding sought;
  private final ReplayCodes codes;
  private final Schedule.Controlled schedule;
  private final FixSearch search;
  private final Duration time;
  private Optional<FixReplays> replays = Optional.empty();

  /**
   * @param code how the finding was made
   * @param schedule that showed it
   * @param time for all explorations
   */
  FixTrial(
      ScheduleExploration exploration,
      SuppressionFilter suppressions,
      Watch watch,
      KnownFindings known,
      Finding sought,
      ReplayCode code,
      Schedule.Controlled schedule,
      Duration time) {
    this.exploration = exploration;
    this.watch = watch;
    this.known = known;
    this.sought = sought;
    this.schedule = schedule;
    this.time = time;
    this.codes = ReplayCodes.of(code.build(), code.arguments(), exploration.installation());
    this.search =
        new FixSearch(exploration, suppressions, watch, known, sought, codes, schedule, time);
  }

  Optional<FixCheck.Replay> replay() {
    return replays.flatMap(FixReplays::replay);
  }

  Optional<FixCheck.AtCause> atCause() {
    return replays.flatMap(FixReplays::atCause);
  }

  FixSearch search() {
    return search;
  }

  /** The findings that the verdict is about. */
  List<Finding> shown() {
    return replays.flatMap(FixReplays::shown).or(search::shown).stream().toList();
  }

  /** Executions that did not explore. */
  long replayed() {
    return replays.map(FixReplays::executions).orElse(0L);
  }

  /** Events of those. */
  long events() {
    return replays.map(FixReplays::events).orElse(0L);
  }

  /**
   * Does all of it.
   *
   * @param old the target before the change, if its program is there
   * @param changed the same with the change
   */
  FixVerdict run(Optional<Target> old, Target changed) throws WorkerException {
    try (Worker worker =
            Workers.factory(
                    exploration.installation(),
                    exploration.directory(),
                    watch,
                    CauseTrial.observed())
                .get();
        Progress progress = new Progress(exploration.context())) {
      FixReplays runs =
          new FixReplays(
              worker, known, sought, codes, exploration.shutdown()::isRequested, time.dividedBy(8));
      replays = Optional.of(runs);
      progress.say("replaying " + changed.shown());
      Optional<FixVerdict> failure = runs.ordinary(changed, schedule);
      if (failure.isPresent()) {
        return failure.get();
      }
      runs.replay(old, changed, search.schedule(old));
      if (runs.shown().isEmpty() && old.isPresent()) {
        runs.direct(old.get(), changed, schedule);
      }
      if (runs.shown().isPresent()) {
        return new FixVerdict.StillThere();
      }
    }
    search.measure(old);
    return search.explore(old, changed, atCause());
  }
}
