package dev.harrier.analysis.predict;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Who uses the channels that were made at the same places as some in question. What one goroutine
 * did to a channel, others may be meant to do just as well if they do it to its siblings: a state
 * that a trace does not show then says who it is.
 */
final class Siblings {
  /** What is done to a channel. */
  enum Deed {
    SEND,
    RECEIVE,
    CLOSE
  }

  /** Where it is done, and where who does it was made. */
  private record Doer(Site birth, Site at) {}

  private record Use(StackId madeAt, Deed deed) {}

  private final Trace trace;
  private final Set<StackId> places = new HashSet<>();
  private final Map<ObjectId, StackId> madeAt = new HashMap<>();
  private final Map<Use, Set<Doer>> doers = new HashMap<>();

  /**
   * @param channels those in question
   */
  Siblings(Trace trace, Collection<ObjectId> channels) {
    this.trace = trace;
    for (ObjectId channel : channels) {
      if (trace.object(channel).madeKnown()) {
        places.add(trace.object(channel).madeAt());
      }
    }
  }

  void accept(Event event) {
    switch (event) {
      case Event.Make e -> {
        if (places.contains(e.stack())) {
          madeAt.put(e.object(), e.stack());
        }
      }
      case Event.Send e -> does(e, e.channel(), Deed.SEND);
      case Event.Receive e -> {
        if (e.ok()) {
          does(e, e.channel(), Deed.RECEIVE);
        }
      }
      case Event.Select e -> {
        if (e.chosen() >= 0) {
          SelectCase chosen = e.cases().get(e.chosen());
          switch (chosen.direction()) {
            case SEND -> does(e, chosen.channel(), Deed.SEND);
            case RECEIVE -> {
              if (e.ok()) {
                does(e, chosen.channel(), Deed.RECEIVE);
              }
            }
          }
        }
      }
      case Event.Close e -> does(e, e.channel(), Deed.CLOSE);
      default -> {
        // No channel is used.
      }
    }
  }

  private void does(Event event, ObjectId channel, Deed deed) {
    StackId place = madeAt.get(channel);
    if (place != null) {
      doers
          .computeIfAbsent(new Use(place, deed), _ -> new HashSet<>())
          .add(doer(event.goroutine(), event.stack()));
    }
  }

  private Doer doer(GoroutineId goroutine, StackId at) {
    Site birth =
        goroutine.equals(GoroutineId.NONE)
            ? Site.UNKNOWN
            : trace.stack(trace.goroutine(goroutine).createdAt()).top();
    return new Doer(birth, trace.stack(at).top());
  }

  /** Whether others than those made and working like {@code goroutine} do this to siblings. */
  boolean othersDo(Deed deed, ObjectId channel, GoroutineId goroutine, StackId at) {
    StackId place = madeAt.get(channel);
    if (place == null) {
      return false;
    }
    Set<Doer> all = doers.getOrDefault(new Use(place, deed), Set.of());
    return all.size() > 1 || !all.stream().allMatch(doer(goroutine, at)::equals);
  }
}
