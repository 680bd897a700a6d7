package dev.harrier.explore.transfer;

import dev.harrier.model.trace.ChoiceKind;
import dev.harrier.model.trace.GoroutineName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the goroutines of one execution did, and where its decisions were taken.
 *
 * @param goroutines by name, each after its creator
 * @param points in their order
 */
record ExecutionLog(Map<GoroutineName, Path> goroutines, List<Point> points) {
  /** Of an execution that was not recorded. */
  static final ExecutionLog NONE = new ExecutionLog(Map.of(), List.of());

  /**
   * The path of one goroutine.
   *
   * @param creator NONE for the first
   * @param created where, in a form that does not depend on lines
   * @param operations likewise, the first at index 0
   * @param stops how often it had stopped before each of them
   */
  record Path(
      GoroutineName creator, String created, List<String> operations, List<Integer> stops) {}

  /**
   * A decision.
   *
   * @param kind CANDIDATE for the goroutine that runs, READY_CASE for the case of a select, TIMER
   *     for a timer that expires before its time
   * @param operation how many operations the goroutine had begun
   * @param stopped whether it had stopped in the latest of them, or ended
   * @param options what it could have been; the first is what was decided
   */
  record Point(
      ChoiceKind kind,
      GoroutineName goroutine,
      long number,
      long operation,
      boolean stopped,
      List<Long> options) {}

  /** The first decision of a kind at a goroutine's point. */
  Optional<Point> at(ChoiceKind kind, GoroutineName goroutine, long number) {
    return points.stream()
        .filter(p -> p.kind == kind && p.goroutine.equals(goroutine) && p.number == number)
        .findFirst();
  }

  /** The index of the first decision of a goroutine before an operation, or how many there are. */
  int placeOf(GoroutineName goroutine, long operation) {
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      if (point.goroutine.equals(goroutine) && point.operation >= operation - 1) {
        return i;
      }
    }
    return points.size();
  }

  /** The goroutines of another execution that are those of this one. */
  Map<GoroutineName, GoroutineName> goroutinesIn(ExecutionLog other) {
    Map<GoroutineName, GoroutineName> images = new LinkedHashMap<>();
    images.put(GoroutineName.MAIN, GoroutineName.MAIN);
    List<GoroutineName> open = new ArrayList<>(List.of(GoroutineName.MAIN));
    for (int i = 0; i < open.size(); i++) {
      List<GoroutineName> mine = createdBy(open.get(i));
      List<GoroutineName> theirs =
          other.createdBy(images.getOrDefault(open.get(i), GoroutineName.NONE));
      Alignment alignment = new Alignment(created(mine), other.created(theirs));
      for (int k = 0; k < mine.size(); k++) {
        if (alignment.of(k) >= 0) {
          images.put(mine.get(k), theirs.get(alignment.of(k)));
          open.add(mine.get(k));
        }
      }
    }
    return images;
  }

  private List<GoroutineName> createdBy(GoroutineName creator) {
    return goroutines.entrySet().stream()
        .filter(e -> e.getValue().creator.equals(creator))
        .map(Map.Entry::getKey)
        .toList();
  }

  private List<String> created(List<GoroutineName> names) {
    return names.stream().map(goroutines::get).map(Path::created).toList();
  }
}
