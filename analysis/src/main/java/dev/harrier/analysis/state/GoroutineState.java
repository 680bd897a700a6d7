package dev.harrier.analysis.state;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.TestId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of one goroutine now. */
public final class GoroutineState extends History {
  private static final int PANICS = 4;

  private final GoroutineId id;
  private final ArrayList<Event.Acquire> holds = new ArrayList<>(2);
  private final ArrayList<PanicMoment> panics = new ArrayList<>(0);
  private final ArrayList<PanicMoment> unrecovered = new ArrayList<>(0);
  private Event.@Nullable Block block;
  private Event.@Nullable Block latest;
  private Event.@Nullable Operation descriptor;
  private int pauses;
  private long shortestPause;
  private TestId runs = TestId.NONE;
  private long operations;
  private long bornAt;
  private long lastSyncOrder;
  private boolean bornGuarded;

  GoroutineState(GoroutineId id) {
    this.id = id;
  }

  public GoroutineId id() {
    return id;
  }

  /** How many operations of its own it has done. */
  public long operations() {
    return operations;
  }

  /** Where it is blocked, if it is and the trace says where. */
  public Optional<Event.Block> block() {
    return Optional.ofNullable(block);
  }

  /** Whether it is blocked on the object, and on no other. */
  public boolean isBlockedOn(ObjectId object) {
    return block != null && block.object().equals(object);
  }

  /** The latest operation that used a descriptor. */
  public Optional<Event.Operation> descriptor() {
    return Optional.ofNullable(descriptor);
  }

  void uses(Event.Operation operation) {
    descriptor = operation;
  }

  /** The locks that it took and that no goroutine gave back, oldest first. */
  public List<Event.Acquire> holds() {
    return List.copyOf(holds);
  }

  /** How many locks it has taken that no goroutine gave back. */
  public int holdCount() {
    return holds.size();
  }

  /** Whether it has taken a lock that no goroutine gave back. */
  public boolean holdsAny() {
    return !holds.isEmpty();
  }

  /** Its last few panics, recovered or not, oldest first. */
  public List<PanicMoment> panics() {
    return List.copyOf(panics);
  }

  /** Its latest panic that no goroutine has recovered; empty if there is none. */
  public Optional<PanicMoment> panicking() {
    return unrecovered.isEmpty() ? Optional.empty() : Optional.of(unrecovered.getLast());
  }

  /** The test that it runs itself, now; NONE for a goroutine that merely works for one. */
  public TestId runs() {
    return runs;
  }

  /** The order of the go statement that made it; 0 if the trace does not have it. */
  public long bornAt() {
    return bornAt;
  }

  /**
   * The order of its latest operation that something another goroutine did can have come before:
   * every operation but creating, adding and releasing.
   */
  public long lastSyncOrder() {
    return lastSyncOrder;
  }

  /**
   * Whether it, or one of those it descends from, was made by a goroutine that held a lock or was
   * in a {@code Once}: so does what is made once, for all goroutines.
   */
  public boolean bornGuarded() {
    return bornGuarded;
  }

  void born(long order, boolean guarded) {
    bornAt = order;
    bornGuarded = guarded;
  }

  void synchronizedAt(long order) {
    lastSyncOrder = order;
  }

  void operate(Event event) {
    remember(event);
    operations++;
  }

  /** What it was blocked on until now. */
  Event.@Nullable Block unblocked() {
    Event.Block before = block;
    block = null;
    return before;
  }

  /**
   * It blocks.
   *
   * @param forTime whether time ends that
   */
  void blocked(Event.Block now, boolean forTime) {
    boolean again =
        latest != null && latest.reason() == now.reason() && latest.stack().equals(now.stack());
    long since = latest == null ? 0 : now.nanos() - latest.nanos();
    pauses = forTime ? again ? pauses + 1 : 1 : 0;
    shortestPause = pauses > 2 ? Math.min(shortestPause, since) : since;
    block = now;
    latest = now;
  }

  /**
   * How often it has now slept, or waited for a timer or ticker, perhaps among others, in one
   * place, one time after the other, and been blocked nowhere else.
   */
  public int pauses() {
    return pauses;
  }

  /** From one of these to the next, at least; in nanoseconds, if there were two or more. */
  public long shortestPause() {
    return shortestPause;
  }

  boolean isBlocked() {
    return block != null;
  }

  void hold(Event.Acquire event) {
    holds.add(event);
  }

  void letGo(Event.Acquire event) {
    for (int i = holds.size() - 1; i >= 0; i--) {
      if (holds.get(i).order() == event.order()) {
        holds.remove(i);
        return;
      }
    }
  }

  void panic(Event.Panic event) {
    if (panics.size() == PANICS) {
      panics.removeFirst();
    }
    PanicMoment moment = new PanicMoment(event, recent());
    panics.add(moment);
    if (unrecovered.size() == PANICS) {
      unrecovered.removeFirst();
    }
    unrecovered.add(moment);
  }

  void recovers() {
    if (!unrecovered.isEmpty()) {
      unrecovered.removeLast();
    }
  }

  void run(TestId test) {
    runs = test;
  }
}
