package dev.harrier.binary.log;

import dev.harrier.binary.semantics.Layout;
import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Collection;
import java.util.function.Consumer;

/** What all kinds of records need while a log is decoded: the tables, the clock, the way out. */
final class Decoding {
  /** Room for several events at one ticket. */
  private static final int EVENTS_A_TICKET = 8;

  private final LogFile file;
  private final HookTable hooks;
  private final Layout layout;
  private final Stacks stacks;
  private final LiveObjects objects = new LiveObjects();
  private final Emission emission;
  private final TestRecords tests = new TestRecords(this);
  private final Long2ObjectLinkedOpenHashMap<GoroutineDecodeState> routines =
      new Long2ObjectLinkedOpenHashMap<>();
  private final Long2ObjectOpenHashMap<Goroutine> goroutines = new Long2ObjectOpenHashMap<>();
  private long lastTicket = -1;
  private int eventsAtTicket;

  Decoding(
      LogFile file, HookTable hooks, Layout layout, Stacks stacks, Consumer<? super Event> sink) {
    this.file = file;
    this.hooks = hooks;
    this.layout = layout;
    this.stacks = stacks;
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

  LiveObjects objects() {
    return objects;
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

  GoroutineDecodeState routine(long id) {
    return routines.computeIfAbsent(id, i -> new GoroutineDecodeState(new GoroutineId(i)));
  }

  void forget(long id) {
    routines.remove(id);
  }

  Collection<GoroutineDecodeState> routines() {
    return routines.values();
  }

  void add(Goroutine goroutine) {
    goroutines.put(goroutine.id().value(), goroutine);
  }

  Goroutine goroutine(GoroutineId id) {
    Goroutine found = goroutines.get(id.value());
    return found != null
        ? found
        : new Goroutine(id, GoroutineId.NONE, StackId.NONE, Site.UNKNOWN, TestId.NONE, false);
  }
}
