package dev.harrier.vet.race;

import dev.harrier.model.finding.Access.Launch;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.HeldLock;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Condition;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.vet.happensbefore.Access;
import dev.harrier.vet.happensbefore.EventGraph;
import dev.harrier.vet.happensbefore.LockMode;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.happensbefore.ThreadId;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Program;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns a race into the data of a finding. */
final class RaceExplanation {
  private static final int MAX_OTHERS = 5;

  private final Program program;

  RaceExplanation(Program program) {
    this.program = program;
  }

  Finding finding(Subject subject, Race race, List<Race> all) {
    Access first = race.first();
    Access second = race.second();
    String packagePath = first.frame().function().declaration().packagePath();
    return new Finding(
        ClosureRaces.RULE,
        race.doubtful() ? Strength.SUSPICIOUS : Strength.STATIC,
        new Defect.Race(
            subject.variable(),
            access(race, first),
            access(race, second),
            first.id() == second.id()),
        location(first),
        "",
        new Explanation(
            List.of(
                participant(race, first, race.firstHolds()),
                participant(race, second, race.secondHolds())),
            List.of(),
            steps(subject, race, all),
            List.of(new Evidence.StaticOrder(target(race.confidence()))),
            race.doubtful() ? List.of(new Doubt.CodeNotFollowed()) : List.of(),
            Fixes.of(program, subject, race)),
        Witness.of(new Rerun.Command(List.of("harrier", "vet", packagePath))),
        Fingerprint.of(subject, race),
        Sightings.ONCE);
  }

  private static Evidence.StaticOrder.Target target(Confidence confidence) {
    return switch (confidence) {
      case VARIABLE -> Evidence.StaticOrder.Target.VARIABLE;
      case CONTENTS -> Evidence.StaticOrder.Target.CONTENTS;
      case POINTEE -> Evidence.StaticOrder.Target.POINTEE;
    };
  }

  private static List<Step> steps(Subject subject, Race race, List<Race> all) {
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step.Declared(subject.variable(), subject.owner(), location(subject.declared(), "")));
    steps.add(new Step.Accessed(access(race, race.first()), held(race.firstHolds())));
    steps.add(new Step.Accessed(access(race, race.second()), held(race.secondHolds())));
    Considered.of(race).forEach(what -> steps.add(new Step.Considered(what)));
    Set<Step> others = new LinkedHashSet<>();
    for (Race other : all) {
      if (!other.equals(race)) {
        others.add(new Step.AlsoRaces(access(other, other.first()), access(other, other.second())));
      }
    }
    others.stream().limit(MAX_OTHERS).forEach(steps::add);
    return steps;
  }

  private static dev.harrier.model.finding.Access access(Race race, Access access) {
    return new dev.harrier.model.finding.Access(
        access.write(), access.atomic(), location(access), launch(race, access));
  }

  private static Optional<Launch> launch(Race race, Access access) {
    EventGraph graph = race.topology().graph();
    ThreadId thread = graph.threadOf(access);
    if (thread.equals(ThreadId.ROOT)) {
      return Optional.empty();
    }
    EventGraph.GoThread started = graph.thread(thread);
    return Optional.of(
        new Launch(location(started.position(), ""), String.valueOf(started.launch())));
  }

  private static Location location(Access access) {
    Site site = GoNames.site(access.frame(), access.position());
    return new Location(
        access.position().file(),
        access.position().line(),
        Math.max(1, access.position().column()),
        site.function(),
        access.frame().function().declaration().packagePath());
  }

  static Location location(Position position, String function) {
    return new Location(
        position.isKnown() ? position.file() : "",
        position.line(),
        Math.max(1, position.column()),
        function,
        "");
  }

  private static List<HeldLock> held(Map<Locksets.Held, LockMode> held) {
    return held.entrySet().stream()
        .map(e -> new HeldLock(Considered.name(e.getKey().lock()), mode(e.getValue())))
        .toList();
  }

  private static dev.harrier.model.trace.LockMode mode(LockMode mode) {
    return mode == LockMode.SHARED
        ? dev.harrier.model.trace.LockMode.READ
        : dev.harrier.model.trace.LockMode.WRITE;
  }

  private static Participant participant(
      Race race, Access access, Map<Locksets.Held, LockMode> held) {
    EventGraph graph = race.topology().graph();
    EventGraph.GoThread thread = graph.thread(graph.threadOf(access));
    boolean root = thread.id().equals(ThreadId.ROOT);
    return new Participant(
        GoroutineId.NONE,
        access.write() ? Part.WRITES : Part.READS,
        new Condition.Holding(held(held)),
        List.of(),
        stack(access.frame(), access.position(), root ? Optional.empty() : Optional.of(thread)),
        root ? Stack.EMPTY : stack(thread.frame(), thread.position(), Optional.empty()),
        GoroutineId.NONE,
        List.of());
  }

  /** Innermost first, down to where the goroutine starts. */
  private static Stack stack(
      Frame innermost, Position position, Optional<EventGraph.GoThread> thread) {
    List<Site> sites = new ArrayList<>();
    Optional<Frame> at = Optional.of(innermost);
    Position where = position;
    while (at.isPresent() && thread.map(EventGraph.GoThread::frame).orElse(null) != at.get()) {
      sites.add(GoNames.site(at.get(), where));
      where = at.get().callPosition();
      at = at.get().caller();
    }
    return new Stack(sites, false);
  }
}
