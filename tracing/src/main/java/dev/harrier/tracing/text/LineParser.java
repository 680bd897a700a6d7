package dev.harrier.tracing.text;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.StackId;
import java.util.ArrayList;
import java.util.List;

/** Parses the lines of a text trace one after the other. */
final class LineParser {
  private final TextTables tables = new TextTables();
  private final List<Event> events = new ArrayList<>();
  private int line;
  private long nanos;

  TextTables tables() {
    return tables;
  }

  List<Event> events() {
    return events;
  }

  void line(String text) {
    line++;
    Words words = new Words(line, Lexer.split(line, text));
    if (words.nextIsId('g')) {
      event(words);
    } else if (!words.isEmpty()) {
      statement(words);
      words.end();
    }
  }

  private void event(Words words) {
    Words stackWords = words.cutAt("@");
    StackId stack = tables.stacks().parse(stackWords);
    stackWords.end();
    At at = new At(events.size() + 1L, nanos, words.goroutine(), stack);
    events.add(new EventParser(tables, words, at).parse());
    words.end();
  }

  private void statement(Words words) {
    String verb = words.next("a statement");
    switch (verb) {
      case "time" -> nanos = words.number("nanoseconds since the start");
      case "object" -> declare(words);
      case "partial" -> tables.partial(words);
      case "go" -> tables.goVersion(words);
      case "executable" -> tables.executable(words);
      case "pid" -> tables.pid(words);
      case "start" -> tables.start(words);
      default ->
          throw words.error(
              "expected an event (g1 ...) or one of: time, object, partial, go, executable, pid,"
                  + " start; found "
                  + verb);
    }
  }

  private void declare(Words words) {
    ObjectId id = words.object();
    String word = words.next("a kind of object");
    ObjectKind kind =
        words.choose("a kind of object", word, ObjectKind::word, List.of(ObjectKind.values()));
    int capacity = words.take("capacity") ? words.integer("a capacity") : 0;
    tables.objects().declare(words, id, kind, capacity);
  }
}
