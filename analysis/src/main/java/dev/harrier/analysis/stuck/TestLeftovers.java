package dev.harrier.analysis.stuck;

import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.Participants;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Role;

/**
 * Distinguishes what a test left behind from a worker that the program keeps, where no one asked
 * the collector: at the end of a test binary, a goroutine is left behind if its test is over,
 * nothing that came of the test can run, and nothing else ever touched what it awaits. A worker
 * that is kept for all tests and started by one of them is made under a lock or by a {@code Once},
 * or other tests use it; one that is neither is taken for a leak.
 */
final class TestLeftovers {
  private final ProgramState program;
  private final Explainer explainer;

  TestLeftovers(ProgramState program, Explainer explainer) {
    this.program = program;
    this.explainer = explainer;
  }

  /** Whether a goroutine that waits at the end of the process was left behind by its test. */
  boolean holdsFor(Stuck stuck, Event.Checkpoint end) {
    GoroutineId runner = outermostRunner(stuck.id());
    return !program.trace().asksCollector()
        && end.timers() == 0
        && end.pollWaiters() == 0
        && !runner.equals(GoroutineId.NONE)
        && end.goroutines().stream()
            .filter(seen -> outermostRunner(seen.id()).equals(runner))
            .allMatch(StuckDetector::isAsleep)
        && program.running().stream().noneMatch(test -> test.goroutine().equals(runner))
        && !stuck.goroutine().bornGuarded()
        && !explainer.frames().isInitialization(explainer.createdAt(stuck.id()))
        && !stuck.awaited().isEmpty()
        && stuck.awaited().stream().allMatch(id -> isOfTest(id, runner));
  }

  /** The goroutine of the outermost test that this one descends from; NONE outside tests. */
  private GoroutineId outermostRunner(GoroutineId id) {
    GoroutineId outermost = GoroutineId.NONE;
    GoroutineId next = id;
    while (!next.equals(GoroutineId.NONE)) {
      outermost = program.hasRunTest(next) ? next : outermost;
      next = program.trace().goroutine(next).parent();
    }
    return outermost;
  }

  private boolean isOfTest(ObjectId id, GoroutineId runner) {
    Participants users = program.object(id).participants();
    boolean maker = program.trace().object(id).kind() != ObjectKind.CHANNEL || users.any(Role.MADE);
    return maker
        && !users.more()
        && users.all().stream().allMatch(user -> outermostRunner(user.goroutine()).equals(runner));
  }
}
