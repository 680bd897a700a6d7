package dev.harrier.report.html;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Step.WouldBlock.Obstacle;
import dev.harrier.model.trace.GoroutineId;
import java.util.ArrayList;
import java.util.List;

/** Who waits for whom, or would, and on what: an edge of a wait-for graph. */
record Edge(GoroutineId from, GoroutineId to, List<ObjectRef> objects) {
  static List<Edge> of(Finding finding) {
    List<Edge> edges = new ArrayList<>();
    for (Step step : finding.explanation().steps()) {
      switch (step) {
        case Step.Waits waits -> {
          waits
              .holders()
              .forEach(h -> add(edges, waits.goroutine(), h.goroutine(), waits.objects()));
          waits.targets().forEach(t -> add(edges, waits.goroutine(), t, waits.objects()));
        }
        case Step.WouldBlock would ->
            add(edges, would.goroutine(), obstacle(would.obstacle()), List.of(would.object()));
        default -> {}
      }
    }
    return edges;
  }

  private static void add(
      List<Edge> edges, GoroutineId from, GoroutineId to, List<ObjectRef> objects) {
    boolean known = edges.stream().anyMatch(e -> e.from.equals(from) && e.to.equals(to));
    if (!known && !to.equals(GoroutineId.NONE)) {
      edges.add(new Edge(from, to, objects));
    }
  }

  private static GoroutineId obstacle(Obstacle obstacle) {
    return switch (obstacle) {
      case Obstacle.HeldBy held -> held.goroutine();
      case Obstacle.WriterWaits writer -> writer.goroutine();
      case Obstacle.NotYetDone other -> other.goroutine();
    };
  }
}
