package dev.harrier.binary.rewrite;

import dev.harrier.binary.semantics.Hook;

/** A place that can't be hooked. */
final class UnhookableException extends Exception {
  UnhookableException(Hook hook, String reason) {
    super("%s in %s: %s".formatted(hook.event(), hook.function(), reason));
  }
}
