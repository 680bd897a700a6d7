package dev.harrier.analysis.explain;

import dev.harrier.analysis.state.GoroutineState;
import dev.harrier.analysis.state.LockState;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Step;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a method of an object, such as Serve, began after another goroutine had been in one that
 * ends the object, such as Close. By the names of the methods, and by a lock that both took: it is
 * the same one, so it was the same object, and which came first is in its history. What the
 * standard library does within itself is nothing that its user could change.
 */
final class EarlierEnd {
  private static final Pattern METHOD = Pattern.compile("(.*\\))\\.(\\w+)");

  private static final Pattern ENDS =
      Pattern.compile(
          "(?:[Cc]lose|[Ss]top|[Ss]hut[Dd]own|[Gg]racefulStop|[Qq]uit|[Tt]erminate|[Dd]ispose)");

  private final ProgramState program;
  private final Frames frames;

  EarlierEnd(ProgramState program, Frames frames) {
    this.program = program;
    this.frames = frames;
  }

  /** For a goroutine that waits; empty if nothing says so. */
  Optional<Step> of(GoroutineState waits) {
    return waits.recent().stream()
        .filter(Event.Acquire.class::isInstance)
        .map(Event.Acquire.class::cast)
        .flatMap(began -> before(began).stream())
        .findFirst();
  }

  private Optional<Step> before(Event.Acquire began) {
    Site site = site(began);
    Optional<String> receiver = receiver(site, false);
    if (receiver.isEmpty()
        || frames.isLibrary(program.trace().stack(began.stack()))
        || !(program.object(began.lock()) instanceof LockState lock)) {
      return Optional.empty();
    }
    List<Event> earlier =
        lock.recent().stream()
            .filter(Event.Acquire.class::isInstance)
            .filter(event -> event.order() < began.order())
            .toList();
    if (earlier.stream().anyMatch(event -> event.goroutine().equals(began.goroutine()))) {
      return Optional.empty();
    }
    return earlier.reversed().stream()
        .filter(event -> receiver(site(event), true).equals(receiver))
        .findFirst()
        .map(ended ->
            new Step.BegunAfterEnd(began.goroutine(), site, ended.goroutine(), site(ended)));
  }

  private Site site(Event event) {
    return frames.primary(program.trace().stack(event.stack()));
  }

  /** The type whose method it is in, if that is one that ends the object, or one that does not. */
  private static Optional<String> receiver(Site site, boolean ends) {
    Matcher method = METHOD.matcher(site.function());
    return method.matches() && ENDS.matcher(method.group(2)).matches() == ends
        ? Optional.of(method.group(1))
        : Optional.empty();
  }
}
