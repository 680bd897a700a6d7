package dev.harrier.binary.decode;

import dev.harrier.binary.log.HookTable;
import dev.harrier.binary.log.LogFile;
import dev.harrier.binary.log.LogRecord;
import dev.harrier.binary.semantics.Layout;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.StackId;
import dev.harrier.tracing.table.LiveGoroutines;
import dev.harrier.tracing.table.LiveObjects;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.table.Tables;
import java.util.function.Consumer;

/** What all kinds of records need while a log is decoded: the tables, the clock, the way out. */
final class Decoding {
  /** Room for several events at one ticket. */
  private static final int EVENTS_A_TICKET = 8;

  private final LogFile file;
  private final HookTable hooks;
  private final Layout layout;
  private final Stacks stacks;
  private final Tables tables;
  private final LiveObjects objects;
  private final ChannelStates channels = new ChannelStates();
  private final Emission emission;
  private final TestRecords tests = new TestRecords(this);
  private final LiveGoroutines<GoroutineDecodeState> goroutines =
      new LiveGoroutines<>(GoroutineDecodeState::new);
  private long lastTicket = -1;
  private int eventsAtTicket;

  Decoding(
      LogFile file,
      HookTable hooks,
      Layout layout,
      Symbolizer symbolizer,
      int text,
      Consumer<? super Event> sink) {
    this.file = file;
    this.hooks = hooks;
    this.layout = layout;
    this.stacks = new Stacks(symbolizer, text);
    this.tables = Tables.of(stacks.table(), symbolizer);
    this.objects = new LiveObjects(tables.objects());
    this.emission = new Emission(sink);
  }

  LogFile file() {
    return file;
  }

  Layout layout() {
    return layout;
  }

  Stacks stacks() {
    return stacks;
  }

  /** What ids are looked up in. */
  Tables tables() {
    return tables;
  }

  LiveObjects objects() {
    return objects;
  }

  ChannelStates channels() {
    return channels;
  }

  Emission emission() {
    return emission;
  }

  TestRecords tests() {
    return tests;
  }

  void emit(Event event) {
    emission.emit(event);
  }

  HookTable.Site site(LogRecord r) {
    return hooks.site(r.hook());
  }

  StackId stack(LogRecord r) {
    return stacks.intern(r.counters(), site(r).inline());
  }

  /** The circumstances of one more event at a record. */
  At at(LogRecord r, GoroutineId goroutine, StackId stack) {
    eventsAtTicket = r.ticket() == lastTicket ? eventsAtTicket + 1 : 0;
    lastTicket = r.ticket();
    return new At(
        r.ticket() * EVENTS_A_TICKET + eventsAtTicket, file.nanos(r.cycles()), goroutine, stack);
  }

  At at(LogRecord r, StackId stack) {
    return at(r, new GoroutineId(r.goroutine()), stack);
  }

  LiveGoroutines<GoroutineDecodeState> goroutines() {
    return goroutines;
  }

  /** The goroutine that a record is of. */
  GoroutineDecodeState goroutine(LogRecord r) {
    return goroutines.get(r.goroutine());
  }
}
