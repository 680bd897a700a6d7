package dev.harrier.explore.fault;

import dev.harrier.analysis.explain.Frames;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.step.EventState;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Doubt.FaultUnexpected.Reliance;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What failed in a run because its schedule decided so (connections, contexts, files), and what its
 * findings are worth then. Code has to expect that, at any time; a test has not, whose peers are
 * its own.
 */
public final class Faults {
  /** Each fault of the process itself, in its order. */
  public static final Observation<List<Doubt.FaultAssumed>> ASSUMED =
      new Observation<>(List.of(), execution -> Optional.of(new FaultRecorder(execution)));

  private static final class FaultRecorder implements Recorder<List<Doubt.FaultAssumed>> {
    private final Trace trace;
    private final Frames frames;
    private final List<Doubt.FaultAssumed> faults = new ArrayList<>();

    FaultRecorder(Observation.Execution execution) {
      this.trace = execution.trace();
      this.frames = new Frames(execution.context());
    }

    @Override
    public void accept(Event event, EventState state) {
      if (event instanceof Event.Choice choice && choice.kind() == ChoiceKind.FAULT) {
        faults.add(
            new Doubt.FaultAssumed(
                InjectedFault.of(choice.options()),
                frames.primary(trace.stack(choice.stack())),
                choice.chosen()));
      }
    }

    @Override
    public List<Doubt.FaultAssumed> end(Ended ended) {
      return List.copyOf(faults);
    }
  }

  /** Rules about what a test leaves behind, or does, that it would not if it had passed. */
  private static final Set<String> AFTER_FAILURE =
      Set.of(
          "goroutine-leak",
          "waitgroup-stuck",
          "cond-stuck",
          "context-not-canceled",
          "global-deadlock",
          "test-timeout",
          "test-panic",
          "double-close",
          "unlock-of-unlocked",
          "waitgroup-misuse");

  /** How the methods of what {@code net.Pipe} returns are called. */
  private static final String PIPE = "net.(*pipe).";

  /** How panics begin that no code calls: runtime errors. */
  private static final String RUNTIME_ERROR = "runtime error: ";

  private Faults() {}

  /** Whether anything failed in that run because its schedule decided so. */
  public static boolean isIn(Result run) {
    return run.choices().stream().anyMatch(choice -> choice.kind() == ChoiceKind.FAULT);
  }

  /** What the finding is worth if this run is the simplest that shows it. */
  public static Finding judge(Finding finding, Result run) {
    return judge(finding, run.observations().of(ASSUMED), run);
  }

  static Finding judge(Finding finding, List<Doubt.FaultAssumed> assumed, Result run) {
    Finding doubted = finding;
    for (Doubt.FaultAssumed assumption : assumed) {
      doubted = doubted.doubted(assumption);
    }
    return assumed.isEmpty() ? doubted : judgeReliance(doubted, run);
  }

  /**
   * The finding of a run in which something failed; suspicious if it may be the doing of a test
   * that relied on what failed, and so is not one of the code that is tested.
   */
  public static Finding judgeReliance(Finding finding, Result run) {
    return finding.strength() == Strength.OBSERVED
        ? reliance(finding, run)
            .map(reliance -> finding.suspicious(new Doubt.FaultUnexpected(reliance)))
            .orElse(finding)
        : finding;
  }

  private static Optional<Reliance> reliance(Finding finding, Result run) {
    if (isOfTest(finding)) {
      return Optional.of(Reliance.TEST_CODE);
    }
    if (AFTER_FAILURE.contains(finding.rule().id())
        && (run.failedTests().contains(finding.test())
            || run.skippedTests().contains(finding.test()))) {
      return Optional.of(Reliance.TEST_FAILED);
    }
    if (isDeliberate(finding)) {
      return Optional.of(Reliance.PANICS);
    }
    return waitsForInput(finding) ? Optional.of(Reliance.WAITS_FOR_INPUT) : Optional.empty();
  }

  /**
   * Whether it is the doing of a test, in a run in which something failed: what the test says then
   * of its peers, or does without them, shows nothing of the code that is tested.
   */
  public static boolean isOfTest(Finding finding) {
    return switch (finding.defect()) {
      case Defect.TestFailed _ -> true;
      case Defect.Race race ->
          isOfTest(finding, race.first().at(), race.second().at())
              || isOfTest(finding, race.second().at(), race.first().at());
      case Defect.Crashed _ ->
          finding.location().inTestSupport()
              || callers(finding).findFirst().filter(Faults::isTestSupport).isPresent();
      default -> finding.location().inTestSupport();
    };
  }

  /**
   * Whether an access is in the code of a test, which the code with the other access did not call:
   * a driver that a test makes runs when the database package says so.
   */
  private static boolean isOfTest(Finding race, Location access, Location other) {
    return access.inTestSupport()
        && (other.inTestSupport()
            || race.participants().stream()
                .map(accessing -> accessing.stack().frames().stream().map(Location::of).toList())
                .filter(frames -> frames.contains(access))
                .noneMatch(frames -> isCalledIn(other.packagePath(), frames)));
  }

  private static boolean isCalledIn(String packagePath, List<Location> frames) {
    return frames.stream()
        .anyMatch(at -> at.packagePath().equals(packagePath) && !at.inTestSupport());
  }

  /** The code that called the function that panics: it may have given it what it did not get. */
  private static Stream<Site> callers(Finding finding) {
    return finding.participants().stream()
        .limit(1)
        .flatMap(panicked -> panicked.stack().frames().stream())
        .dropWhile(site -> !Location.of(site).equals(finding.location()))
        .skip(1);
  }

  private static boolean isTestSupport(Site site) {
    return Location.of(site).inTestSupport();
  }

  /** Whether the program calls panic itself. */
  private static boolean isDeliberate(Finding finding) {
    return finding.defect() instanceof Defect.Crashed crashed
        && !crashed.fatal()
        && !crashed.text().startsWith(RUNTIME_ERROR);
  }

  /** Whether nothing but waits for input keeps it: whose end that is may have been the test's. */
  private static boolean waitsForInput(Finding finding) {
    List<Participant> blocked =
        finding.participants().stream()
            .filter(waiting -> waiting.condition() instanceof Participant.Condition.Blocked)
            .toList();
    return !blocked.isEmpty() && blocked.stream().allMatch(Faults::isAtConnection);
  }

  private static boolean isAtConnection(Participant waiting) {
    return waiting.condition() instanceof Participant.Condition.Blocked blocked
        && (blocked.reason() == BlockReason.IO || isInPipe(waiting.stack()));
  }

  /** Whether a method of an end of a {@code net.Pipe} is on the stack. */
  static boolean isInPipe(Stack stack) {
    return stack.frames().stream().anyMatch(site -> site.function().startsWith(PIPE));
  }
}
