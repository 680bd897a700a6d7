package dev.harrier.binary.log;

import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Replays a trace against exact models of locks and channels: holders never overlap, what is
 * released was held, a buffer never holds less than nothing or more than its capacity, a goroutine
 * that waits does nothing. A record at the wrong place in the order, a lost or an invented one
 * shows here.
 */
public final class TraceCheck {
  private static final int SHOWN = 20;

  private final Trace trace;
  private final Map<ObjectId, GoroutineId> writers = new HashMap<>();
  private final Map<ObjectId, Integer> readers = new HashMap<>();
  private final Map<ObjectId, Integer> occupancy = new HashMap<>();
  private final Map<GoroutineId, Event> waiting = new HashMap<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();
  private long lastOrder = -1;

  private TraceCheck(Trace trace) {
    this.trace = trace;
  }

  /** What a replay showed. */
  public record Result(
      Completeness completeness, Map<String, Integer> counts, List<String> violations) {
    public int count(String event) {
      return counts.getOrDefault(event, 0);
    }
  }

  public static Result run(Trace trace) {
    TraceCheck check = new TraceCheck(trace);
    Completeness completeness = trace.replay(check::accept);
    return new Result(completeness, check.counts, check.violations);
  }

  private void accept(Event e) {
    counts.merge(e.getClass().getSimpleName(), 1, Integer::sum);
    expect(e.order() > lastOrder, e, "order goes back");
    lastOrder = e.order();
    switch (e) {
      case Event.Acquire a -> acquire(a);
      case Event.Release r -> release(r);
      case Event.Send s -> buffered(s, s.channel(), s.completion(), 1);
      case Event.Receive r -> buffered(r, r.channel(), r.completion(), r.ok() ? -1 : 0);
      case Event.Select s -> select(s);
      case Event.Block b -> {
        expect(!waiting.containsKey(b.goroutine()), b, "blocks twice");
        waiting.put(b.goroutine(), b);
      }
      case Event.Unblock u ->
          expect(waiting.remove(u.target()) != null, u, "unblocks who does not wait");
      default -> {}
    }
  }

  private void acquire(Event.Acquire a) {
    expect(!writers.containsKey(a.lock()), a, "takes a lock that is held");
    if (a.mode() == LockMode.WRITE) {
      expect(readers.getOrDefault(a.lock(), 0) == 0, a, "takes a lock that readers hold");
      writers.put(a.lock(), a.goroutine());
    } else {
      readers.merge(a.lock(), 1, Integer::sum);
    }
  }

  private void release(Event.Release r) {
    if (r.mode() == LockMode.WRITE) {
      expect(writers.remove(r.lock()) != null, r, "releases a lock that nobody holds");
    } else {
      int left = readers.merge(r.lock(), -1, Integer::sum);
      expect(left >= 0, r, "a reader releases a lock that no reader holds");
    }
  }

  private void select(Event.Select s) {
    if (s.chosen() >= 0) {
      SelectCase chosen = s.cases().get(s.chosen());
      int change = chosen.direction() == SelectCase.Direction.SEND ? 1 : s.ok() ? -1 : 0;
      buffered(s, chosen.channel(), s.completion(), change);
    }
  }

  private void buffered(Event e, ObjectId channel, Completion completion, int change) {
    if (completion != Completion.NEITHER || change == 0) {
      return;
    }
    int now = occupancy.merge(channel, change, Integer::sum);
    int capacity = trace.object(channel).capacity();
    expect(now >= 0 && now <= capacity, e, "occupancy " + now + " of " + capacity);
  }

  private void expect(boolean holds, Event e, String otherwise) {
    if (!holds && violations.size() < SHOWN) {
      violations.add(otherwise + ": " + e + " at " + trace.stack(e.stack()).top());
    }
  }
}
