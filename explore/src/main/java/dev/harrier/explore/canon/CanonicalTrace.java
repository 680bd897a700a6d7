package dev.harrier.explore.canon;

import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.EventWords;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.OptionalInt;

/** The canonical form of one trace, built while the trace is replayed. */
public final class CanonicalTrace {
  private final EventDigest digests;
  private final Numbering numbering;
  private final EventWords words;
  private final LongArrayList events = new LongArrayList();
  private final Long2ObjectOpenHashMap<String> lines = new Long2ObjectOpenHashMap<>();

  public CanonicalTrace(Trace trace) {
    this.numbering = new Numbering(trace);
    this.digests = new EventDigest(trace, numbering);
    this.words = new EventWords(trace);
  }

  /** Takes the next event. */
  public void see(Event event) {
    numbering.see(event);
    if (belongs(event)) {
      long bits = digests.of(event);
      events.add(bits);
      if (!lines.containsKey(bits)) {
        lines.put(bits, words.line(event));
      }
    }
  }

  /** The event at a position, in the text form of traces; where there is none, that. */
  public String line(int position) {
    if (position >= events.size()) {
      return "the end of the trace";
    }
    return lines.getOrDefault(events.getLong(position), "an event that was not kept as text");
  }

  /** Whether the event is the program's, and no accident of the moment. */
  boolean belongs(Event event) {
    return switch (event) {
      case Event.Checkpoint checkpoint -> checkpoint.reason() != CheckpointReason.PERIODIC;
      case Event.TimerFire _ -> true;
      case Event.Choice _, Event.Preferred _, Event.Collected _ -> false;
      // They are given only where they were asked for.
      case Event.Message _, Event.Memory _, Event.EarlierAccess _ -> false;
      case Event.Spawn spawn -> numbering.of(spawn.child()) != Numbering.NONE;
      case Event.Unblock unblock -> numbering.of(unblock.target()) != Numbering.NONE;
      default -> numbering.of(event.goroutine()) != Numbering.NONE;
    };
  }

  /** How many events it has. */
  public int size() {
    return events.size();
  }

  /** The position of the first event in which two differ; empty if they do not. */
  public OptionalInt firstDifference(CanonicalTrace other) {
    int common = Math.min(events.size(), other.events.size());
    for (int i = 0; i < common; i++) {
      if (events.getLong(i) != other.events.getLong(i)) {
        return OptionalInt.of(i);
      }
    }
    return events.size() == other.events.size() ? OptionalInt.empty() : OptionalInt.of(common);
  }
}
