package dev.harrier.explore.observe;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.tracing.decode.RecordedTrace;
import java.util.Optional;
import java.util.function.Function;

/** One thing that executions are observed for. It is known by its identity: one constant each. */
public final class Observation<T> {
  /**
   * An execution whose trace is read.
   *
   * @param trace of the process itself
   * @param context of the analyses
   * @param schedule of the execution
   * @param detail what is wanted of it
   */
  public record Execution(
      RecordedTrace trace, AnalysisContext context, Schedule schedule, Detail detail) {}

  private final T none;
  private final Function<? super Execution, Optional<? extends Recorder<T>>> recorder;

  /**
   * @param none holds where nothing was recorded
   * @param recorder of an execution; empty if that kind of execution has nothing to record
   */
  public Observation(
      T none, Function<? super Execution, Optional<? extends Recorder<T>>> recorder) {
    this.none = none;
    this.recorder = recorder;
  }

  /**
   * One that only guides learn from.
   *
   * @param none holds where nothing was recorded
   * @param recorder as in the constructor
   */
  public static <T> Observation<T> forGuides(
      T none, Function<? super Execution, Optional<? extends Recorder<T>>> recorder) {
    return new Observation<>(
        none,
        execution ->
            execution.detail() == Detail.GUIDES ? recorder.apply(execution) : Optional.empty());
  }

  /** What holds of an execution of which this was not recorded. */
  public T none() {
    return none;
  }

  Optional<? extends Recorder<T>> recorder(Execution execution) {
    return recorder.apply(execution);
  }
}
