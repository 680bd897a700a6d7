package dev.harrier.testkit;

import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Replays a trace from its beginning against exact models of locks, channels and goroutines:
 * holders never overlap, what is released was held, a buffer never holds less than nothing or more
 * than its capacity, a goroutine that waits does nothing, who acts was started and has not ended,
 * and at the end all who have not ended are there. A record at the wrong place in the order, a lost
 * or an invented one shows here. Means nothing for a ring that lost its beginning.
 */
public final class TraceCheck {
  private static final int SHOWN = 20;

  private final Trace trace;
  private final Long2LongOpenHashMap writers = new Long2LongOpenHashMap();
  private final Long2IntOpenHashMap readers = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap occupancy = new Long2IntOpenHashMap();
  private final LongSet waiting = new LongOpenHashSet();
  private final LongSet living = new LongOpenHashSet();

  /** Who has ended a test is about to exit, and no longer in the stock of the living. */
  private final LongSet ending = new LongOpenHashSet();

  private final LongSet started = new LongOpenHashSet();
  private final LongSet strangers = new LongOpenHashSet();
  private final Map<String, Integer> counts = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();
  private long violationCount;
  private long lastOrder = -1;

  private TraceCheck(Trace trace) {
    this.trace = trace;
  }

  /**
   * What a replay showed.
   *
   * @param counts how many events of each kind
   * @param violations the first of them, in words
   * @param violationCount how many there were
   * @param strangers how many goroutines no one started: the runtime lends them to threads of C
   */
  public record Result(
      Completeness completeness,
      Map<String, Integer> counts,
      List<String> violations,
      long violationCount,
      int strangers) {
    public int count(String event) {
      return counts.getOrDefault(event, 0);
    }
  }

  public static Result run(Trace trace) {
    TraceCheck check = new TraceCheck(trace);
    Completeness completeness = trace.replay(check::accept);
    return new Result(
        completeness, check.counts, check.violations, check.violationCount, check.strangers.size());
  }

  private void accept(Event e) {
    counts.merge(e.getClass().getSimpleName(), 1, Integer::sum);
    expect(e.order() > lastOrder, e, "order goes back");
    lastOrder = e.order();
    long goroutine = e.goroutine().value();
    if (goroutine != GoroutineId.NONE.value() && !started.contains(goroutine)) {
      strangers.add(goroutine);
    }
    expect(
        goroutine == GoroutineId.NONE.value()
            || living.contains(goroutine)
            || strangers.contains(goroutine),
        e,
        "acts after its end");
    switch (e) {
      case Event.Spawn s -> {
        long child = s.child().value();
        expect(started.add(child), s, "is started twice");
        expect(!strangers.contains(child), s, "acted before its start");
        living.add(child);
      }
      case Event.Exit _ -> living.remove(goroutine);
      case Event.TestEnd _ -> ending.add(goroutine);
      case Event.Acquire a -> acquire(a);
      case Event.Release r -> release(r);
      case Event.Send s -> buffered(s, s.channel(), s.completion(), 1);
      case Event.Receive r -> buffered(r, r.channel(), r.completion(), r.ok() ? -1 : 0);
      case Event.Select s -> select(s);
      case Event.Block b -> expect(waiting.add(goroutine), b, "blocks twice");
      case Event.Unblock u ->
          expect(waiting.remove(u.target().value()), u, "unblocks a goroutine that does not wait");
      case Event.Checkpoint c -> checkpoint(c);
      default -> {}
    }
  }

  private void acquire(Event.Acquire a) {
    long lock = a.lock().value();
    expect(!writers.containsKey(lock), a, "takes a lock that is held");
    if (a.mode() == LockMode.WRITE) {
      expect(readers.get(lock) == 0, a, "takes a lock that readers hold");
      writers.put(lock, a.goroutine().value());
    } else {
      readers.addTo(lock, 1);
    }
  }

  private void release(Event.Release r) {
    long lock = r.lock().value();
    if (r.mode() == LockMode.WRITE) {
      expect(writers.containsKey(lock), r, "releases a lock that no goroutine holds");
      writers.remove(lock);
    } else {
      int before = readers.addTo(lock, -1);
      expect(before > 0, r, "a reader releases a lock that no reader holds");
      if (before == 1) {
        readers.remove(lock);
      }
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
    int now = occupancy.addTo(channel.value(), change) + change;
    int capacity = trace.object(channel).capacity();
    expect(now >= 0 && now <= capacity, e, "occupancy " + now + " of " + capacity);
    if (now == 0) {
      occupancy.remove(channel.value());
    }
  }

  /** The goroutines of the runtime itself are not in the stock that is taken at the end. */
  private void checkpoint(Event.Checkpoint c) {
    if (c.reason() != CheckpointReason.PROCESS_END) {
      return;
    }
    Set<Long> missing = new HashSet<>(living);
    missing.removeIf(id -> ending.contains((long) id));
    missing.removeIf(id -> trace.goroutine(new GoroutineId(id)).system());
    c.goroutines().stream()
        .filter(g -> !strangers.contains(g.id().value()))
        .forEach(g -> expect(missing.remove(g.id().value()), c, "has " + g + " for alive"));
    expect(missing.isEmpty(), c, "lost goroutines " + missing);
  }

  private void expect(boolean holds, Event e, String otherwise) {
    if (!holds) {
      violationCount++;
      if (violations.size() < SHOWN) {
        violations.add(otherwise + ": " + e + " at " + trace.stack(e.stack()).top());
      }
    }
  }
}
