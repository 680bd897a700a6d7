package dev.harrier.vet.race;

import dev.harrier.model.finding.Fix;
import dev.harrier.vet.happensbefore.EventGraph;
import dev.harrier.vet.happensbefore.LockMode;
import dev.harrier.vet.happensbefore.Op;
import dev.harrier.vet.happensbefore.SyncKind;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.Program;
import java.util.Optional;

/** What would fix a race, where that is obvious. */
final class Fixes {
  private Fixes() {}

  static Optional<Fix> of(Program program, Subject subject, Race race) {
    if (isOldLoopVariable(program, subject, race)) {
      return Optional.of(Fix.COPY_LOOP_VARIABLE);
    }
    if (addsInGoroutine(race)) {
      return Optional.of(Fix.ADD_BEFORE_GO);
    }
    if (race.first().write() && holdsForReading(race)) {
      return Optional.of(Fix.LOCK_TO_WRITE);
    }
    if (subject.variable().equals("err")) {
      return Optional.of(Fix.DECLARE_INSIDE_CLOSURE);
    }
    return Optional.empty();
  }

  private static boolean holdsForReading(Race race) {
    return race.firstHolds().containsValue(LockMode.SHARED);
  }

  private static boolean addsInGoroutine(Race race) {
    EventGraph graph = race.topology().graph();
    Place.Base nothing = new Place.Base.Nothing();
    Place group = Place.of(nothing);
    for (int n = 0; n < graph.size(); n++) {
      if (graph.node(n).op() instanceof Op.Sync(SyncKind kind, Place object)
          && kind == SyncKind.ADD
          && graph.node(n).thread().equals(graph.threadOf(race.first()))) {
        group = object;
      }
    }
    if (group.base().equals(nothing)) {
      return false;
    }
    for (int n = 0; n < graph.size(); n++) {
      if (graph.node(n).op() instanceof Op.Sync(SyncKind kind, Place object)
          && kind == SyncKind.WAIT
          && object.equals(group)) {
        return true;
      }
    }
    return false;
  }

  /** Before Go 1.22 a loop had one variable for all its iterations. */
  private static boolean isOldLoopVariable(Program program, Subject subject, Race race) {
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
