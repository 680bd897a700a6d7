package dev.harrier.explore.observe;

import java.util.HashMap;
import java.util.Map;

/**
 * What one execution teaches about what to run next. Of the process itself, not of its children.
 * Immutable.
 */
public final class Observations {
  private static final Observations NONE = new Observations(new HashMap<>());

  /** Each value is of the type of its observation: {@link #with} puts nothing else here. */
  private final Map<Observation<?>, Object> values;

  private Observations(Map<Observation<?>, Object> values) {
    this.values = values;
  }

  /** Of an execution that left no trace. */
  public static Observations none() {
    return NONE;
  }

  /** The same with one more. */
  public <T> Observations with(Observation<T> observation, T value) {
    Map<Observation<?>, Object> more = new HashMap<>(values);
    more.put(observation, value);
    return new Observations(more);
  }

  /** What was observed; what holds without an observation if this was not recorded. */
  @SuppressWarnings("unchecked")
  public <T> T of(Observation<T> observation) {
    Object value = values.get(observation);
    return value == null ? observation.none() : (T) value;
  }
}
