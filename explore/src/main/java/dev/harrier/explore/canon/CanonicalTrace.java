package dev.harrier.explore.canon;

import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Trace;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.OptionalInt;

/** The canonical form of one trace, built while the trace is replayed. */
public final class CanonicalTrace {
  private final EventDigest digest;
  private final Numbering numbering;
  private final LongArrayList events = new LongArrayList();

  public CanonicalTrace(Trace trace) {
    this.numbering = new Numbering(trace);
    this.digest = new EventDigest(trace, numbering);
  }

  /** Takes the next event. */
  public void see(Event event) {
    numbering.see(event);
    if (belongs(event)) {
      events.add(digest.of(event));
    }
  }

  /** Whether the event is the program's, and no accident of the moment. */
  boolean belongs(Event event) {
    return switch (event) {
      case Event.Checkpoint checkpoint -> checkpoint.reason() != CheckpointReason.PERIODIC;
      case Event.TimerFire _ -> true;
      case Event.Choice _, Event.Preferred _ -> false;
      case Event.Spawn spawn -> numbering.of(spawn.child()) != Numbering.NONE;
      case Event.Unblock unblock -> numbering.of(unblock.target()) != Numbering.NONE;
      default -> numbering.of(event.goroutine()) != Numbering.NONE;
    };
  }

  public int size() {
    return events.size();
  }

  /** A digest of the whole; equal for runs that replay each other. */
  public long digest() {
    long all = events.size();
    for (int i = 0; i < events.size(); i++) {
      all = EventDigest.mix(all ^ events.getLong(i));
    }
    return all;
  }

  /** The position of the first event in which the two differ; empty if they do not. */
  public OptionalInt firstDifference(CanonicalTrace other) {
    int common = Math.min(size(), other.size());
    for (int i = 0; i < common; i++) {
      if (events.getLong(i) != other.events.getLong(i)) {
        return OptionalInt.of(i);
      }
    }
    return size() == other.size() ? OptionalInt.empty() : OptionalInt.of(common);
  }
}
