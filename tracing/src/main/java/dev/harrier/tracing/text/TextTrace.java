package dev.harrier.tracing.text;

import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.SyncObject;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.trace.TraceHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * A trace written in the text form. Its events are numbered from 1; its side tables are complete
 * before {@link #replay}.
 */
public final class TextTrace implements Trace {
  private final TextTables tables;
  private final List<Event> events;

  private TextTrace(TextTables tables, List<Event> events) {
    this.tables = tables;
    this.events = List.copyOf(events);
  }

  /**
   * Parses a text trace.
   *
   * @throws TextFormatException if a line does not follow the text form
   */
  public static TextTrace parse(String text) {
    LineParser parser = new LineParser();
    text.lines().forEach(parser::line);
    return new TextTrace(parser.tables(), parser.events());
  }

  /**
   * Parses a file.
   *
   * @throws TextFormatException if a line does not follow the text form
   */
  public static TextTrace read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  /** All events in their order. */
  public List<Event> events() {
    return events;
  }

  @Override
  public TraceHeader header() {
    return tables.header();
  }

  @Override
  public Completeness replay(Consumer<? super Event> sink) {
    events.forEach(sink);
    return tables.completeness();
  }

  @Override
  public Goroutine goroutine(GoroutineId id) {
    return tables.goroutine(id);
  }

  @Override
  public SyncObject object(ObjectId id) {
    return tables.objects().get(id);
  }

  @Override
  public Stack stack(StackId id) {
    return tables.stacks().get(id);
  }

  @Override
  public dev.harrier.model.trace.Test test(TestId id) {
    return tables.tests().get(id);
  }
}
