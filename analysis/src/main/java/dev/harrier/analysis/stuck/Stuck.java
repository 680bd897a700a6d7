package dev.harrier.analysis.stuck;

import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import java.util.List;

/** A goroutine that is blocked at a checkpoint and taken to be stuck. */
public record Stuck(GoroutineState goroutine, BlockReason reason, StuckProof proof) {
  public GoroutineId id() {
    return goroutine.id();
  }

  /** What it waits for; empty for nil channels, empty selects, and where the trace does not say. */
  public List<ObjectId> awaited() {
    return goroutine.block().map(ProgramState::awaited).orElse(List.of());
  }

  /** The cases, if it is in a select. */
  public List<SelectCase> cases() {
    return goroutine.block().map(b -> b.cases()).orElse(List.of());
  }

  Stuck withProof(StuckProof other) {
    return new Stuck(goroutine, reason, other);
  }

  /** Whether nothing at all can release it, whatever refers to what it waits for. */
  boolean isHopeless() {
    return reason.isEndless()
        || (reason == BlockReason.SELECT && !cases().isEmpty() && awaited().isEmpty());
  }

  /**
   * Whether this is how a healthy worker waits for its next job, so that on a reachable object it
   * is no defect.
   */
  boolean isIdle() {
    return switch (reason) {
      case CHAN_RECEIVE, COND, SEMAPHORE, COROUTINE -> true;
      case SELECT -> sends() == 0;
      case CHAN_SEND,
          NIL_CHAN_SEND,
          NIL_CHAN_RECEIVE,
          EMPTY_SELECT,
          MUTEX_LOCK,
          RWMUTEX_LOCK,
          RWMUTEX_RLOCK,
          WAIT_GROUP,
          SLEEP,
          IO,
          OTHER ->
          false;
    };
  }

  /** Whether it waits to send or to receive, whichever comes first. */
  boolean isMixedSelect() {
    return reason == BlockReason.SELECT && sends() > 0 && sends() < cases().size();
  }

  private long sends() {
    return cases().stream().filter(c -> c.direction() == SelectCase.Direction.SEND).count();
  }
}
