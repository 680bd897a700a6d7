package dev.harrier.explore.worker;

import dev.harrier.tracing.table.Symbolizer;
import java.nio.file.Path;
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
}
