package dev.harrier.binary.decode;

import dev.harrier.binary.buildinfo.BuildInfo;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.log.Constants;
import dev.harrier.binary.log.HookTable;
import dev.harrier.binary.log.LogFile;
import dev.harrier.binary.log.LogRecord;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.binary.semantics.Layout;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Limited;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SyncObject;
import dev.harrier.model.trace.Test;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.trace.TraceHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The log of a rewritten program as a trace. One thread at a time may use it. */
public final class LoggedTrace implements Trace {
  private final LogFile log;
  private final HookTable hooks;
  private final GoSymbols symbols;
  private final Layout layout;
  private Decoding decoding;
  private OptionalInt exitStatus = OptionalInt.empty();

  private LoggedTrace(LogFile log, HookTable hooks, GoSymbols symbols) {
    this.log = log;
    this.hooks = hooks;
    this.symbols = symbols;
    this.layout = Layout.of(symbols.minorVersion());
    this.decoding = newDecoding(_ -> {});
  }

  /**
   * Opens a log.
   *
   * @param executable the rewritten copy that wrote it
   * @throws UnusableBinaryException if one is not what it should be, or they don't belong together
   */
  public static LoggedTrace open(Path log, Path executable) throws IOException {
    LogFile file = LogFile.open(log);
    HookTable hooks = HookTable.read(executable);
    if (file.build() != hooks.build()) {
      throw new UnusableBinaryException(
          "%s was written by another program than %s: give the copy that %s was."
              .formatted(log, executable, file.executable()));
    }
    return new LoggedTrace(file, hooks, GoSymbols.open(executable));
  }

  /** The path of the copy that wrote a log, where it ran. */
  public static String writerOf(Path log) throws IOException {
    return LogFile.open(log).executable();
  }

  /** How the program was built. */
  public BuildInfo buildInfo() {
    return symbols.buildInfo();
  }

  /** The GOROOT that its standard library was compiled in, "" if its paths are trimmed. */
  public String goroot() {
    return symbols.goroot();
  }

  /** The status that the program gave to {@code exit}, if {@link #replay} reached that. */
  public OptionalInt exitStatus() {
    return exitStatus;
  }

  /** Nanoseconds from the start of the process to the last record; 0 for an empty log. */
  public long lastNanos() {
    return log.next() == 0
        ? 0
        : log.record(log.next() - 1).map(r -> log.nanos(r.cycles())).orElse(0L);
  }

  private Decoding newDecoding(Consumer<? super Event> sink) {
    int text = (int) (symbols.module().text() + slide());
    return new Decoding(log, hooks, layout, symbols, text, sink);
  }

  /**
   * How long before a moment the last record was written, by the clock of this machine; empty if
   * the log has none.
   */
  public Optional<Duration> stillBefore(Instant moment) {
    return lastNanos() == 0
        ? Optional.empty()
        : Optional.of(Duration.between(log.start().plusNanos(lastNanos()), moment));
  }

  private LogDecoder decoder(Decoding into) {
    LogDecoder decoder = new LogDecoder(into, new Constants(symbols.file(), slide()));
    if (log.first() > 0) {
      decoder.lose();
    }
    return decoder;
  }

  /** The record of a ticket; one of a place that the executable does not have counts as lost. */
  private Optional<LogRecord> record(long ticket) {
    return log.record(ticket).filter(r -> r.hook() <= hooks.sites().size());
  }

  /** How far the process is from its link-time addresses. */
  private long slide() {
    return log.code() - hooks.codeAddress();
  }

  @Override
  public TraceHeader header() {
    return new TraceHeader(
        symbols.buildInfo().goVersion(), log.executable(), log.process(), log.start());
  }

  @Override
  public Completeness replay(Consumer<? super Event> sink) {
    decoding = newDecoding(sink);
    LogDecoder decoder = decoder(decoding);
    long first = log.first();
    long next = log.next();
    long missing = first;
    Optional<LogRecord> last = Optional.empty();
    for (long ticket = first; ticket < next; ticket++) {
      Optional<LogRecord> record = record(ticket);
      missing += record.isEmpty() ? 1 : 0;
      last = record.isPresent() ? record : last;
      decoder.next(record);
    }
    exitStatus = decoder.exitStatus();
    if (exitStatus.isEmpty()) {
      last.ifPresent(decoder::cutOff);
    }
    decoding.emission().close();
    if (missing > 0) {
      return new Completeness.Partial(
          Completeness.Cause.LOST_RECORDS,
          first > 0
              ? "The ring holds only the last records of the run."
              : "Some records were not written to the end.",
          missing);
    }
    return exitStatus.isPresent()
        ? new Completeness.Whole()
        : new Completeness.Partial(
            Completeness.Cause.KILLED, "The program was killed or is still running.", 0);
  }

  @Override
  public void replayWhile(Predicate<? super Event> wantsMore) {
    Limited sink = new Limited(wantsMore);
    Decoding again = newDecoding(sink);
    LogDecoder decoder = decoder(again);
    for (long ticket = log.first(); ticket < log.next() && sink.wantsMore(); ticket++) {
      decoder.next(record(ticket));
    }
    again.emission().close();
  }

  @Override
  public Goroutine goroutine(GoroutineId id) {
    return decoding.tables().goroutines().get(id);
  }

  @Override
  public SyncObject object(ObjectId id) {
    return decoding.tables().objects().get(id);
  }

  @Override
  public Stack stack(StackId id) {
    return decoding.tables().stacks().get(id);
  }

  /** The collector of a program that was built without Harrier is not asked. */
  @Override
  public boolean asksCollector() {
    return false;
  }

  /** A log has the callers of the runtime's functions. */
  @Override
  public boolean showsWhoPanics() {
    return false;
  }

  /** A test, named by its function: the name that {@code t.Run} was given is not in the log. */
  @Override
  public Test test(TestId id) {
    return decoding.tables().tests().get(id);
  }
}
