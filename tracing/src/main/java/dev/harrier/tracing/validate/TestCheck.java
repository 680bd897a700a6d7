package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import java.util.HashSet;
import java.util.Set;

/** Tests begin, then their subtests begin and end, then they end. */
final class TestCheck implements Check {
  private final Violations violations;
  private final Trace trace;
  private final Set<TestId> running = new HashSet<>();
  private final Set<TestId> seen = new HashSet<>();

  TestCheck(Violations violations, Trace trace) {
    this.violations = violations;
    this.trace = trace;
  }

  @Override
  public void event(Event event) {
    switch (event) {
      case Event.TestBegin e -> begin(e);
      case Event.TestFail e -> fail(e);
      case Event.TestEnd e -> end(e);
      default -> {}
    }
  }

  private void begin(Event.TestBegin event) {
    TestId parent = trace.test(event.test()).parent();
    if (!seen.add(event.test())) {
      violations.add(Invariant.TESTS_NEST, event, "begins " + event.test() + " again");
    } else if (!parent.equals(TestId.NONE) && !running.contains(parent)) {
      violations.add(
          Invariant.TESTS_NEST,
          event,
          "begins %s in %s, which does not run".formatted(event.test(), parent));
    }
    running.add(event.test());
  }

  private void fail(Event.TestFail event) {
    if (!running.contains(event.test())) {
      violations.add(Invariant.TESTS_NEST, event, "fails " + event.test() + ", which does not run");
    }
  }

  private void end(Event.TestEnd event) {
    if (!running.remove(event.test())) {
      violations.add(Invariant.TESTS_NEST, event, "ends " + event.test() + ", which does not run");
    }
    running.stream()
        .filter(test -> trace.test(test).parent().equals(event.test()))
        .forEach(test ->
            violations.add(
                Invariant.TESTS_NEST,
                event,
                "ends %s before its subtest %s".formatted(event.test(), test)));
  }
}
