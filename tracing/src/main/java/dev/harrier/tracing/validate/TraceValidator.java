package dev.harrier.tracing.validate;

import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Trace;
import java.util.List;

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
}
