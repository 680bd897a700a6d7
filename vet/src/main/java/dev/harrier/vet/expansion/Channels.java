package dev.harrier.vet.expansion;

import dev.harrier.vet.graph.Op;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.sync.OperationKind;

/**
 * Appends operations on channels. The end of a context that a clock or a stranger can cancel orders
 * nothing, so a receive from its channel is left out.
 */
final class Channels {
  private final Resolver resolver;

  Channels(Resolver resolver) {
    this.resolver = resolver;
  }

  void sync(Cursor at, OperationKind kind, Value channel) {
    Place place = resolver.place(at.bound(channel));
    boolean isDone = !place.path().isEmpty() && place.path().getLast() instanceof Step.Done;
    if (!isDone || resolver.endsOnlyByCancel(place)) {
      at.op(new Op.Sync(kind, place));
    }
  }
}
