package dev.harrier.vet.race;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.MemoryAccess;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.race.RaceReport.Call;
import dev.harrier.vet.race.RaceReport.HeldLock;
import dev.harrier.vet.race.RaceReport.Launch;
import dev.harrier.vet.race.RaceReport.Operation;
import dev.harrier.vet.race.RaceReport.Pair;
import dev.harrier.vet.race.RaceReport.Side;
import dev.harrier.vet.race.RaceReport.Touch;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.sync.Exclusion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes what a report needs of a race out of its graph. */
final class ReportBuilder {
  private final Program program;
  private final SharedSynchronization shared;

  ReportBuilder(Program program) {
    this.program = program;
    this.shared = new SharedSynchronization(program);
  }

  /**
   * A race with all others on its variable.
   *
   * @param race the one to report
   */
  RaceReport of(Candidate race, List<Candidate> all) {
    Subject subject = Subject.of(program, race);
    Set<Pair> others = new LinkedHashSet<>();
    for (Candidate other : all) {
      if (!other.equals(race)) {
        others.add(new Pair(touch(other.first()), touch(other.second())));
      }
    }
    return new RaceReport(
        subject,
        race.shape(),
        race.confidence(),
        race.orders(),
        side(race, race.first(), race.firstHolds()),
        side(race, race.second(), race.secondHolds()),
        race.first().id() == race.second().id(),
        shared.of(race),
        List.copyOf(others),
        Remedies.of(program, subject, race));
  }

  private static Touch touch(MemoryAccess access) {
    return new Touch(access.position(), access.write(), access.atomic());
  }

  private Side side(Candidate race, MemoryAccess access, Map<Locksets.Held, Exclusion> held) {
    EventGraph graph = race.topology().graph();
    EventGraph.SpawnSite thread = graph.thread(graph.threadOf(access));
    Optional<EventGraph.SpawnSite> started =
        thread.id().equals(ThreadId.ROOT) ? Optional.empty() : Optional.of(thread);
    return new Side(
        touch(access),
        access.frame().function().id(),
        GoNames.of(access.frame().function().name()),
        access.frame().function().declaration().packagePath(),
        started.map(t ->
            new Launch(t.position(), t.launch(), stack(t.frame(), t.position(), Optional.empty()))),
        locks(race, held),
        stack(access.frame(), access.position(), started.map(EventGraph.SpawnSite::frame)),
        operations(graph, thread.id()));
  }

  private List<HeldLock> locks(Candidate race, Map<Locksets.Held, Exclusion> held) {
    return held.entrySet().stream()
        .map(e -> new HeldLock(Subject.lock(program, e.getKey().lock(), race), e.getValue()))
        .sorted(Comparator.comparing(HeldLock::name))
        .toList();
  }

  private static List<Operation> operations(EventGraph graph, ThreadId thread) {
    Set<Operation> operations = new LinkedHashSet<>();
    graph
        .nodesOf(thread)
        .mapToObj(graph::node)
        .forEach(node -> {
          if (node.op() instanceof Op.Sync sync && sync.kind().isShown()) {
            operations.add(new Operation(sync.kind(), node.position()));
          }
        });
    return List.copyOf(operations);
  }

  private static List<Call> stack(Frame innermost, Position position, Optional<Frame> end) {
    List<Call> calls = new ArrayList<>();
    Optional<Frame> at = Optional.of(innermost);
    Position where = position;
    while (at.isPresent() && end.orElse(null) != at.get()) {
      calls.add(new Call(GoNames.of(at.get().function().name()), where));
      where = at.get().callPosition();
      at = at.get().caller();
    }
    return calls;
  }
}
