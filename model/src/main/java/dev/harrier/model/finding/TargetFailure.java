package dev.harrier.model.finding;

import java.util.List;

/** How the program under test failed. */
public sealed interface TargetFailure {
  /** The code under test does not build. */
  record DoesNotBuild() implements TargetFailure {}

  /** {@code go vet}, which go test runs before the tests, rejects the code under test. */
  record RejectedByVet() implements TargetFailure {}

  /** It failed, and part of its output could not be written. */
  record OutputLost() implements TargetFailure {}

  /** Its tests failed. */
  record TestsFailed() implements TargetFailure {}

  /** No test binary could be built, or none could list its tests. */
  record NothingToRun() implements TargetFailure {}

  /** Part of the code under test does not build, or does not list its tests. */
  record PartlyBuilt() implements TargetFailure {}

  /** Tests panicked in each of their executions, whatever the schedule. */
  record AlwaysPanicked(List<String> tests) implements TargetFailure {
    public AlwaysPanicked {
      tests = List.copyOf(tests);
    }
  }

  /** Tests failed in each of their executions, without a finding. */
  record AlwaysFailed(List<Executed> tests) implements TargetFailure {
    public AlwaysFailed {
      tests = List.copyOf(tests);
    }
  }

  /** A test, and how many executions it had. */
  record Executed(String test, long executions) {}

  /** Tests failed under some schedules, without a finding. */
  record SometimesFailed(List<String> tests) implements TargetFailure {
    public SometimesFailed {
      tests = List.copyOf(tests);
    }
  }

  /** Not every package was analyzed; remarks say which. */
  record NotAnalyzed(long problems) implements TargetFailure {}

  /** A signal ended the program. */
  record EndedBySignal(long signal) implements TargetFailure {}

  /** The program ended with a status other than 0. */
  record EndedWithStatus(long status) implements TargetFailure {}

  /** One of several traced processes ended with a status other than 0. */
  record ProcessEnded(long status) implements TargetFailure {}

  /** A test failed in replays of a schedule. */
  record ReplaysFailed(String test, long shown, long runs) implements TargetFailure {}

  /** Whether a change fixes a finding can't be said; the check says why. */
  record NotJudged() implements TargetFailure {}

  /**
   * One of several runs that were joined.
   *
   * @param source which it is, as the user named it
   */
  record Of(String source, TargetFailure failure) implements TargetFailure {}
}
