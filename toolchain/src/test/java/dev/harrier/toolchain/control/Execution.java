package dev.harrier.toolchain.control;

import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Site;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.text.TracePrinter;
import dev.harrier.tracing.validate.FileValidator;
import dev.harrier.tracing.wire.FileHeader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One execution's trace.
 *
 * @param text the trace in its text form, without what differs between any two processes
 * @param sites where each event is: the line of a site is an offset in the text segment
 * @param minorVersion of the format, as the header has it
 */
record Execution(
    List<Event> events,
    String text,
    List<List<Site>> sites,
    boolean missesRaces,
    int minorVersion) {
  private static final Predicate<String> DIFFERS =
      l -> l.startsWith("pid ") || l.startsWith("start ");

  static Execution read(Path file, Path executable) throws Exception {
    if (!FileValidator.validate(file).isEmpty()) {
      throw new AssertionError(FileValidator.validate(file).toString());
    }
    GoSymbols symbols = GoSymbols.open(executable);
    Symbolizer offsets =
        (offset, isReturn) ->
            symbols.frames(offset, isReturn).stream()
                .map(s -> new Site(s.function(), s.file(), (int) offset))
                .toList();
    try (RecordedTrace trace = RecordedTrace.open(file, _ -> offsets)) {
      List<Event> events = new ArrayList<>();
      List<List<Site>> sites = new ArrayList<>();
      String text =
          TracePrinter.print(trace)
              .lines()
              .filter(DIFFERS.negate())
              .collect(Collectors.joining("\n"));
      trace.replay(e -> {
        events.add(e);
        sites.add(trace.stack(e.stack()).frames());
      });
      return new Execution(
          List.copyOf(events),
          text,
          List.copyOf(sites),
          trace.missesRaces(),
          FileHeader.read(file).orElseThrow().minorVersion());
    }
  }

  <E extends Event> List<E> all(Class<E> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The plan that makes the decisions of this run again. */
  String plan() {
    List<String> entries =
        all(Event.Choice.class).stream().map(Execution::entry).flatMap(Optional::stream).toList();
    return "0," + entries.size() + "\n" + String.join("\n", entries) + "\n";
  }

  private static Optional<String> entry(Event.Choice choice) {
    return switch (choice.kind()) {
      case GOROUTINE -> Optional.of(entry(1, choice));
      case CASE -> Optional.of(entry(2, choice));
      case TIMER -> Optional.of(entry(3, choice));
      case COMPUTING -> Optional.of(entry(15, choice));
      case FAULT ->
          Optional.of(
              "16,%d,%d,%d,%d"
                  .formatted(
                      choice.name().value(), choice.point(), choice.options(), choice.chosen()));
      case RETURNED -> Optional.of(entry(10, choice) + "," + choice.options());
      case WATCHDOG, MISSED, CANDIDATE, READY_CASE -> Optional.empty();
    };
  }

  private static String entry(int kind, Event.Choice choice) {
    return "%d,%d,%d,%d".formatted(kind, choice.name().value(), choice.point(), choice.chosen());
  }

  /** What the goroutine that was the n-th to be named is called; the main one is the first. */
  long name(int number) {
    return number == 1
        ? GoroutineName.MAIN.value()
        : all(Event.Spawn.class).stream()
            .map(spawn -> spawn.name().value())
            .filter(name -> name != 0)
            .skip(number - 2L)
            .findFirst()
            .orElseThrow();
  }

  boolean isIn(Event event, String function) {
    return sites.get(events.indexOf(event)).stream()
        .anyMatch(s -> s.function().startsWith(function));
  }

  /** The functions on the stack of an event, from the innermost one. */
  List<String> functions(Event event) {
    return sites.get(events.indexOf(event)).stream().map(Site::function).toList();
  }

  /** The function that an event is in. */
  String top(Event event) {
    return sites.get(events.indexOf(event)).getFirst().function();
  }

  /** Where the only select of a function is, as a plan names it. */
  long selectIn(String function) {
    Event select =
        all(Event.Select.class).stream()
            .filter(s -> isIn(s, function))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no select in " + function + "\n" + text));
    return sites.get(events.indexOf(select)).getFirst().line();
  }
}
