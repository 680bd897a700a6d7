package dev.harrier.cli.fuzzing;

import dev.harrier.analysis.failure.FailureMessage;
import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.explore.loop.FailingTest;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.target.Target;
import dev.harrier.model.explored.Explored.FailedTest;
import dev.harrier.model.explored.ProgressFigure;
import dev.harrier.model.finding.TargetFailure;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Tests that fail without a finding while their schedules are explored. */
final class FailureNotes {
  /** Of how many tests it is said while the exploration continues. */
  private static final int NAMED = 3;

  private FailureNotes() {}

  /**
   * All of them, those that fail least often first: these are hard to show again.
   *
   * @param proven the targets that have a finding which fails the run
   */
  static List<FailedTest> of(List<FailingTest> failing, ReplayCodes codes, Set<Target> proven) {
    return rarest(failing)
        .map(f ->
            new FailedTest(
                f.target().shown(),
                f.failed(),
                f.executions(),
                f.onlyWithEarlyTimers(),
                proven.contains(f.target()),
                message(f).orElse(""),
                ReplayCodes.arguments(codes.of(f.target(), f.schedule(), ReplayCode.FAILURE))))
        .toList();
  }

  /** What is known of them while the exploration continues, the rarest first. */
  static List<ProgressFigure> soFar(List<FailingTest> failing) {
    return rarest(failing.stream().filter(f -> !f.onlyWithEarlyTimers()).toList())
        .limit(NAMED)
        .map(FailureNotes::counted)
        .toList();
  }

  private static Stream<FailingTest> rarest(List<FailingTest> failing) {
    return failing.stream()
        .sorted(Comparator.comparingDouble(f -> (double) f.failed() / f.executions()));
  }

  private static ProgressFigure counted(FailingTest test) {
    return new ProgressFigure.FailingTest(
        test.target().shown(), test.failed(), test.executions(), message(test).orElse(""));
  }

  private static Optional<String> message(FailingTest test) {
    return FailureMessage.in(test.output()).map(FailureMessage::shown);
  }

  /** Why a run counts as failed. */
  static TargetFailure failed(List<FailingTest> tests) {
    List<FailingTest> always = tests.stream().filter(FailingTest::isConstant).toList();
    return always.isEmpty()
        ? new TargetFailure.SometimesFailed(tests.stream().map(f -> f.target().shown()).toList())
        : new TargetFailure.AlwaysFailed(
            always.stream()
                .map(f -> new TargetFailure.Executed(f.target().shown(), f.executions()))
                .toList());
  }
}
