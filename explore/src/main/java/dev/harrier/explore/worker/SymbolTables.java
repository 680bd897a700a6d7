package dev.harrier.explore.worker;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.SymbolOffset;
import dev.harrier.tracing.table.Symbolizer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The symbols of each binary, read once for all workers. */
public final class SymbolTables {
  private final Function<? super Path, ? extends Symbolizer> reader;
  private final ConcurrentHashMap<Path, Symbolizer> tables = new ConcurrentHashMap<>();

  /**
   * @param reader reads the symbols of an executable, {@link Symbolizer#NONE} if it has none
   */
  public SymbolTables(Function<? super Path, ? extends Symbolizer> reader) {
    this.reader = reader;
  }

  Symbolizer of(Path executable) {
    return tables.computeIfAbsent(executable, path -> new SharedSymbols(reader.apply(path)));
  }

  /**
   * Remembers what the symbols of one binary say: all executions of a program pass the same few
   * places.
   */
  private static final class SharedSymbols implements Symbolizer {
    private final Symbolizer symbols;

    /** By the offset, doubled, and one more if it is a return address. */
    private final ConcurrentHashMap<Long, List<Site>> known = new ConcurrentHashMap<>();

    private final ConcurrentHashMap<Long, Optional<SymbolOffset>> places =
        new ConcurrentHashMap<>();

    SharedSymbols(Symbolizer symbols) {
      this.symbols = symbols;
    }

    @Override
    public List<Site> frames(long textOffset, boolean returnAddress) {
      long place = textOffset * 2 + (returnAddress ? 1 : 0);
      List<Site> frames = known.get(place);
      if (frames == null) {
        frames = symbols.frames(textOffset, returnAddress);
        known.put(place, frames);
      }
      return frames;
    }

    @Override
    public Optional<SymbolOffset> place(long returnAddress) {
      return places.computeIfAbsent(returnAddress, symbols::place);
    }

    @Override
    public OptionalLong textOffset(SymbolOffset place) {
      return symbols.textOffset(place);
    }
  }
}
