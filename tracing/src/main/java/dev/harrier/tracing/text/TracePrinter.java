package dev.harrier.tracing.text;

import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.SyncObject;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.trace.TraceHeader;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Prints a trace in the text form, while it is replayed. */
public final class TracePrinter {
  private final Trace trace;
  private final Appendable out;
  private final EventWords words;
  private long lastNanos;
  private long lastDeclared;

  private TracePrinter(Trace trace, Appendable out) {
    this.trace = trace;
    this.out = out;
    this.words = new EventWords(trace);
  }

  /** The whole trace as a string; for small ones. */
  public static String print(Trace trace) {
    StringBuilder out = new StringBuilder();
    new TracePrinter(trace, out).print();
    return out.toString();
  }

  private void print() {
    header(trace.header());
    switch (trace.replay(this::event)) {
      case Completeness.Whole() -> {}
      case Completeness.Unread(String why) -> throw new IllegalStateException(why);
      case Completeness.Partial(_, String why, long missing) ->
          line("partial " + missing + ' ' + Word.quote(why));
    }
  }

  private void header(TraceHeader header) {
    line("go " + Word.quote(header.goVersion()));
    line("executable " + Word.quote(header.executable()));
    line("pid " + header.pid());
    line("start " + header.start());
  }

  private void event(Event event) {
    if (event.nanos() != lastNanos) {
      lastNanos = event.nanos();
      line("time " + lastNanos);
    }
    ObjectRefs.of(event).forEach(id -> declare(event, id));
    line(words.line(event));
  }

  /** Objects are numbered by first appearance, so what is above the last one is new. */
  private void declare(Event event, ObjectId id) {
    if (id.value() <= lastDeclared) {
      return;
    }
    lastDeclared = id.value();
    SyncObject object = trace.object(id);
    boolean impliedByMake = event instanceof Event.Make && object.kind() == ObjectKind.CHANNEL;
    boolean impliedByContext =
        event instanceof Event.ContextNew(var at, var context, var parent) && context.equals(id);
    if (!impliedByMake && !impliedByContext) {
      line(
          "object "
              + id
              + ' '
              + object.kind().word()
              + (object.capacity() > 0 ? " capacity " + object.capacity() : ""));
    }
  }

  private void line(String text) {
    try {
      out.append(text).append('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
