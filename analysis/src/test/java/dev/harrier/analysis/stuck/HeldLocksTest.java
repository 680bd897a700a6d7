package dev.harrier.analysis.stuck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Goroutine 1 waits for a lock that it has taken itself. */
final class HeldLocksTest {
  private static final String WAITS = "g1 block [sync.Mutex.Lock] o1 @ m.f m.go:9\n";

  private static ProgramState after(String trace) {
    TextTrace text = TextTrace.parse(trace);
    ProgramState program = new ProgramState(text);
    text.replay(program::apply);
    return program;
  }

  private static boolean isHeldForGood(String trace, StuckProof proof) {
    ProgramState program = after(trace + WAITS);
    Event.Acquire hold = ((LockState) program.object(new ObjectId(1))).holders().getFirst();
    Stuck waiter = new Stuck(program.goroutine(new GoroutineId(1)), BlockReason.MUTEX_LOCK, proof);
    return new HeldLocks(program, Handovers.observed(program)).isHeldForGood(waiter, hold);
  }

  @Test
  void aLockThatNoOtherGoroutineUses() {
    String trace = "g1 acquire o1 @ m.f m.go:1\n";
    assertThat(isHeldForGood(trace, StuckProof.TIME_LIMIT)).isTrue();
    assertThat(isHeldForGood(trace, StuckProof.COLLECTOR)).isTrue();
  }

  /** As in sarama's Broker.Open: the goroutine that is created under the lock gives it back. */
  @Test
  void whatTheHolderCreatedMayBeAboutToUnlock() {
    String trace = "g1 acquire o1 @ m.f m.go:1\ng1 spawn g2 m.g m.go:2 @ m.f m.go:2\n";
    assertThat(isHeldForGood(trace, StuckProof.TIME_LIMIT)).isFalse();
    assertThat(isHeldForGood(trace, StuckProof.COLLECTOR)).isTrue();
    assertThat(isHeldForGood(trace + "g2 exit\n", StuckProof.TIME_LIMIT)).isTrue();
    String waitsToo = "g2 block [sync.Mutex.Lock] o1 @ m.g m.go:3\n";
    assertThat(isHeldForGood(trace + waitsToo, StuckProof.TIME_LIMIT)).isTrue();
    String before = "g1 spawn g2 m.g m.go:2 @ m.f m.go:2\ng1 acquire o1 @ m.f m.go:1\n";
    assertThat(isHeldForGood(before, StuckProof.TIME_LIMIT)).isTrue();
  }

  /** That it was so with another lock that was taken at the same place is enough. */
  @Test
  void aPlaceWhereLocksAreHandedOff() {
    String other =
        "g1 acquire o2 @ m.f m.go:1\ng1 spawn g2 m.g m.go:2 @ m.f m.go:2\ng2 release o2\n";
    String trace = other + "g2 exit\ng1 acquire o1 @ m.f m.go:1\n";
    assertThat(isHeldForGood(trace, StuckProof.COLLECTOR)).isFalse();
    assertThat(
            isHeldForGood(
                trace.replace("o1 @ m.f m.go:1", "o1 @ m.f m.go:5"), StuckProof.COLLECTOR))
        .isTrue();
  }

  /** The goroutine that is to unlock is what the others are stuck behind. */
  @Test
  void theGraphLeadsToTheOneThatIsToUnlock() {
    ProgramState program =
        after(
            "g1 acquire o2 @ m.f m.go:1\ng1 spawn g2 m.g m.go:2 @ m.f m.go:2\ng2 release o2\n"
                + "g1 acquire o1 @ m.f m.go:1\ng1 spawn g3 m.g m.go:2 @ m.f m.go:2\n"
                + "g3 block [chan receive] o3 @ m.g m.go:4\n"
                + WAITS);
    Stuck worker =
        new Stuck(
            program.goroutine(new GoroutineId(3)), BlockReason.CHAN_RECEIVE, StuckProof.QUIESCENCE);
    Stuck waiter =
        new Stuck(
            program.goroutine(new GoroutineId(1)), BlockReason.MUTEX_LOCK, StuckProof.QUIESCENCE);
    List<RootCause> causes = new WaitGraph(program, List.of(worker, waiter)).rootCauses();
    assertThat(causes).hasSize(1);
    assertThat(causes.getFirst().members()).containsExactly(worker);
    assertThat(causes.getFirst().behind()).containsExactly(waiter);
  }
}
