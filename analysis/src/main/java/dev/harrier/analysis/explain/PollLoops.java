package dev.harrier.analysis.explain;

import dev.harrier.model.trace.Site;
import java.util.Optional;

/** The loops of source files, read by code that has a Go to read them with. */
public interface PollLoops {
  /** The innermost loop around the wait in a line; empty if there is none, or no source. */
  Optional<PollLoop> around(Site wait);

  /** No source at hand: then nothing is known to be endless, and no loop to end otherwise. */
  static PollLoops none() {
    return _ -> Optional.empty();
  }
}
