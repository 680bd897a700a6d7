package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks the events of a trace. Needs memory for its goroutines and objects. */
public final class TraceValidator {
  private TraceValidator() {}

  /** Replays {@code trace} and returns what can't have happened; empty if all is well. */
  public static List<Violation> validate(Trace trace) {
    Violations violations = new Violations();
    List<Check> checks =
        List.of(
            new OrderCheck(violations),
            new GoroutineCheck(violations),
            new LockCheck(violations),
            new ChannelCheck(violations, trace),
            new SelectCheck(violations),
            new WaitGroupCheck(violations),
            new TestCheck(violations, trace));
    Completeness completeness =
        trace.replay(event -> {
          violations.next(event);
          checks.forEach(check -> check.event(event));
        });
    return switch (completeness) {
      case Completeness.Whole() -> violations.list();
      case Completeness.Unread(String why) ->
          List.of(new Violation(Invariant.NOTHING_MISSING, 0, why));
      case Completeness.Partial(_, String why, long missing) ->
          missing == 0
              ? violations.list()
              : List.of(new Violation(Invariant.NOTHING_MISSING, 0, why));
    };
  }

  /** Order and time grow. */
  private static final class OrderCheck implements Check {
    private final Violations violations;
    private long order;
    private long nanos;

    OrderCheck(Violations violations) {
      this.violations = violations;
    }

    @Override
    public void event(Event event) {
      if (event.order() <= order || event.nanos() < nanos) {
        violations.add(
            Invariant.ORDER_GROWS,
            event,
            "at %d ns follows event %d at %d ns".formatted(event.nanos(), order, nanos));
      }
      order = event.order();
      nanos = event.nanos();
    }
  }

  /**
   * The chosen case of a select exists and can proceed. One with a default does not block, unless
   * the plan of the run prefers one of its cases.
   */
  private static final class SelectCheck implements Check {
    private final Violations violations;
    private final Set<GoroutineId> patient = new HashSet<>();

    SelectCheck(Violations violations) {
      this.violations = violations;
    }

    @Override
    public void event(Event event) {
      switch (event) {
        case Event.Preferred preferred -> patient.add(preferred.goroutine());
        case Event.Select select -> {
          select(select, patient.remove(select.goroutine()));
        }
        default -> {}
      }
    }

    private void select(Event.Select select, boolean wasPatient) {
      int chosen = select.chosen();
      if (chosen < -1 || chosen >= select.cases().size()) {
        violations.add(
            Invariant.CHOICE_EXISTS,
            select,
            "chooses case %d of %d".formatted(chosen, select.cases().size()));
      } else if (chosen == -1 && !select.hasDefault()) {
        violations.add(Invariant.CHOICE_EXISTS, select, "chooses a default that is not there");
      } else if (chosen >= 0 && select.cases().get(chosen).channel().equals(ObjectId.NONE)) {
        violations.add(
            Invariant.CHOICE_EXISTS, select, "chooses the nil channel of case " + chosen);
      } else if (select.hasDefault() && select.completion() == Completion.BLOCKED && !wasPatient) {
        violations.add(Invariant.CHOICE_EXISTS, select, "was blocked although it has a default");
      }
    }
  }

  /** Tests begin, then their subtests begin and end, then they end. */
  private static final class TestCheck implements Check {
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
        violations.add(
            Invariant.TESTS_NEST, event, "fails " + event.test() + ", which does not run");
      }
    }

    private void end(Event.TestEnd event) {
      if (!running.remove(event.test())) {
        violations.add(
            Invariant.TESTS_NEST, event, "ends " + event.test() + ", which does not run");
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

  /** The counter of a wait group is not negative. */
  private static final class WaitGroupCheck implements Check {
    private final Violations violations;
    private final Map<ObjectId, Long> counters = new HashMap<>();

    WaitGroupCheck(Violations violations) {
      this.violations = violations;
    }

    @Override
    public void event(Event event) {
      if (event instanceof Event.Add add) {
        long now = counters.merge(add.group(), (long) add.delta(), Long::sum);
        if (now < 0) {
          violations.addUnlessPanic(
              Invariant.COUNTER_NOT_NEGATIVE, add, "makes %s %d".formatted(add.group(), now));
        }
        if (now <= 0) {
          counters.remove(add.group());
        }
      }
    }
  }
}
