package dev.harrier.vet.race;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.race.RaceReport.Considered;
import dev.harrier.vet.race.RaceReport.Operation;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.sync.Exclusion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which synchronization the goroutines of a race share, and why it does not help. */
final class SharedSynchronization {
  private final Program program;

  SharedSynchronization(Program program) {
    this.program = program;
  }

  List<Considered> of(Candidate race) {
    List<Considered> found = new ArrayList<>();
    locks(race, found);
    operations(race).forEach(o -> found.add(new Considered.NotAlwaysPassed(List.copyOf(o))));
    return found.stream().distinct().toList();
  }

  private void locks(Candidate race, List<Considered> found) {
    for (Map.Entry<Locksets.Held, Exclusion> e : race.firstHolds().entrySet()) {
      Exclusion other = race.secondHolds().get(e.getKey());
      String lock = Subject.lock(program, e.getKey().lock(), race);
      if (other == null) {
        found.add(new Considered.HeldByOne(true, lock));
      } else if (e.getValue() == Exclusion.SHARED && other == Exclusion.SHARED) {
        found.add(new Considered.HeldForReading(lock));
      } else {
        found.add(new Considered.OwnInstances(lock));
      }
    }
    for (Locksets.Held held : race.secondHolds().keySet()) {
      if (!race.firstHolds().containsKey(held)) {
        found.add(new Considered.HeldByOne(false, Subject.lock(program, held.lock(), race)));
      }
    }
  }

  /** By object, what both goroutines do with it. */
  private static List<Set<Operation>> operations(Candidate race) {
    EventGraph graph = race.topology().graph();
    ThreadId a = graph.threadOf(race.first());
    ThreadId b = graph.threadOf(race.second());
    Map<Place, Set<ThreadId>> users = new LinkedHashMap<>();
    Map<Place, Set<Operation>> operations = new LinkedHashMap<>();
    for (int n = 0; n < graph.size(); n++) {
      EventGraph.Node node = graph.node(n);
      if (node.op() instanceof Op.Sync sync
          && sync.kind().isShown()
          && (node.thread().equals(a) || node.thread().equals(b))) {
        users.computeIfAbsent(sync.object(), _ -> new LinkedHashSet<>()).add(node.thread());
        operations
            .computeIfAbsent(sync.object(), _ -> new LinkedHashSet<>())
            .add(new Operation(sync.kind(), node.position()));
      }
    }
    operations.keySet().removeIf(object -> users.getOrDefault(object, Set.of()).size() < 2);
    return List.copyOf(operations.values());
  }
}
