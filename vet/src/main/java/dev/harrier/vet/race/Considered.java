package dev.harrier.vet.race;

import dev.harrier.model.finding.Step.Considered.Synchronisation;
import dev.harrier.model.finding.Step.Considered.Synchronisation.Point;
import dev.harrier.vet.happensbefore.EventGraph;
import dev.harrier.vet.happensbefore.LockMode;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.happensbefore.Op;
import dev.harrier.vet.happensbefore.ThreadId;
import dev.harrier.vet.pointsto.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which synchronisation the goroutines of a race share, and why it does not help. */
final class Considered {
  private Considered() {}

  static List<Synchronisation> of(Race race) {
    List<Synchronisation> considered = new ArrayList<>();
    locks(race, considered);
    operations(race)
        .values()
        .forEach(
            points -> considered.add(new Synchronisation.NotAlwaysPassed(List.copyOf(points))));
    return considered.stream().distinct().toList();
  }

  /** What the source calls a lock. */
  static String name(Place lock) {
    return switch (lock.base()) {
      case Place.Base.PackageLevel p -> p.name();
      case Place.Base.Variable v ->
          v.frame().function().definition(v.register())
                  instanceof dev.harrier.vet.ssa.Instruction.Alloc a
              ? a.name()
              : "a lock";
      case Place.Base.Parameter p -> p.frame().function().body().params().get(p.index()).name();
      default -> "a lock";
    };
  }

  private static void locks(Race race, List<Synchronisation> considered) {
    for (Map.Entry<Locksets.Held, LockMode> e : race.firstHolds().entrySet()) {
      String name = name(e.getKey().lock());
      LockMode other = race.secondHolds().get(e.getKey());
      if (other == null) {
        considered.add(new Synchronisation.HeldByOne(name, true));
      } else if (e.getValue() == LockMode.SHARED && other == LockMode.SHARED) {
        considered.add(new Synchronisation.OnlyReadLocked(name));
      } else {
        considered.add(new Synchronisation.OwnInstances(name));
      }
    }
    for (Locksets.Held held : race.secondHolds().keySet()) {
      if (!race.firstHolds().containsKey(held)) {
        considered.add(new Synchronisation.HeldByOne(name(held.lock()), false));
      }
    }
  }

  private static Map<Place, Set<Point>> operations(Race race) {
    EventGraph graph = race.topology().graph();
    ThreadId a = graph.threadOf(race.first());
    ThreadId b = graph.threadOf(race.second());
    Map<Place, Set<ThreadId>> users = new LinkedHashMap<>();
    Map<Place, Set<Point>> points = new LinkedHashMap<>();
    for (int n = 0; n < graph.size(); n++) {
      EventGraph.Node node = graph.node(n);
      if (node.op() instanceof Op.Sync sync
          && sync.kind().isShown()
          && (node.thread().equals(a) || node.thread().equals(b))) {
        users.computeIfAbsent(sync.object(), _ -> new LinkedHashSet<>()).add(node.thread());
        points
            .computeIfAbsent(sync.object(), _ -> new LinkedHashSet<>())
            .add(new Point(sync.kind().word(), RaceExplanation.location(node.position(), "")));
      }
    }
    points.keySet().removeIf(object -> users.getOrDefault(object, Set.of()).size() < 2);
    return points;
  }
}
