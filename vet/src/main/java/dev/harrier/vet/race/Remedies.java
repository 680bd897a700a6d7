package dev.harrier.vet.race;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.race.RaceReport.Remedy;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.SyncKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What would fix a race, where that is obvious. */
final class Remedies {
  private Remedies() {}

  static Optional<Remedy> of(Program program, Subject subject, Candidate race) {
    if (isOldLoopVariable(program, subject, race)) {
      return Optional.of(Remedy.LOOP_VARIABLE_OF_ITS_OWN);
    }
    if (addsInGoroutine(race)) {
      return Optional.of(Remedy.ADD_BEFORE_GO);
    }
    if (race.first().write() && holdsForReading(race)) {
      return Optional.of(Remedy.LOCK_FOR_WRITING);
    }
    return subject.variable().equals("err") ? Optional.of(Remedy.ERR_OF_ITS_OWN) : Optional.empty();
  }

  private static boolean holdsForReading(Candidate race) {
    return race.firstHolds().containsValue(Exclusion.SHARED);
  }

  /**
   * Whether the goroutine announces itself to a group for which others wait: it adds and is done
   * there, and no other goroutine adds.
   */
  private static boolean addsInGoroutine(Candidate race) {
    EventGraph graph = race.topology().graph();
    ThreadId goroutine = graph.threadOf(race.first());
    Map<Place, Set<ThreadId>> adding = new HashMap<>();
    Set<Place> done = new HashSet<>();
    Set<Place> awaited = new HashSet<>();
    for (int n = 0; n < graph.size(); n++) {
      ThreadId thread = graph.node(n).thread();
      if (graph.node(n).op() instanceof Op.Sync(OperationKind kind, Place group, _)) {
        if (kind.isAdd()) {
          adding.computeIfAbsent(group, _ -> new HashSet<>()).add(thread);
        } else if (kind == SyncKind.DONE && thread.equals(goroutine)) {
          done.add(group);
        } else if (kind == SyncKind.WAIT && !thread.equals(goroutine)) {
          awaited.add(group);
        }
      }
    }
    return awaited.stream()
        .filter(done::contains)
        .anyMatch(group -> Set.of(goroutine).equals(adding.get(group)));
  }

  /** Before Go 1.22 a loop had one variable for all its iterations. */
  private static boolean isOldLoopVariable(Program program, Subject subject, Candidate race) {
    String version = program.languageVersions().getOrDefault(subject.declared().file(), "");
    if (!version.matches("go1\\.(\\d|1\\d|2[01])(\\..*)?")) {
      return false;
    }
    return race.first().place().base() instanceof Place.Base.Variable
        && !race.first().write()
        && race.second().write()
        && race.second().position().line() == subject.declared().line();
  }
}
