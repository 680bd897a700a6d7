package dev.harrier.analysis.predict.wait;

import dev.harrier.analysis.predict.lock.Acquisition;
import dev.harrier.analysis.predict.lock.LimitCounts;
import dev.harrier.analysis.predict.wait.LockedWait.Kind;
import dev.harrier.analysis.predict.wait.LockedWait.Waiting;
import dev.harrier.analysis.state.ChannelState;
import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.GroupState;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ObjectState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Limit;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Collects the waits of goroutines that hold a lock. The program state knows which operations could
 * end them.
 */
public final class LockedWaits {
  /** How many waits at one object are looked into. */
  private static final int WAITS = 4;

  /** How many waits are remembered. */
  private static final int MOST_WAITS = 4_000;

  /** How many are looked into in all: each asks about some goroutines. */
  private static final int MOST_CANDIDATES = 100;

  private final ProgramState program;
  private final LimitCounts limits;
  private final Map<ObjectId, List<WaitCandidate>> candidates = new LinkedHashMap<>();
  private int waits;

  public LockedWaits(ProgramState program, LimitCounts limits) {
    this.program = program;
    this.limits = limits;
  }

  /** A send, which the program does not know yet. */
  public void send(Event.Send e) {
    GoroutineState goroutine = program.goroutine(e.goroutine());
    if (goroutine.holdsAny() && program.object(e.channel()) instanceof ChannelState channel) {
      // The first sends have room; each of the others waits for a receive.
      long turn = channel.sends() - program.trace().object(e.channel()).capacity();
      if (turn >= 0) {
        waits(e, goroutine, channel, Kind.SEND, turn);
      }
    }
  }

  /** A receive, which the program does not know yet. */
  public void receive(Event.Receive e) {
    GoroutineState goroutine = program.goroutine(e.goroutine());
    if (goroutine.holdsAny() && program.object(e.channel()) instanceof ChannelState channel) {
      waits(e, goroutine, channel, Kind.RECEIVE, channel.receives());
    }
  }

  /** The end of a wait, which the program does not know yet. */
  public void waited(Event.Wait e) {
    GoroutineState goroutine = program.goroutine(e.goroutine());
    if (goroutine.holdsAny() && program.object(e.object()) instanceof GroupState group) {
      waits(e, goroutine, group, Kind.WAIT, 0);
    }
  }

  private void waits(Event e, GoroutineState goroutine, ObjectState object, Kind kind, long turn) {
    if (waits == MOST_WAITS) {
      limits.add(Limit.WAITS, 1);
      return;
    }
    List<WaitCandidate> known = candidates.computeIfAbsent(object.id(), _ -> new ArrayList<>(1));
    if (known.size() < WAITS) {
      List<WaitCandidate.Held> holds = new ArrayList<>(1);
      for (Event.Acquire a : goroutine.holds()) {
        if (program.object(a.lock()) instanceof LockState lock) {
          lock.pin();
          Acquisition hold = new Acquisition(a.lock(), a.mode(), a.order(), a.stack(), false);
          holds.add(new WaitCandidate.Held(hold, lock));
        }
      }
      object.pin();
      Waiting waiting = new Waiting(object.id(), kind, e.goroutine(), e.order(), e.stack(), turn);
      known.add(new WaitCandidate(waiting, holds, object));
      waits++;
    }
  }

  /**
   * The waits that only certain goroutines could end, which need one of the locks.
   *
   * @param isHandedOff whether a lock is one that some take and others give back
   */
  public List<WaitCandidate> candidates(Predicate<ObjectId> isHandedOff) {
    List<WaitCandidate> all =
        candidates.values().stream()
            .flatMap(List::stream)
            .filter(WaitCandidate::isInTheWay)
            .filter(c -> c.holds().stream().noneMatch(h -> isHandedOff.test(h.hold().lock())))
            .toList();
    if (all.size() > MOST_CANDIDATES) {
      limits.add(Limit.WAITS, all.size() - MOST_CANDIDATES);
      return all.subList(0, MOST_CANDIDATES);
    }
    return all;
  }
}
