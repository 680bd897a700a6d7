package dev.harrier.tracing.decode;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.tracing.table.LiveObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a live goroutine is waiting for. */
final class GoroutineDecodeState {
  private final GoroutineId id;
  private @Nullable Wait wait;
  private @Nullable PendingSelect select;
  private @Nullable LiveObject requested;
  private LockMode requestedMode = LockMode.WRITE;
  private boolean parked;
  private BlockReason reason = BlockReason.OTHER;

  GoroutineDecodeState(GoroutineId id) {
    this.id = id;
  }

  /** A select that is about to block: its cases, until it records its choice. */
  record PendingSelect(List<SelectCase> cases, boolean hasDefault) {}

  GoroutineId id() {
    return id;
  }

  /** The blocked channel operation, if any. */
  @Nullable Wait blockedOperation() {
    return wait;
  }

  /** For {@link Waits}, which keeps them by channel too. */
  void blockedOperation(@Nullable Wait operation) {
    wait = operation;
  }

  @Nullable PendingSelect pendingSelect() {
    return select;
  }

  void pendingSelect(@Nullable PendingSelect pending) {
    select = pending;
  }

  /** It can't have the lock, or what it waits for, at once. */
  void request(LiveObject object, LockMode mode) {
    requested = object;
    requestedMode = mode;
    parked = false;
  }

  @Nullable LiveObject requested() {
    return requested;
  }

  LockMode requestedMode() {
    return requestedMode;
  }

  /** It parked, for this reason. */
  void park(BlockReason why) {
    parked = true;
    reason = why;
  }

  /** Why it parked for what it requested, or {@code otherwise} if it did not. */
  BlockReason reasonOr(BlockReason otherwise) {
    return requested != null && parked ? reason : otherwise;
  }

  /** It got {@code object}; reports whether it had to park for it. */
  Completion complete(LiveObject object) {
    boolean waited = requested == object && parked;
    requested = null;
    parked = false;
    return waited ? Completion.BLOCKED : Completion.NEITHER;
  }
}
