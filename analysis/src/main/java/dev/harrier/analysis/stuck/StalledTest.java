package dev.harrier.analysis.stuck;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A test that still runs, whose goroutine has been blocked in one place for ten seconds.
 *
 * @param test its name
 * @param waits first the test's goroutine, then the one that would have to release it, and so on
 *     for as long as that is known; the last one again if they wait for each other
 */
public record StalledTest(String test, List<Step.Waits> waits) {
  public StalledTest {
    waits = List.copyOf(waits);
  }

  /** The stalled tests at the latest such checkpoint of a trace, which may still be written. */
  public static List<StalledTest> latest(Trace trace, AnalysisContext context) {
    ProgramState program = new ProgramState(trace);
    Explainer explainer = new Explainer(program, context);
    List<StalledTest> stalled = new ArrayList<>();
    trace.replay(event -> {
      if (event instanceof Event.Checkpoint checkpoint
          && checkpoint.reason() == CheckpointReason.STALLED) {
        stalled.clear();
        stalled.addAll(at(program, explainer, checkpoint));
      }
      program.apply(event);
    });
    return List.copyOf(stalled);
  }

  /** The stalled tests at a checkpoint, the innermost of those that wait for one another. */
  private static List<StalledTest> at(
      ProgramState program, Explainer explainer, Event.Checkpoint checkpoint) {
    List<Stuck> blocked =
        checkpoint.goroutines().stream()
            .filter(StuckDetector::isAsleep)
            .map(seen -> new Stuck(program.goroutine(seen.id()), seen.reason(), StuckProof.NONE))
            .toList();
    WaitGraph graph = StuckGroup.graph(program, explainer, blocked);
    Set<TestId> parents =
        program.running().stream()
            .map(test -> program.trace().test(test.test()).parent())
            .collect(Collectors.toSet());
    return program.running().stream()
        .filter(test -> !parents.contains(test.test()))
        .filter(test -> !isBusy(test.test(), program, checkpoint))
        .flatMap(test ->
            blocked.stream()
                .filter(stuck -> stuck.id().equals(test.goroutine()))
                .filter(stuck -> !waitsForTests(stuck, explainer))
                .map(runner ->
                    new StalledTest(
                        program.trace().test(test.test()).name(),
                        chain(runner, graph).stream()
                            .map(stuck -> WaitStep.of(stuck, graph, program, explainer))
                            .toList())))
        .toList();
  }

  /**
   * A test that waits for goroutines of its own which are at work continues, however long it takes.
   */
  private static boolean isBusy(TestId test, ProgramState program, Event.Checkpoint checkpoint) {
    return checkpoint.goroutines().stream()
        .filter(seen -> StuckDetector.isActive(seen.status()))
        .anyMatch(seen -> program.testOf(seen.id()).equals(test));
  }

  /** A parallel test whose turn has not come yet is not what others wait for. */
  private static boolean waitsForTests(Stuck stuck, Explainer explainer) {
    return explainer.frames().waitsForTest(explainer.standsAt(stuck.goroutine()));
  }

  private static List<Stuck> chain(Stuck runner, WaitGraph graph) {
    List<Stuck> waits = new ArrayList<>();
    Set<GoroutineId> seen = new HashSet<>();
    Optional<Stuck> next = Optional.of(runner);
    while (next.isPresent()) {
      waits.add(next.get());
      if (!seen.add(next.get().id())) {
        break;
      }
      next = graph.waitsFor(next.get()).stream().findFirst();
    }
    return waits;
  }
}
