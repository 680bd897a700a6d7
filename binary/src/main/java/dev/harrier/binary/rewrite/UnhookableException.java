package dev.harrier.binary.rewrite;

import dev.harrier.binary.semantics.Hook;
import dev.harrier.model.ending.BlindSpot;

/** A place that can't be hooked. */
final class UnhookableException extends Exception {
  private final transient BlindSpot.Unhookable spot;

  UnhookableException(Hook hook, String reason) {
    super("%s in %s: %s".formatted(hook.event(), hook.function(), reason));
    this.spot = new BlindSpot.Unhookable(hook.event().toString(), hook.function(), reason);
  }

  /** The operations that are not logged for it. */
  BlindSpot spot() {
    return spot;
  }
}
