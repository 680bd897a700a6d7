package dev.harrier.leaks;

import dev.harrier.model.finding.Headcount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many goroutines of one place there were over time.
 *
 * <p>A process that writes a log says each time how many it has by then, so those of several
 * processes add up; a profile knows the moment only at which it was taken, and says nothing once
 * there are logs. Profiles that were taken at one moment, of a fleet perhaps, are added.
 *
 * @param processes what each process reported, by time
 * @param moments what profiles reported
 */
record Growth(List<List<Headcount>> processes, List<Headcount> moments) {
  /** A chart has no more points than this. */
  private static final int MOST = 200;

  Growth {
    processes = List.copyOf(processes);
    moments = List.copyOf(moments);
  }

  /** What one process reported, by time. */
  static Growth ofProcess(List<Headcount> told) {
    return new Growth(told.isEmpty() ? List.of() : List.of(List.copyOf(told)), List.of());
  }

  /** What one profile reported. */
  static Growth ofProfile(Headcount told) {
    return new Growth(List.of(), List.of(told));
  }

  Growth plus(Growth other) {
    List<List<Headcount>> all = new ArrayList<>(processes);
    all.addAll(other.processes);
    List<Headcount> more = new ArrayList<>(moments);
    more.addAll(other.moments);
    return new Growth(all, more);
  }

  /** All together, by time; empty if everything was reported at one moment. */
  List<Headcount> overTime() {
    List<Headcount> points = processes.isEmpty() ? added() : summed();
    return points.size() < 2 ? List.of() : thinned(points);
  }

  private List<Headcount> added() {
    TreeMap<Long, Headcount> byTime = new TreeMap<>();
    moments.forEach(moment -> byTime.merge(moment.millis(), moment, Headcount::plus));
    return List.copyOf(byTime.values());
  }

  /** Each process has what it reported last. */
  private List<Headcount> summed() {
    TreeMap<Long, Headcount> changes = new TreeMap<>();
    for (List<Headcount> told : processes) {
      Headcount before = new Headcount(0, 0, 0);
      for (Headcount now : told) {
        Headcount change =
            new Headcount(
                now.millis(), now.goroutines() - before.goroutines(), now.bytes() - before.bytes());
        changes.merge(now.millis(), change, Headcount::plus);
        before = now;
      }
    }
    List<Headcount> points = new ArrayList<>();
    Headcount sum = new Headcount(0, 0, 0);
    for (Map.Entry<Long, Headcount> change : changes.entrySet()) {
      sum = change.getValue().plus(sum);
      points.add(sum);
    }
    return points;
  }

  private static List<Headcount> thinned(List<Headcount> points) {
    List<Headcount> kept = new ArrayList<>();
    int shown = Math.min(MOST, points.size());
    for (int i = 0; i < shown; i++) {
      kept.add(points.get((int) ((long) i * (points.size() - 1) / (shown - 1))));
    }
    return kept;
  }
}
