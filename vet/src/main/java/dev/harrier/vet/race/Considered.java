package dev.harrier.vet.race;

import dev.harrier.vet.happensbefore.EventGraph;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.happensbefore.Op;
import dev.harrier.vet.happensbefore.ThreadId;
import dev.harrier.vet.library.LockMode;
import dev.harrier.vet.pointsto.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which synchronisation the goroutines of a race share, and why it does not help. */
final class Considered {
  List<String> of(Race race) {
    List<String> lines = new ArrayList<>();
    locks(race, lines);
    operations(race).forEach((object, words) -> lines.add(describe(words)));
    return lines.stream().distinct().toList();
  }

  /** The locks that somebody holds, for a reader. */
  static String names(Map<Locksets.Held, LockMode> held) {
    return held.entrySet().stream()
        .map(e -> name(e.getKey().lock()) + (e.getValue() == LockMode.SHARED ? " for reading" : ""))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String name(Place lock) {
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

  private static void locks(Race race, List<String> lines) {
    for (Map.Entry<Locksets.Held, LockMode> e : race.firstHolds().entrySet()) {
      LockMode other = race.secondHolds().get(e.getKey());
      if (other == null) {
        lines.add("considered: only the first access holds " + name(e.getKey().lock()));
      } else if (e.getValue() == LockMode.SHARED && other == LockMode.SHARED) {
        lines.add(
            "considered: both hold " + name(e.getKey().lock()) + ", but only for reading (RLock)");
      } else {
        lines.add(
            "considered: each goroutine holds its own instance of " + name(e.getKey().lock()));
      }
    }
    for (Locksets.Held held : race.secondHolds().keySet()) {
      if (!race.firstHolds().containsKey(held)) {
        lines.add("considered: only the second access holds " + name(held.lock()));
      }
    }
  }

  private static Map<Place, Set<String>> operations(Race race) {
    EventGraph graph = race.topology().graph();
    ThreadId a = graph.threadOf(race.first());
    ThreadId b = graph.threadOf(race.second());
    Map<Place, Set<ThreadId>> users = new LinkedHashMap<>();
    Map<Place, Set<String>> words = new LinkedHashMap<>();
    for (int n = 0; n < graph.size(); n++) {
      EventGraph.Node node = graph.node(n);
      if (node.op() instanceof Op.Sync sync
          && sync.kind().isShown()
          && (node.thread().equals(a) || node.thread().equals(b))) {
        users.computeIfAbsent(sync.object(), _ -> new LinkedHashSet<>()).add(node.thread());
        words
            .computeIfAbsent(sync.object(), _ -> new LinkedHashSet<>())
            .add(sync.kind().word() + " at " + Story.brief(node.position()));
      }
    }
    words.keySet().removeIf(object -> users.getOrDefault(object, Set.of()).size() < 2);
    return words;
  }

  private static String describe(Set<String> words) {
    return "considered: "
        + String.join(", ", words)
        + "; not every execution passes them between the two accesses";
  }
}
