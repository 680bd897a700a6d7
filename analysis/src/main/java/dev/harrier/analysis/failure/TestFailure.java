package dev.harrier.analysis.failure;

import dev.harrier.analysis.engine.Analysis;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.Fingerprints;
import dev.harrier.analysis.explain.Frames;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A test that fails by its own assertion under some schedules. It sees the events of one run under
 * a schedule; what runs the test in the default order has to say that it passes there.
 */
public final class TestFailure implements Analysis {
  public static final Rule RULE =
      new Rule(
          "test-failure",
          "a test fails under some schedules",
          "Make the code, or the test, wait for what the assertion relies on: the interleaving"
              + " shows an order of events that nothing rules out.");

  private final Trace trace;
  private final Frames frames;
  private final Fingerprints fingerprints;

  /** The failures by test, in order, but those that a test has only because a subtest failed. */
  private final Map<String, Failure> failures = new LinkedHashMap<>();

  private final Set<GoroutineId> readMemory = new HashSet<>();
  private Optional<Event.TestFail> last = Optional.empty();

  /**
   * @param readMemory whether the goroutine had read statistics of memory before, or the like
   */
  private record Failure(GoroutineId goroutine, Stack stack, Stack createdAt, boolean readMemory) {}

  public TestFailure(Trace trace, AnalysisContext context) {
    this.trace = trace;
    this.frames = new Frames(context);
    this.fingerprints = new Fingerprints(context.sources());
  }

  @Override
  public Rule rule() {
    return RULE;
  }

  /**
   * A test is marked as failed, for the first time. Package testing marks the test around it just
   * before.
   */
  public void see(Event.TestFail fail) {
    last.filter(parent -> isOfSubtest(parent, fail))
        .ifPresent(parent -> failures.remove(trace.test(parent.test()).name()));
    last = Optional.of(fail);
    failures.put(
        trace.test(fail.test()).name(),
        new Failure(
            fail.goroutine(),
            trace.stack(fail.stack()),
            trace.stack(trace.goroutine(fail.goroutine()).createdAt()),
            readMemory.contains(fail.goroutine())));
  }

  /** A goroutine reads what no schedule decides. */
  public void see(Event.Input input) {
    if (input.kind() == InputKind.MEMORY) {
      readMemory.add(input.goroutine());
    }
  }

  private boolean isOfSubtest(Event.TestFail parent, Event.TestFail fail) {
    return parent.goroutine().equals(fail.goroutine())
        && trace.test(fail.test()).parent().equals(parent.test())
        && frames
            .trimmed(trace.stack(parent.stack()))
            .equals(frames.trimmed(trace.stack(fail.stack())));
  }

  /**
   * After the last event; the trace is still open.
   *
   * @param output what the program printed, or the end of it
   */
  public List<Finding> findings(String output) {
    List<Finding> findings = new ArrayList<>();
    failures.forEach((test, failure) -> findings.add(finding(test, failure, output)));
    return findings;
  }

  /** Whether the test does not report a failure, but ends the process with a status. */
  private static boolean isExit(Stack stack) {
    return stack.frames().stream().anyMatch(site -> site.function().equals("os.Exit"));
  }

  private Finding finding(String test, Failure failure, String output) {
    Stack stack = frames.trimmed(failure.stack);
    Optional<FailureMessage> message =
        isExit(failure.stack)
            ? FailureMessage.atExit(output)
            : FailureMessage.in(output, m -> stack.frames().stream().anyMatch(m::isAt));
    // Where a library does not mark its functions as helpers, the place that is printed is its own.
    Site at =
        message.stream()
            .flatMap(m -> stack.frames().stream().filter(m::isAt))
            .filter(frames::isUser)
            .findFirst()
            .orElseGet(() -> frames.primary(failure.stack));
    Participant participant =
        new Participant(
            failure.goroutine,
            Participant.Part.FAILED_TEST,
            new Participant.Condition.Unknown(),
            List.of(),
            stack,
            frames.isScaffold(failure.createdAt) ? Stack.EMPTY : frames.trimmed(failure.createdAt),
            trace.goroutine(failure.goroutine).parent(),
            List.of());
    Finding finding =
        Finding.of(
            RULE,
            Strength.OBSERVED,
            new Defect.TestFailed(message.map(FailureMessage::text).orElse("")),
            Location.of(at),
            test,
            Explanation.of(List.of(participant), new Evidence.PassesOtherwise(0, 0, 0)),
            fingerprints.of(
                RULE.id(),
                "failure " + message.map(FailureMessage::shape).orElse(""),
                at,
                Site.UNKNOWN,
                List.of()));
    return failure.readMemory ? finding.suspicious(new Doubt.ReadsMemory()) : finding;
  }
}
