package dev.harrier.analysis.predict.wait;

import dev.harrier.analysis.predict.wait.ChannelUse.Operation;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which goroutines use the channels that were made at the same places as some in question. What one
 * goroutine did to a channel, others may be meant to do just as well if they do it to its siblings:
 * a state that a trace does not show then says which one it is.
 */
final class Siblings {
  /** Where it is done, and where the goroutine that does it was made. */
  private record Doer(Site birth, Site at) {}

  private record Kind(StackId madeAt, Operation operation) {}

  private final Trace trace;
  private final Set<StackId> places = new HashSet<>();
  private final Map<ObjectId, StackId> madeAt = new HashMap<>();
  private final Map<Kind, Set<Doer>> doers = new HashMap<>();

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
    if (event instanceof Event.Make e && places.contains(e.stack())) {
      madeAt.put(e.object(), e.stack());
    }
    ChannelUse.of(event).ifPresent(use -> does(event, use));
  }

  private void does(Event event, ChannelUse use) {
    StackId place = madeAt.get(use.channel());
    if (place != null) {
      doers
          .computeIfAbsent(new Kind(place, use.operation()), _ -> new HashSet<>())
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

  /**
   * Whether goroutines made elsewhere than the user, or other lines, use siblings so as well. The
   * use itself is among those that were seen.
   */
  boolean othersDo(ChannelUse use) {
    StackId place = madeAt.get(use.channel());
    return place != null
        && doers.getOrDefault(new Kind(place, use.operation()), Set.of()).size() > 1;
  }
}
