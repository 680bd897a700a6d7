package dev.harrier.tracing.table;

import dev.harrier.model.trace.Site;
import java.util.List;

/** Turns positions in the text segment of the traced program into source lines. */
@FunctionalInterface
public interface Symbolizer {
  /** Knows nothing: every frame is {@link Site#UNKNOWN}. */
  Symbolizer NONE = (textOffset, returnAddress) -> List.of();

  /**
   * The frames at one position: more than one if calls were inlined there, innermost first; empty
   * if nothing is known.
   *
   * @param textOffset bytes from the start of the text segment ({@code runtime.text})
   * @param returnAddress whether the position is that after a call, so that the line wanted is that
   *     of the instruction before; else it is the entry of a function
   */
  List<Site> frames(long textOffset, boolean returnAddress);
}
