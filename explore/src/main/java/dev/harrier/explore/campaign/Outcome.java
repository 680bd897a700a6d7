package dev.harrier.explore.campaign;

import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.confirm.FindingMerge;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.target.Target;
import dev.harrier.model.finding.Finding;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a campaign came to.
 *
 * @param discoveries proved defects, in the order in which they were found
 * @param unproved what looks wrong, or was predicted, and did not happen
 * @param proving executions that went into simplifying schedules and replaying them
 * @param notes what the user should know besides, one sentence each
 * @param unrunnable why targets could not be run at all; if no execution was done, the campaign
 *     failed
 * @param failing tests that failed without a finding, sometimes or every time
 * @param panicking tests that one and the same panic ended every time
 */
public record Outcome(
    Duration duration,
    long executions,
    long processes,
    long events,
    long proving,
    List<Discovery> discoveries,
    List<Finding> unproved,
    List<String> notes,
    List<String> unrunnable,
    List<FailingTest> failing,
    List<String> panicking) {
  public Outcome {
    discoveries = List.copyOf(discoveries);
    unproved = List.copyOf(unproved);
    notes = List.copyOf(notes);
    unrunnable = List.copyOf(unrunnable);
    failing = List.copyOf(failing);
    panicking = List.copyOf(panicking);
  }

  /** Of an exploration that did nothing yet. */
  static final Outcome NONE =
      new Outcome(
          Duration.ZERO,
          0,
          0,
          0,
          0,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of());

  /**
   * Two turns one after the other, taken as one. How hard it was tried to make predictions happen
   * is not known then, until {@link #tried} says it.
   */
  Outcome plus(Outcome later) {
    Map<String, Discovery> found = new LinkedHashMap<>();
    Stream.concat(discoveries.stream(), later.discoveries.stream())
        .forEach(d -> found.merge(d.finding().fingerprint(), d, Discovery::better));
    List<Finding> open =
        Stream.concat(unproved.stream(), later.unproved.stream())
            .map(Confirmation::untried)
            .toList();
    Map<Target, FailingTest> failed = new LinkedHashMap<>();
    Stream.concat(failing.stream(), later.failing.stream())
        .forEach(test -> failed.merge(test.target(), test, FailingTest::plus));
    return new Outcome(
        duration.plus(later.duration),
        executions + later.executions,
        processes + later.processes,
        events + later.events,
        proving + later.proving,
        List.copyOf(found.values()),
        FindingMerge.of(open).stream()
            .filter(f -> found.values().stream().noneMatch(d -> Confirmation.of(f, d.finding())))
            .toList(),
        union(notes, later.notes),
        union(unrunnable, later.unrunnable),
        List.copyOf(failed.values()),
        union(panicking, later.panicking));
  }

  /** The same; its predictions say how hard it was tried to make them happen. */
  Outcome tried(Guide guide) {
    return new Outcome(
        duration,
        executions,
        processes,
        events,
        proving,
        discoveries,
        unproved.stream()
            .map(f -> Confirmation.tried(Confirmation.untried(f), guide.search(f, executions)))
            .toList(),
        notes,
        unrunnable,
        failing,
        panicking);
  }

  private static List<String> union(List<String> a, List<String> b) {
    return Stream.concat(a.stream(), b.stream()).distinct().toList();
  }
}
