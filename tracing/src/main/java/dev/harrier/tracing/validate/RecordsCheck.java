package dev.harrier.tracing.validate;

import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.EventWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Compares a trace with what a source file of the program says that it has: {@code c <- 1 //
 * records send}. Events are compared by the line of the file that they come from, with the words of
 * the text form but for what differs between runs; of a line without such a comment there are none.
 * What comes from no line is named by comments of their own: {@code // also records exit}. The
 * operations of a controlled run have no place; those that access memory are compared in the order
 * of the lines.
 */
public final class RecordsCheck {
  private static final Pattern COMMENT = Pattern.compile("^\\s*(.*?)\\s*// records (.*)$");
  private static final Pattern ALSO = Pattern.compile("^// also records (.*)$");

  /** Goroutines, objects, tests, numbers of operations and variables. */
  private static final Pattern NUMBERS = Pattern.compile(" (?:[got]?\\d+)(?=\\*| |$)");

  private static final String OPERATION = "operation ";
  private static final Pattern OBJECT = Pattern.compile(" o\\d+");

  private final String directory;
  private final String name;
  private final List<Line> lines = new ArrayList<>();
  private final List<String> also = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<String> seen = new ArrayList<>();

  private RecordsCheck(Path file) throws IOException {
    this.directory = file.toRealPath().getParent() + "/";
    this.name = String.valueOf(file.getFileName());
    for (String text : Files.readAllLines(file)) {
      Matcher comment = COMMENT.matcher(text);
      Matcher more = ALSO.matcher(text);
      if (more.matches()) {
        also.addAll(listed(more.group(1)));
      }
      Line line = new Line(text.strip(), new ArrayList<>(), new ArrayList<>());
      if (comment.matches()) {
        line = new Line(comment.group(1), listed(comment.group(2)), new ArrayList<>());
        addSteps(lines.size() + 1, line);
      }
      lines.add(line);
    }
  }

  private void addSteps(int number, Line line) {
    for (String words : line.missing) {
      if (words.startsWith(OPERATION)) {
        steps.add(new Step(number, words));
      }
    }
    line.missing.removeIf(words -> words.startsWith(OPERATION));
  }

  /** An operation, and the line that it is in. */
  private record Step(int line, String words) {}

  private static List<String> listed(String words) {
    return new ArrayList<>(List.of(words.split(", ")));
  }

  private record Line(String code, List<String> missing, List<String> unexpected) {
    boolean isRight() {
      return missing.isEmpty() && unexpected.isEmpty();
    }
  }

  /**
   * A line of which the trace has something else than it should.
   *
   * @param line from 1; 0 for what comes from no line
   * @param code of the line, without the comment
   * @param missing what is not in the trace, in the words of its text form
   * @param unexpected what the trace has and should not
   */
  public record Mismatch(
      String file, int line, String code, List<String> missing, List<String> unexpected) {
    public Mismatch {
      missing = List.copyOf(missing);
      unexpected = List.copyOf(unexpected);
    }
  }

  /**
   * The lines of a source file of the program that do not come out right, in their order.
   *
   * @param trace with the symbols of the program
   * @param wanted which events are compared
   */
  public static List<Mismatch> of(Trace trace, Path file, Predicate<Event> wanted)
      throws IOException {
    RecordsCheck check = new RecordsCheck(file);
    EventWords words = new EventWords(trace);
    trace.replay(event -> {
      if (wanted.test(event)) {
        check.see(trace, event, words(event, words));
      }
    });
    return check.mismatches();
  }

  private void see(Trace trace, Event event, String words) {
    if (event instanceof Event.Operation operation) {
      if (operation.access() != AccessKind.NONE) {
        seen.add(words);
      }
      return;
    }
    also.removeIf(words::startsWith);
    Optional<Site> place =
        trace.stack(event.stack()).frames().stream().filter(this::isOfProgram).findFirst();
    if (place.isPresent() && isHere(place.get())) {
      Line line = lines.get(place.get().line() - 1);
      if (!line.missing.remove(words)) {
        line.unexpected.add(words);
      }
    }
  }

  /** Other files of the program have helpers, which are not compared. */
  private boolean isOfProgram(Site site) {
    return site.file().startsWith(directory);
  }

  private boolean isHere(Site site) {
    return site.file().equals(directory + name) && site.line() <= lines.size();
  }

  private static String words(Event event, EventWords words) {
    return switch (event) {
      case Event.Spawn spawn ->
          spawn.timer().equals(ObjectId.NONE) ? "spawn" : "spawn of a timer's function";
      case Event.Panic _ -> "panic";
      case Event.Race _ -> "race";
      case Event.Make _, Event.Add _ -> OBJECT.matcher(words.operation(event)).replaceAll("");
      default -> NUMBERS.matcher(words.operation(event)).replaceAll("");
    };
  }

  private List<Mismatch> mismatches() {
    List<Mismatch> all = new ArrayList<>();
    if (!also.isEmpty()) {
      all.add(new Mismatch(name, 0, "", also, List.of()));
    }
    IntStream.range(0, lines.size())
        .filter(i -> !lines.get(i).isRight())
        .mapToObj(i -> mismatch(i + 1, lines.get(i)))
        .forEach(all::add);
    firstWrongStep().ifPresent(all::add);
    return all;
  }

  private Optional<Mismatch> firstWrongStep() {
    // What comes after the last of them is package testing's, which ends the test's context.
    for (int i = 0; i < steps.size(); i++) {
      List<String> found = i < seen.size() ? List.of(seen.get(i)) : List.of();
      Step step = steps.get(i);
      if (!found.equals(List.of(step.words))) {
        String code = lines.get(step.line - 1).code;
        return Optional.of(new Mismatch(name, step.line, code, List.of(step.words), found));
      }
    }
    return Optional.empty();
  }

  private Mismatch mismatch(int number, Line line) {
    return new Mismatch(name, number, line.code, line.missing, line.unexpected);
  }
}
