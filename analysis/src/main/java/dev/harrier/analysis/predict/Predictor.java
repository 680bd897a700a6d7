package dev.harrier.analysis.predict;

import dev.harrier.analysis.predict.lock.LimitCounts;
import dev.harrier.analysis.predict.lock.LockCycle;
import dev.harrier.analysis.predict.lock.LockCycles;
import dev.harrier.analysis.predict.lock.LockTuple;
import dev.harrier.analysis.predict.lock.LockTuples;
import dev.harrier.analysis.predict.wait.Clocks;
import dev.harrier.analysis.predict.wait.Clocks.Stamp;
import dev.harrier.analysis.predict.wait.LockedWaits;
import dev.harrier.analysis.predict.wait.WaitCandidate;
import dev.harrier.analysis.predict.wait.WaitPartners;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Limit;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks, in one pass over a trace, for what could go wrong; then, if there is any, in a second. */
public final class Predictor {
  /** The length of a vector clock, and so the cost of each event in the second pass, is bounded. */
  private static final int MOST_GOROUTINES = 500;

  private final Trace trace;
  private final ProgramState program;
  private final LimitCounts limits = new LimitCounts();
  private final LockTuples tuples;
  private final LockedWaits waits;
  private final LongOpenHashSet handedOff = new LongOpenHashSet(0);

  /**
   * @param program in which the events happen that this is given
   */
  public Predictor(ProgramState program) {
    this.trace = program.trace();
    this.program = program;
    this.tuples = new LockTuples(program, limits);
    this.waits = new LockedWaits(program, limits);
  }

  /** The next event of the trace, which the program does not know yet. */
  public void accept(Event event) {
    switch (event) {
      case Event.Acquire e -> tuples.acquire(e);
      case Event.Release e -> release(e);
      case Event.Block e -> tuples.block(e);
      case Event.Send e -> waits.send(e);
      case Event.Receive e -> waits.receive(e);
      case Event.Wait e -> waits.waited(e);
      case Event.Lost e -> limits.add(Limit.LOST_EVENTS, e.missing());
      default -> {
        // Nothing else asks for a lock or waits at a single object.
      }
    }
  }

  private void release(Event.Release e) {
    if (program.object(e.lock()) instanceof LockState lock
        && lock.isGivenBackFor(e.goroutine(), e.mode())) {
      handedOff.add(e.lock().value());
    }
  }

  /**
   * Whether a goroutine gave the lock back that had not taken it: a handed-off lock, which a
   * blocked goroutine that took it need not hold.
   */
  private boolean isHandedOff(ObjectId lock) {
    return handedOff.contains(lock.value());
  }

  /** As {@link #predict(Runnable)}. */
  public Predictions predict() {
    return predict(() -> {});
  }

  /**
   * The trace is over. Replays it if there is something to look into.
   *
   * @param each run for each event of the replay
   */
  public Predictions predict(Runnable each) {
    LockCycles.Result search = LockCycles.of(tuples.cyclic(this::isHandedOff));
    List<List<LockTuple>> all = search.cycles();
    List<WaitCandidate> candidates = waits.candidates(this::isHandedOff);
    if (!search.whole()) {
      limits.add(Limit.CYCLES, 1);
    }
    if (all.isEmpty() && candidates.isEmpty()) {
      return nothing();
    }
    WaitPartners partners = new WaitPartners(trace, candidates);
    Set<GoroutineId> asked = new LinkedHashSet<>(partners.goroutines());
    Set<Long> moments = new HashSet<>();
    List<List<LockTuple>> cycles = new ArrayList<>();
    for (List<LockTuple> cycle : all) {
      if (asked.size() + cycle.size() > MOST_GOROUTINES && !cycles.isEmpty()) {
        limits.add(Limit.GOROUTINES, 1);
        continue;
      }
      cycles.add(cycle);
      for (LockTuple tuple : cycle) {
        asked.add(tuple.goroutine());
        moments.add(tuple.order());
        moments.add(tuple.begin());
      }
    }
    Clocks certain = new Clocks(trace, asked, false);
    Clocks seen = new Clocks(trace, asked, true);
    Map<Long, Stamp> certainAt = new HashMap<>();
    Map<Long, Stamp> seenAt = new HashMap<>();
    long lastMoment = moments.stream().mapToLong(Long::longValue).max().orElse(0);
    trace.replayWhile(event -> {
      each.run();
      if (event.order() > lastMoment && partners.areEnded(event.order() - 1)) {
        partners.glance(event);
        return partners.haveEnded();
      }
      if (moments.contains(event.order())) {
        certainAt.put(event.order(), certain.stamp(event.goroutine()));
        seenAt.put(event.order(), seen.stamp(event.goroutine()));
      }
      partners.accept(event, certain);
      certain.accept(event);
      seen.accept(event);
      return !certain.isExhausted() && !seen.isExhausted();
    });
    if (certain.isExhausted() || seen.isExhausted()) {
      limits.add(Limit.CLOCKS, asked.size());
      return nothing();
    }
    List<LockCycle> possible =
        cycles.stream()
            .filter(cycle -> isPossible(cycle, certainAt, seenAt))
            .map(LockCycle::new)
            .toList();
    return new Predictions(possible, partners.possible(), limits.all());
  }

  private Predictions nothing() {
    return new Predictions(List.of(), List.of(), limits.all());
  }

  /** Whether all the goroutines of a cycle can be at their requests at the same time. */
  private static boolean isPossible(
      List<LockTuple> cycle, Map<Long, Stamp> certainAt, Map<Long, Stamp> seenAt) {
    for (LockTuple one : cycle) {
      for (LockTuple other : cycle) {
        if (one.goroutine().equals(other.goroutine())) {
          continue;
        }
        Stamp atRequest = certainAt.get(other.order());
        Stamp onTheWay = seenAt.get(other.begin());
        if (atRequest == null
            || onTheWay == null
            || atRequest.isAfter(one.goroutine(), one.order())
            || (one.isBeforePublication() && onTheWay.isAfter(one.goroutine(), one.order()))) {
          return false;
        }
      }
    }
    return true;
  }
}
