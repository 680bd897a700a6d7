package dev.harrier.binary.pclntab;

import dev.harrier.model.trace.SymbolOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** Which functions of an executable {@link SymbolOffset}s mean. */
final class SymbolIndex {
  /** Entries by symbol. */
  private final Map<Long, Long> entries = new HashMap<>();

  /** The indices of functions that are not the first of their name, by entry. */
  private final Map<Long, Integer> indices = new HashMap<>();

  private final Function<? super GoFunction, String> name;

  /**
   * @param functions all, in the order of addresses
   */
  SymbolIndex(List<GoFunction> functions, Function<? super GoFunction, String> name) {
    this.name = name;
    Map<String, Integer> named = new HashMap<>();
    for (GoFunction function : functions) {
      String its = name.apply(function);
      int index = named.merge(its, 1, Integer::sum) - 1;
      if (index > 0) {
        indices.put(function.entry(), index);
      }
      entries.putIfAbsent(SymbolOffset.symbol(its, index), function.entry());
    }
  }

  /** The place at that distance from the start of the text; empty if its symbol means another. */
  Optional<SymbolOffset> of(GoFunction function, long textOffset) {
    long entry = function.entry();
    long symbol = SymbolOffset.symbol(name.apply(function), indices.getOrDefault(entry, 0));
    return entries.getOrDefault(symbol, -1L) == entry
        ? Optional.of(new SymbolOffset(symbol, textOffset - entry))
        : Optional.empty();
  }

  OptionalLong textOffset(SymbolOffset place) {
    Long entry = entries.get(place.symbol());
    return entry == null ? OptionalLong.empty() : OptionalLong.of(entry + place.offset());
  }
}
