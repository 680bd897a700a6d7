package dev.harrier.analysis.state;

import dev.harrier.base.table.Table;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The table of objects, which forgets those that nothing can be said about any more. */
final class Objects {
  private static final int SMALL = 1 << 13;

  private final Trace trace;
  private final Table<ObjectState> states = new Table<>();
  private int limit = SMALL;
  private long lastSweep;
  private boolean gaps;
  private @Nullable ObjectState latest;

  Objects(Trace trace) {
    this.trace = trace;
  }

  Collection<ObjectState> all() {
    return states.all();
  }

  int size() {
    return states.size();
  }

  boolean isFull() {
    return states.size() >= limit;
  }

  ObjectState get(ObjectId id) {
    ObjectState known = latest;
    if (known != null && known.id().value() == id.value()) {
      return known;
    }
    ObjectState state = states.get(id.value());
    if (state == null) {
      state = create(id);
      if (lastSweep == 0 && !gaps) {
        state.begin();
      }
      states.put(id.value(), state);
    }
    latest = state;
    return state;
  }

  /** Events are lost: what is known of an object is not all that happened to it. */
  void gap() {
    gaps = true;
    states.all().forEach(ObjectState::breakOff);
  }

  private ObjectState create(ObjectId id) {
    if (id.equals(ObjectId.NONE)) {
      return new OtherState(id);
    }
    return switch (trace.object(id).kind()) {
      case CHANNEL -> new ChannelState(id);
      case MUTEX, ONCE -> new LockState(id, false);
      case RWMUTEX -> new LockState(id, true);
      case WAIT_GROUP -> new GroupState(id);
      case COND -> new CondState(id);
      case CONTEXT -> new ContextState(id);
      case TIMER, SEMAPHORE -> new OtherState(id);
    };
  }

  /**
   * Forgets, if the table is full, what is in its zero state, is not awaited by a goroutine and was
   * not used since the previous sweep, unless it is pinned.
   */
  void sweep(Collection<GoroutineState> goroutines, long now) {
    if (!isFull()) {
      return;
    }
    LongOpenHashSet awaited = awaited(goroutines);
    long old = lastSweep;
    states.removeIf(o ->
        o.isZero() && o.lastOrder() <= old && !o.isPinned() && !awaited.contains(o.id().value()));
    lastSweep = now;
    latest = null;
    limit = states.size() + Math.max(SMALL, states.size() / 2);
  }

  private LongOpenHashSet awaited(Collection<GoroutineState> goroutines) {
    LongOpenHashSet marked = new LongOpenHashSet();
    for (GoroutineState goroutine : goroutines) {
      Event.Block block = goroutine.block().orElse(null);
      if (block != null) {
        for (ObjectId id : ProgramState.awaited(block)) {
          marked.add(id.value());
          if (states.get(id.value()) instanceof ChannelState channel) {
            marked.add(channel.context().value());
          }
        }
      }
    }
    return marked;
  }
}
