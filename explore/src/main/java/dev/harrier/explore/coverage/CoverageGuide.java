package dev.harrier.explore.coverage;

import dev.harrier.coverage.Coverage;
import dev.harrier.coverage.CoverageRecorder;
import dev.harrier.coverage.RunCoverage;
import dev.harrier.explore.guide.DelegatingGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.step.EventState;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.explored.ProgressFigure;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gathers the coverage of concurrency usages over all executions (GoAT). It does not end an
 * exploration: what is covered is not what is found ({@code bench/results/fuzz-ablation.md}).
 */
public final class CoverageGuide extends DelegatingGuide {
  /** Which usages of concurrency an execution reached, and how. */
  public static final Observation<RunCoverage> COVERAGE =
      Observation.forGuides(
          RunCoverage.none(), execution -> Optional.of(new Recording(execution.trace())));

  private static final class Recording implements Recorder<RunCoverage> {
    private final CoverageRecorder recorder;

    Recording(Trace trace) {
      this.recorder = new CoverageRecorder(trace);
    }

    @Override
    public void accept(Event event, EventState state) {
      recorder.accept(event, state::holdersOf);
    }

    @Override
    public RunCoverage end(Ended ended) {
      return recorder.end();
    }
  }

  private final Coverage coverage;
  private final CoverageMemory memory;
  private int keptTotal;
  private int keptCovered;

  /**
   * @param guide decides all the rest
   * @param coverage to add to
   * @param memory is given the coverage when it has grown
   */
  public CoverageGuide(Guide guide, Coverage coverage, CoverageMemory memory) {
    super(guide);
    this.coverage = coverage;
    this.memory = memory;
    this.keptTotal = coverage.total();
    this.keptCovered = coverage.covered();
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    coverage.add(result.observations().of(COVERAGE));
    return super.learn(target, schedule, result);
  }

  @Override
  public List<ProgressFigure> status() {
    List<ProgressFigure> all = new ArrayList<>(super.status());
    all.add(new ProgressFigure.Covered(coverage.covered(), coverage.total()));
    return all;
  }

  @Override
  public void keep() {
    super.keep();
    int total = coverage.total();
    int covered = coverage.covered();
    if ((total != keptTotal || covered != keptCovered) && memory.keep(coverage)) {
      keptTotal = total;
      keptCovered = covered;
    }
  }
}
