package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.TestId;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The tests that have begun and not ended, and which goroutines have run any. */
final class Tests {
  private final Int2ObjectOpenHashMap<TestState> running = new Int2ObjectOpenHashMap<>();
  private final Map<GoroutineId, TestId> lastOf = new HashMap<>();
  private final Map<TestId, Long> ends = new HashMap<>();

  void begin(Event.TestBegin event) {
    TestState state = new TestState(event.test(), event.goroutine(), event.nanos());
    running.put(event.test().value(), state);
    lastOf.put(event.goroutine(), event.test());
  }

  /** What is known of the test that ends, if it had begun. */
  Optional<TestState> end(Event.TestEnd event) {
    ends.put(event.test(), event.order());
    return Optional.ofNullable(running.remove(event.test().value()));
  }

  /** The goroutine never runs again, nor does the test that it runs. */
  void abandon(GoroutineId runner) {
    running.values().removeIf(test -> test.goroutine().equals(runner));
  }

  /** Whether a test had ended before that point in the order of events. */
  boolean hadEnded(TestId test, long order) {
    return ends.getOrDefault(test, Long.MAX_VALUE) < order;
  }

  Optional<TestState> running(TestId test) {
    return Optional.ofNullable(running.get(test.value()));
  }

  Collection<TestState> running() {
    return running.values();
  }

  /** The test that a goroutine ran last; NONE if it never ran one. */
  TestId lastOf(GoroutineId goroutine) {
    return lastOf.getOrDefault(goroutine, TestId.NONE);
  }

  boolean hasRun(GoroutineId goroutine) {
    return lastOf.containsKey(goroutine);
  }

  /** Whether any test has begun. */
  boolean any() {
    return !lastOf.isEmpty();
  }
}
