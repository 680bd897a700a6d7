package dev.harrier.tracing.table;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.SymbolOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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

  /**
   * The place that a call returns to, by its function; empty if that is not known.
   *
   * @param returnAddress bytes from the start of the text segment
   */
  default Optional<SymbolOffset> place(long returnAddress) {
    return Optional.empty();
  }

  /** Where such a place is in this program; empty if it is not known to have the function. */
  default OptionalLong textOffset(SymbolOffset place) {
    return OptionalLong.empty();
  }
}
