package dev.harrier.report.html;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.trace.GoroutineId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a timeline shows: operations of several goroutines in one order.
 *
 * @param lanes the goroutines, those that matter most first
 * @param table in order, with why another goroutine runs where a schedule decided that
 * @param whole whether it is known where rows are left out
 */
record Timeline(List<GoroutineId> lanes, Interleaving table, boolean whole) {
  static Timeline of(Finding finding) {
    Optional<Interleaving> replayed = finding.witness().interleaving();
    return replayed.isPresent() ? of(replayed.get(), finding) : kept(finding);
  }

  /** Of another run of the test: the goroutines of the finding come first. */
  static Timeline of(Interleaving table, Finding finding) {
    return new Timeline(lanes(finding, table.goroutines()), table, true);
  }

  /** The operations that the finding keeps, each once. */
  private static Timeline kept(Finding finding) {
    TreeMap<Long, Operation> byOrder = new TreeMap<>();
    Stream.concat(
            finding.participants().stream().map(Participant::lastOperations),
            finding.objects().stream().map(InvolvedObject::lastOperations))
        .flatMap(Collection::stream)
        .forEach(operation -> byOrder.putIfAbsent(operation.order(), operation));
    List<Interleaving.Turn> turns =
        byOrder.values().stream()
            .map(o ->
                new Interleaving.Turn(o, new Interleaving.Reason.Continues(), Optional.empty()))
            .toList();
    List<GoroutineId> others =
        byOrder.values().stream().map(Operation::goroutine).distinct().toList();
    return new Timeline(lanes(finding, others), new Interleaving(others, turns, List.of()), false);
  }

  List<Interleaving.Turn> turns() {
    return table.turns();
  }

  private static List<GoroutineId> lanes(Finding finding, List<GoroutineId> others) {
    Set<GoroutineId> lanes = new LinkedHashSet<>();
    finding.participants().stream()
        .map(Participant::id)
        .filter(others::contains)
        .forEach(lanes::add);
    lanes.addAll(others);
    return List.copyOf(lanes);
  }
}
