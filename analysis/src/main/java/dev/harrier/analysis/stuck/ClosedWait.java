package dev.harrier.analysis.stuck;

import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.Participants;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;
import dev.harrier.model.trace.SelectCase;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a goroutine waits, over any number of steps, only for such as are stuck: each of those
 * that were ever seen to send, to receive, to unlock or to call Done where it was needed has exited
 * or is stuck as well. That proves nothing, where the objects are reachable: another goroutine
 * could be created. But no goroutine that ever helped can help.
 */
final class ClosedWait {
  private final ProgramState program;
  private final WaitGraph graph;
  private final Set<GoroutineId> stuck;

  ClosedWait(ProgramState program, WaitGraph graph, Set<GoroutineId> stuck) {
    this.program = program;
    this.graph = graph;
    this.stuck = stuck;
  }

  boolean holdsFor(Stuck root) {
    Set<GoroutineId> seen = new HashSet<>();
    Deque<Stuck> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Stuck next = open.poll();
      if (!seen.add(next.id()) || next.isHopeless()) {
        continue;
      }
      List<Stuck> targets = graph.waitsFor(next);
      if (targets.isEmpty() || !hasNoHelper(next)) {
        return false;
      }
      open.addAll(targets);
    }
    return true;
  }

  private boolean hasNoHelper(Stuck waiter) {
    return switch (waiter.reason()) {
      case MUTEX_LOCK, RWMUTEX_LOCK, RWMUTEX_RLOCK ->
          waiter.awaited().stream().allMatch(this::isHeldByStuck);
      case CHAN_SEND -> allStuck(waiter.awaited(), Role.RECEIVED);
      case CHAN_RECEIVE ->
          waiter.awaited().stream().allMatch(channel -> hasSender(channel, waiter.id()))
              && allStuck(waiter.awaited(), Role.SENT);
      case SELECT ->
          waiter.cases().stream()
              .filter(c -> !c.channel().equals(ObjectId.NONE))
              .allMatch(c -> allStuck(List.of(c.channel()), releasing(c)));
      case WAIT_GROUP -> allStuck(waiter.awaited(), Role.DONE);
      case COND,
          SEMAPHORE,
          NIL_CHAN_SEND,
          NIL_CHAN_RECEIVE,
          EMPTY_SELECT,
          SLEEP,
          IO,
          OTHER,
          COROUTINE ->
          false;
    };
  }

  private static Role releasing(SelectCase selectCase) {
    return switch (selectCase.direction()) {
      case SEND -> Role.RECEIVED;
      case RECEIVE -> Role.SENT;
    };
  }

  private boolean isHeldByStuck(ObjectId id) {
    return program.object(id) instanceof LockState lock
        && !lock.holders().isEmpty()
        && lock.holders().stream().map(Event.Acquire::goroutine).allMatch(this::isOut);
  }

  /** Whether what has happened shows who sends: who is to, by the source, is no one who helped. */
  private boolean hasSender(ObjectId id, GoroutineId waiter) {
    return isOfContext(id)
        || program.object(id).participants().with(Role.SENT).stream()
            .anyMatch(sender -> !sender.equals(waiter));
  }

  private boolean isOfContext(ObjectId id) {
    return program.object(id) instanceof ChannelState channel
        && !channel.context().equals(ObjectId.NONE);
  }

  private boolean allStuck(List<ObjectId> objects, Role role) {
    return objects.stream()
        .map(id -> program.object(id).participants())
        .allMatch(users -> !users.more() && areOut(users, role));
  }

  private boolean areOut(Participants users, Role role) {
    return users.with(role).stream().allMatch(this::isOut);
  }

  private boolean isOut(GoroutineId id) {
    return stuck.contains(id) || program.live(id).isEmpty();
  }
}
