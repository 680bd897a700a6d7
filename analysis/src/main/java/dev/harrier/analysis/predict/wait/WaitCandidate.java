package dev.harrier.analysis.predict.wait;

import dev.harrier.analysis.predict.lock.Acquisition;
import dev.harrier.analysis.predict.wait.LockedWait.Kind;
import dev.harrier.analysis.predict.wait.LockedWait.Waiting;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ObjectState;
import dev.harrier.analysis.state.Participants;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Role;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A wait of a goroutine that held locks meanwhile.
 *
 * @param object what it waited at, as it is at the end of the trace
 */
public record WaitCandidate(Waiting waiting, List<Held> holds, ObjectState object) {
  /** More partners than this are too many to say that one of them is needed. */
  private static final int PARTNERS = 4;

  /** A lock held by the goroutine that waits, as it is at the end of the trace. */
  record Held(Acquisition hold, LockState lock) {}

  public WaitCandidate {
    holds = List.copyOf(holds);
  }

  /** The goroutine that could have ended it; empty if it is none in particular. */
  Set<GoroutineId> partners() {
    Participants users = object.participants();
    Set<GoroutineId> all =
        switch (waiting.kind()) {
          case RECEIVE -> {
            Set<GoroutineId> senders = new LinkedHashSet<>(users.with(Role.SENT));
            senders.addAll(users.with(Role.CLOSED));
            yield senders;
          }
          case SEND -> new LinkedHashSet<>(users.with(Role.RECEIVED));
          case WAIT -> new LinkedHashSet<>(users.with(Role.DONE));
        };
    boolean usable =
        (all.size() == 1 || waiting.kind() == Kind.WAIT)
            && object.isWhole()
            && !users.more()
            && all.size() <= PARTNERS
            && !all.contains(GoroutineId.NONE)
            && !all.contains(waiting.goroutine());
    return usable ? all : Set.of();
  }

  /** Whether a partner has ever taken one of the locks, as far as is remembered. */
  boolean isInTheWay() {
    Set<GoroutineId> partners = partners();
    return holds.stream()
        .map(held -> held.lock.participants())
        .anyMatch(takers ->
            takers.more()
                ? !partners.isEmpty()
                : partners.stream().anyMatch(p -> takers.has(p, Role.LOCKED)));
  }

  /** The goroutine that made the object; NONE if the trace does not say. */
  GoroutineId maker() {
    List<GoroutineId> makers = object.participants().with(Role.MADE);
    return makers.isEmpty() ? GoroutineId.NONE : makers.getFirst();
  }
}
