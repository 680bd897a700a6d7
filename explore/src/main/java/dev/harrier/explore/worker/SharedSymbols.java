package dev.harrier.explore.worker;

import dev.harrier.model.trace.Site;
import dev.harrier.tracing.table.Symbolizer;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers what the symbols of one binary say: all executions of a program pass the same few
 * places.
 */
final class SharedSymbols implements Symbolizer {
  private record Place(long textOffset, boolean returnAddress) {}

  private final Symbolizer symbols;
  private final ConcurrentHashMap<Place, List<Site>> known = new ConcurrentHashMap<>();

  SharedSymbols(Symbolizer symbols) {
    this.symbols = symbols;
  }

  @Override
  public List<Site> frames(long textOffset, boolean returnAddress) {
    return known.computeIfAbsent(
        new Place(textOffset, returnAddress),
        place -> symbols.frames(place.textOffset, place.returnAddress));
  }
}
