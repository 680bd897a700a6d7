package dev.harrier.tracing.decode;

import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Limited;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SymbolOffset;
import dev.harrier.model.trace.SyncObject;
import dev.harrier.model.trace.Test;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.trace.TraceHeader;
import dev.harrier.tracing.order.Merge;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.table.Tables;
import dev.harrier.tracing.wire.Damage;
import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A trace file. Every replay reads it again and fills the side tables again, with the same ids.
 * Only the thread that opened it may use it, and nothing but {@link #header} after {@link #close}.
 */
public final class RecordedTrace implements Trace, AutoCloseable {
  private final TraceFile file;
  private final TraceHeader header;
  private final Symbolizer symbolizer;
  private Tables tables;

  private RecordedTrace(TraceFile file, TraceHeader header, Symbolizer symbolizer) {
    this.file = file;
    this.header = header;
    this.symbolizer = symbolizer;
    this.tables = Tables.of(symbolizer);
  }

  /**
   * Opens a trace file.
   *
   * @param symbols gives the symbols of the program that the header names
   * @throws dev.harrier.tracing.wire.UnreadableTraceException if the header is not that of a trace
   *     that this reader knows
   */
  public static RecordedTrace open(
      Path path, Function<? super TraceHeader, ? extends Symbolizer> symbols) throws IOException {
    TraceFile file = TraceFile.open(path);
    try {
      TraceHeader header = header(file.header());
      return new RecordedTrace(file, header, symbols.apply(header));
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static TraceHeader header(FileHeader header) {
    return new TraceHeader(
        header.goVersion(),
        header.executable(),
        header.pid(),
        Instant.ofEpochSecond(0, header.wallClock()));
  }

  @Override
  public TraceHeader header() {
    return header;
  }

  /** Whether the process looked for data races, and had not room for all that this takes. */
  public boolean missesRaces() {
    return file.header().missesRaces();
  }

  @Override
  public Completeness replay(Consumer<? super Event> sink) {
    tables = Tables.of(symbolizer);
    Decoder decoder = new Decoder(tables, Clock.of(file.header(), file.chunks()), sink);
    Damage damage = new Damage();
    Merge.Result order = Merge.run(file.cursors(damage), decoder);
    decoder.end();
    return Verdict.of(file, damage, order, decoder, tables.stacks().undefined());
  }

  @Override
  public void replayWhile(Predicate<? super Event> wantsMore) {
    Limited sink = new Limited(wantsMore);
    Decoder decoder =
        new Decoder(Tables.of(symbolizer), Clock.of(file.header(), file.chunks()), sink);
    Merge.Result _ = Merge.runWhile(sink::wantsMore, file.cursors(new Damage()), decoder);
    decoder.end();
  }

  @Override
  public Goroutine goroutine(GoroutineId id) {
    return tables.goroutines().get(id);
  }

  @Override
  public SyncObject object(ObjectId id) {
    return tables.objects().get(id);
  }

  @Override
  public Stack stack(StackId id) {
    return tables.stacks().get(id);
  }

  /** Where the code of a stack's innermost frame stands; empty if that is not known. */
  public Optional<SymbolOffset> place(StackId id) {
    return tables.stacks().place(id);
  }

  @Override
  public Test test(TestId id) {
    return tables.tests().get(id);
  }

  @Override
  public void close() {
    file.close();
  }
}
