package dev.harrier.explore.loop;

import dev.harrier.explore.confirm.Confirmation;
import dev.harrier.explore.confirm.FindingMerge;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.observe.Carriers;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.InputKind;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of an exploration.
 *
 * @param discoveries proved defects, in the order in which they were found
 * @param unproved what looks wrong, or was predicted, and did not happen
 * @param withdrawn predictions that no schedule of the tests that showed them makes happen
 * @param complete tests of which all schedules are known, up to the order of what does not depend
 *     on each other
 * @param inputs what tests read that no decision is about: not all their schedules can be known
 * @param carriers what carried the connections of the tests that use some
 * @param proving executions that went into simplifying schedules and replaying them
 * @param firstFindings how soon each test showed a finding that fails the run
 * @param novelty what more executions would show
 * @param gaps what was not looked at
 * @param remarks what the user should know besides
 * @param unrunnable why targets could not be run at all; if no execution was done, the exploration
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
    List<Finding> withdrawn,
    Set<Target> complete,
    Map<Target, Set<InputKind>> inputs,
    Map<Target, Carriers> carriers,
    List<Explored.FirstFinding> firstFindings,
    Explored.Novelty novelty,
    List<Gap> gaps,
    List<Remark> remarks,
    List<String> unrunnable,
    List<FailingTest> failing,
    List<String> panicking) {
  public Outcome {
    discoveries = List.copyOf(discoveries);
    unproved = List.copyOf(unproved);
    withdrawn = List.copyOf(withdrawn);
    complete = Set.copyOf(complete);
    inputs = Map.copyOf(inputs);
    carriers = Map.copyOf(carriers);
    firstFindings = List.copyOf(firstFindings);
    gaps = List.copyOf(gaps);
    remarks = List.copyOf(remarks);
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
          Set.of(),
          Map.of(),
          Map.of(),
          List.of(),
          Explored.Novelty.NONE,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of());

  /**
   * Two explorations one after the other, taken as one. How hard it was tried to make predictions
   * happen is not known then, until {@link #tried} says it.
   */
  Outcome plus(Outcome later) {
    Map<String, Discovery> found = new LinkedHashMap<>();
    Stream.concat(discoveries.stream(), later.discoveries.stream())
        .forEach(d -> found.merge(d.finding().fingerprint(), d, Discovery::better));
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
        open(unproved, later.unproved, found.values()),
        open(withdrawn, later.withdrawn, found.values()),
        union(complete, later.complete),
        union(inputs, later.inputs, Outcome::union),
        union(carriers, later.carriers, Carriers::or),
        union(firstFindings, later.firstFindings),
        novelty.plus(later.novelty),
        Gap.joined(gaps, later.gaps),
        union(remarks, later.remarks),
        union(unrunnable, later.unrunnable),
        List.copyOf(failed.values()),
        union(panicking, later.panicking));
  }

  private static List<Finding> open(
      List<Finding> before, List<Finding> later, Collection<Discovery> found) {
    List<Finding> all =
        Stream.concat(before.stream(), later.stream()).map(Confirmation::untried).toList();
    return FindingMerge.of(all).stream()
        .filter(f -> found.stream().noneMatch(d -> Confirmation.of(f, d.finding())))
        .toList();
  }

  /**
   * The same in the light of all that a guide knows: its predictions say how hard it was tried to
   * make them happen, and are withdrawn if they can't.
   */
  Outcome tried(Guide guide) {
    Map<String, Finding> all = new LinkedHashMap<>();
    Stream.concat(unproved.stream(), withdrawn.stream())
        .forEach(f -> all.putIfAbsent(f.fingerprint(), f));
    Map<Boolean, List<Finding>> impossible =
        all.values().stream().collect(Collectors.partitioningBy(guide::isImpossible));
    return new Outcome(
        duration,
        executions,
        processes,
        events,
        proving,
        discoveries,
        impossible.getOrDefault(false, List.of()).stream()
            .map(f -> Confirmation.tried(Confirmation.untried(f), guide.search(f, executions)))
            .toList(),
        impossible.getOrDefault(true, List.of()),
        complete,
        inputs,
        carriers,
        firstFindings,
        novelty,
        gaps,
        remarks,
        unrunnable,
        failing,
        panicking);
  }

  private static <T> Set<T> union(Set<T> a, Set<T> b) {
    return Stream.concat(a.stream(), b.stream()).collect(Collectors.toSet());
  }

  private static <T> Map<Target, T> union(
      Map<Target, T> a, Map<Target, T> b, BinaryOperator<T> both) {
    Map<Target, T> all = new HashMap<>(a);
    b.forEach((target, value) -> all.merge(target, value, both));
    return all;
  }

  private static <T> List<T> union(List<T> a, List<T> b) {
    return Stream.concat(a.stream(), b.stream()).distinct().toList();
  }
}
