package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckDetector;
import dev.harrier.analysis.stuck.StuckDraft;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.StuckProof;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Stack;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A test had not ended at its time limit, and it is not proved that it never would. */
public final class TestTimeout implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "test-timeout",
          "a test reached its time limit",
          "Look at what the test's goroutine was doing and at what it waits for.");

  /** More goroutines that are at work than this are not described. */
  private static final int DESCRIBED = 8;

  /** A test that had less than this part of the time of its process has not used it up. */
  private static final int FAIR_PART = 4;

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(RootCause cause, StuckGroup group) {
    boolean late =
        group.checkpoint().reason() == CheckpointReason.TIMEOUT
            && group.root().map(r -> r.proof() == StuckProof.TIME_LIMIT).orElse(false);
    if (!late || !group.blames(cause)) {
      return Optional.empty();
    }
    StuckDraft draft = StuckDraft.of(RULE, cause.first(), group);
    WaitSteps.of(cause, group).forEach(draft::step);
    if (group.waitsForStuckOnly()) {
      draft.evidence(new Evidence.ReleasersStuck());
    } else {
      begunLate(group).ifPresent(draft::doubt);
    }
    draft.cycle(cause).alsoStuck(WaitSteps.others(cause, group), Part.STILL_THERE);
    atWork(group)
        .limit(DESCRIBED)
        .forEach(state ->
            draft.goroutine(state.id(), Part.STILL_THERE, group.explainer().standsAt(state)));
    return Optional.of(
        draft.draft(
            new Defect.TimedOut(
                Optional.of(cause.first().reason()).filter(BlockReason::isSynchronization))));
  }

  /**
   * The limit is that of all tests of a package: the last one need not be to blame. Where the
   * process could not take the checkpoint itself, the limit was that of an execution of one test.
   */
  private static Optional<Doubt> begunLate(StuckGroup group) {
    if (group.checkpoint().timers() == Event.Checkpoint.UNKNOWN) {
      return Optional.empty();
    }
    long limit = group.checkpoint().nanos();
    return group
        .program()
        .running(group.test())
        .map(test -> limit - test.begun())
        .filter(ran -> ran < limit / FAIR_PART)
        .map(ran ->
            new Doubt.BegunLate(
                TimeUnit.NANOSECONDS.toMillis(ran), TimeUnit.NANOSECONDS.toMillis(limit)));
  }

  /** Those that run, sleep or wait for I/O: they may still release what the test waits for. */
  private static Stream<GoroutineState> atWork(StuckGroup group) {
    Set<GoroutineId> members = group.members().stream().map(Stuck::id).collect(Collectors.toSet());
    return group.checkpoint().goroutines().stream()
        .filter(seen -> !members.contains(seen.id()) && !StuckDetector.isAsleep(seen))
        .filter(seen -> !group.program().trace().goroutine(seen.id()).system())
        .flatMap(seen -> group.program().live(seen.id()).stream())
        .filter(state -> !isDriver(group, state));
  }

  /** The goroutine that takes the checkpoint, and those of package testing. */
  private static boolean isDriver(StuckGroup group, GoroutineState state) {
    Stack at = group.explainer().standsAt(state);
    return state.id().equals(group.checkpoint().goroutine())
        || group.explainer().frames().isScaffold(at);
  }
}
