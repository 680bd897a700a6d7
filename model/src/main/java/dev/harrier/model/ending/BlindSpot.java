package dev.harrier.model.ending;

import java.util.List;

/** Operations of an executable that its rewritten copy does not log. */
public sealed interface BlindSpot {
  /**
   * Inlined lock operations next to an instruction that may dereference nil, which would end the
   * copy and not panic.
   */
  record MayFault(long operations) implements BlindSpot {}

  /** An inlined operation with instructions around it that can't be moved. */
  record Unmovable(String operation, long address, String function) implements BlindSpot {}

  /**
   * A function that has no room for a hook.
   *
   * @param why one clause
   */
  record Unhookable(String operation, String function, String why) implements BlindSpot {}

  /** A function of Go's library that a profile made the compiler inline. */
  record Inlined(String function, List<String> into) implements BlindSpot {
    public Inlined {
      into = List.copyOf(into);
    }
  }
}
