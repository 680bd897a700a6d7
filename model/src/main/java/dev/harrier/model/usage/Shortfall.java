package dev.harrier.model.usage;

import dev.harrier.model.trace.SelectCase.Direction;

/**
 * What no run has shown at a usage of concurrency.
 *
 * <p>Passable is an operation on a channel that was seen to have a buffer or to be closed, so that
 * it need not meet another goroutine.
 */
public sealed interface Shortfall {
  /** No run got there. */
  record Unreached(UsageKind usage) implements Shortfall {}

  /** A select was executed, and this case of it never taken. */
  record CaseNotChosen(Direction direction) implements Shortfall {}

  /** A select was executed, and its default never taken. */
  record DefaultNotChosen() implements Shortfall {}

  /** It was executed, but never with this effect. */
  record EffectNotSeen(UsageKind usage, Effect effect, boolean passable) implements Shortfall {}

  /** A case of a select was taken, but never with this effect. */
  record CaseEffectNotSeen(Direction direction, Effect effect, boolean passable)
      implements Shortfall {}
}
