package dev.harrier.explore.observe;

import dev.harrier.explore.step.EventState;
import dev.harrier.model.trace.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Gathers the observations of one trace, event by event. */
public final class Observer {
  private record Pending<T>(Observation<T> observation, Recorder<T> recorder) {
    static <T> Optional<Pending<T>> of(
        Observation<T> observation, Observation.Execution execution) {
      return observation.recorder(execution).map(r -> new Pending<T>(observation, r));
    }

    Observations end(Observations before, Recorder.Ended ended) {
      return before.with(observation, recorder.end(ended));
    }
  }

  private final EventState state = new EventState();
  private final Consumer<Event> subscribers = this::show;
  private final List<Pending<?>> pending = new ArrayList<>();

  /**
   * @param observations to be made of the execution
   */
  public Observer(List<Observation<?>> observations, Observation.Execution execution) {
    for (Observation<?> observation : observations) {
      Pending.of(observation, execution).ifPresent(pending::add);
    }
  }

  /** The next event of the trace. */
  public void see(Event event) {
    state.next(event, subscribers);
  }

  private void show(Event event) {
    for (Pending<?> one : pending) {
      one.recorder.accept(event, state);
    }
  }

  /** The trace is over, and still open. */
  public Observations end(Recorder.Ended ended) {
    Observations all = Observations.none();
    for (Pending<?> one : pending) {
      all = one.end(all, ended);
    }
    return all;
  }
}
