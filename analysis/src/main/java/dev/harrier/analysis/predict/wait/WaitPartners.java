package dev.harrier.analysis.predict.wait;

import dev.harrier.analysis.predict.lock.Acquisition;
import dev.harrier.analysis.predict.wait.Clocks.Stamp;
import dev.harrier.analysis.predict.wait.LockedWait.Kind;
import dev.harrier.analysis.predict.wait.LockedWait.Waiting;
import dev.harrier.analysis.state.ChannelState;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds, in a second pass, the operations that ended the waits in question, and the locks that
 * their goroutines took on the way.
 */
public final class WaitPartners {
  private record Taking(GoroutineId goroutine, ObjectId lock) {}

  private record Adding(GoroutineId goroutine, ObjectId group) {}

  /** A lock taken, and what the taker knew then. */
  private record Taken(Acquisition hold, Stamp known) {}

  /** The operation that ended a wait, and a lock that its goroutine took before. */
  private record End(WaitCandidate candidate, Acquisition held, Taken taken, Event event) {
    GoroutineId partner() {
      return event.goroutine();
    }
  }

  /** How many values have gone through a channel so far. */
  private static final class Counters {
    private long sends;
    private long receives;

    /** The order of the latest receive but this one; -1 if there was none. */
    private long receivedBefore = -1;
  }

  private record Birth(GoroutineId parent, long order) {}

  private final Trace trace;
  private final List<WaitCandidate> candidates;
  private final Map<ObjectId, List<WaitCandidate>> byObject = new HashMap<>();
  private final Set<GoroutineId> partners = new HashSet<>();
  private final Set<ObjectId> locks = new HashSet<>();
  private final Set<Long> holdOrders = new HashSet<>();
  private final Map<Long, Stamp> knownAtHold = new HashMap<>();
  private final Map<Taking, Taken> latest = new HashMap<>();
  private final WonCloses wonCloses;
  private final Map<ObjectId, Counters> turns = new HashMap<>();

  /** The order of the latest Add of more. */
  private final Map<Adding, Long> added = new HashMap<>();

  private final Map<GoroutineId, Birth> births = new HashMap<>();
  private final Set<WaitCandidate> open = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Siblings siblings;
  private long lastWait;
  private final List<End> ends = new ArrayList<>();

  public WaitPartners(Trace trace, List<WaitCandidate> candidates) {
    this.trace = trace;
    this.candidates = List.copyOf(candidates);
    for (WaitCandidate candidate : candidates) {
      byObject.computeIfAbsent(candidate.waiting().object(), _ -> new ArrayList<>()).add(candidate);
      partners.addAll(candidate.partners());
      lastWait = Math.max(lastWait, candidate.waiting().order());
      if (candidate.waiting().kind() != Kind.WAIT) {
        open.add(candidate);
      }
      for (WaitCandidate.Held held : candidate.holds()) {
        locks.add(held.hold().lock());
        holdOrders.add(held.hold().order());
      }
    }
    this.siblings = new Siblings(trace, byObject.keySet());
    this.wonCloses = new WonCloses(trace);
  }

  /** Whether nothing from here on can end one of the waits. */
  public boolean areEnded(long order) {
    return order >= lastWait && open.isEmpty();
  }

  /** Whether some wait can be endless, as far as is known so far. */
  public boolean haveEnded() {
    return !ends.isEmpty();
  }

  /** Whose events must be distinguished. */
  public Set<GoroutineId> goroutines() {
    Set<GoroutineId> all = new HashSet<>(partners);
    for (WaitCandidate candidate : candidates) {
      all.add(candidate.waiting().goroutine());
      all.add(candidate.maker());
      candidate.partners().forEach(p -> all.add(trace.goroutine(p).parent()));
    }
    all.remove(GoroutineId.NONE);
    return all;
  }

  /** An event that is looked at only for what it says about other channels. */
  public void glance(Event event) {
    siblings.accept(event);
  }

  /** An event before which {@code clocks} says what its goroutine knows. */
  public void accept(Event event, Clocks clocks) {
    glance(event);
    if (partners.contains(event.goroutine())) {
      wonCloses.accept(event);
    }
    switch (event) {
      case Event.Acquire e -> acquire(e, clocks);
      case Event.Spawn e -> {
        if (partners.contains(e.child())) {
          births.put(e.child(), new Birth(e.goroutine(), e.order()));
        }
      }
      case Event.Add e -> add(e);
      case Event.Wait e -> ends.removeIf(end -> isSameCode(end, e));
      default -> ChannelUse.of(event).ifPresent(use -> used(event, use));
    }
  }

  private void add(Event.Add e) {
    List<WaitCandidate> waits = at(e.group());
    if (!waits.isEmpty() && e.delta() > 0) {
      added.put(new Adding(e.goroutine(), e.group()), e.order());
      return;
    }
    for (WaitCandidate c : waits) {
      if (e.order() < c.waiting().order()) {
        end(c, e);
      }
    }
  }

  /**
   * Whether the partner, which took the lock where the waiter took it, also waits where it waits:
   * whichever of the two takes the lock first does what ends the wait.
   */
  private boolean isSameCode(End end, Event.Wait e) {
    return end.event.goroutine().equals(e.goroutine())
        && end.candidate.waiting().object().equals(e.object())
        && end.taken.equals(latest.get(new Taking(e.goroutine(), end.held.lock())))
        && isSamePlace(e.stack(), end.candidate.waiting().stack())
        && isSamePlace(end.taken.hold().stack(), end.held.stack());
  }

  private boolean isSamePlace(StackId one, StackId other) {
    return trace.stack(one).top().equals(trace.stack(other).top());
  }

  private void used(Event event, ChannelUse use) {
    switch (use.operation()) {
      case SEND -> sent(event, use.channel());
      case RECEIVE -> received(event, use.channel());
      case CLOSE -> {
        for (WaitCandidate c : at(use.channel())) {
          if (c.waiting().kind() == Kind.RECEIVE && isAfterAllSends(c)) {
            end(c, event);
          }
        }
      }
    }
  }

  private void acquire(Event.Acquire e, Clocks clocks) {
    if (holdOrders.contains(e.order())) {
      knownAtHold.put(e.order(), clocks.stamp(e.goroutine()));
    }
    if (locks.contains(e.lock()) && partners.contains(e.goroutine())) {
      Acquisition hold = new Acquisition(e.lock(), e.mode(), e.order(), e.stack(), false);
      latest.put(new Taking(e.goroutine(), e.lock()), new Taken(hold, clocks.stamp(e.goroutine())));
      wonCloses.taken(e);
    }
  }

  private List<WaitCandidate> at(ObjectId object) {
    return byObject.getOrDefault(object, List.of());
  }

  private Counters turns(ObjectId channel) {
    return turns.computeIfAbsent(channel, _ -> new Counters());
  }

  private static boolean isAfterAllSends(WaitCandidate receive) {
    return receive.object() instanceof ChannelState channel
        && receive.waiting().turn() >= channel.sends();
  }

  private void sent(Event e, ObjectId channel) {
    List<WaitCandidate> waits = at(channel);
    if (!waits.isEmpty()) {
      endTurn(waits, Kind.RECEIVE, turns(channel).sends++, e);
    }
  }

  private void received(Event e, ObjectId channel) {
    List<WaitCandidate> waits = at(channel);
    if (!waits.isEmpty()) {
      Counters turns = turns(channel);
      endTurn(waits, Kind.SEND, turns.receives++, e);
      turns.receivedBefore = e.order();
    }
  }

  private void endTurn(List<WaitCandidate> waits, Kind kind, long turn, Event e) {
    for (WaitCandidate c : waits) {
      if (c.waiting().kind() == kind && c.waiting().turn() == turn) {
        end(c, e);
      }
    }
  }

  private void end(WaitCandidate candidate, Event e) {
    open.remove(candidate);
    for (WaitCandidate.Held held : candidate.holds()) {
      Taken taken = latest.get(new Taking(e.goroutine(), held.hold().lock()));
      if (taken != null
          && !madeRoomSince(candidate, taken.hold())
          && !addedSince(candidate, e.goroutine(), taken.hold())
          && !wonCloses.isWon(candidate.waiting(), taken.hold(), e)) {
        ends.add(new End(candidate, held.hold(), taken, e));
      }
    }
  }

  /**
   * Whether the partner made room for an earlier send, too, after it took the lock: then that send
   * would not have happened before the one in question.
   */
  private boolean madeRoomSince(WaitCandidate candidate, Acquisition taken) {
    Waiting waiting = candidate.waiting();
    return waiting.kind() == Kind.SEND
        && trace.object(waiting.object()).capacity() > 0
        && turns(waiting.object()).receivedBefore > taken.order();
  }

  /**
   * Whether the partner itself added, after it took the lock, what it is done with here: had it not
   * got the lock, no goroutine would wait for it.
   */
  private boolean addedSince(WaitCandidate candidate, GoroutineId partner, Acquisition taken) {
    Adding adding = new Adding(partner, candidate.waiting().object());
    return candidate.waiting().kind() == Kind.WAIT
        && added.getOrDefault(adding, -1L) > taken.order();
  }

  /** The waits that another schedule makes endless. */
  public List<LockedWait> possible() {
    return ends.stream()
        .filter(this::isPossible)
        .map(e ->
            new LockedWait(
                e.candidate.waiting(), e.held, e.partner(), e.taken.hold(), e.event.stack()))
        .toList();
  }

  private boolean isPossible(End end) {
    Acquisition taken = end.taken.hold();
    Stamp known = knownAtHold.get(end.held.order());
    GoroutineId waiter = end.candidate.waiting().goroutine();
    return known != null
        && taken.order() < end.held.order()
        && Acquisition.conflict(end.held.mode(), taken.mode())
        && !known.isAfter(end.partner(), taken.order())
        && !end.taken.known().isAfter(waiter, end.held.order())
        && isExpected(end, known, waiter)
        && !isOneOfMany(end);
  }

  /** Whether others do what the partner did, to channels that were made where this one was. */
  private boolean isOneOfMany(End end) {
    return ChannelUse.of(end.event).map(siblings::othersDo).orElse(false);
  }

  /**
   * Whether the waiter would wait for this partner too if it came first: it knew of the channel, or
   * of the goroutine to wait for, by another way than under the lock itself.
   */
  private boolean isExpected(End end, Stamp known, GoroutineId waiter) {
    GoroutineId by;
    long order;
    if (end.candidate.waiting().kind() == Kind.WAIT) {
      Birth birth = births.get(end.partner());
      if (birth == null) {
        return false;
      }
      by = birth.parent;
      order = birth.order;
    } else {
      by = end.candidate.maker();
      order = end.candidate.object().madeAt();
    }
    return !by.equals(GoroutineId.NONE)
        && (by.equals(waiter) ? order < end.held.order() : known.isAfter(by, order));
  }
}
