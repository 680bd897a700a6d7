package dev.harrier.vet.race;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.vet.happensbefore.Access;
import dev.harrier.vet.happensbefore.EventGraph;
import dev.harrier.vet.happensbefore.Locksets;
import dev.harrier.vet.happensbefore.Op;
import dev.harrier.vet.happensbefore.ThreadId;
import dev.harrier.vet.library.LockMode;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells a race in the words of a finding. */
final class Story {
  private static final int MAX_OTHERS = 5;

  private final Program program;
  private final Considered considered = new Considered();

  Story(Program program) {
    this.program = program;
  }

  Finding tell(Subject subject, Race race, List<Race> all) {
    Access first = race.first();
    Access second = race.second();
    Site site = GoNames.site(first.frame(), first.position());
    String message =
        "%s is %s here%s and %s at %s without synchronisation"
            .formatted(
                subject.variable(),
                verb(first),
                launch(race, first),
                first.id() == second.id() ? "by the same code in other goroutines" : verb(second),
                brief(second.position()));
    return new Finding(
        ClosureRaces.RULE,
        race.shape().isFailing() ? Strength.STATIC : Strength.SUSPICIOUS,
        message,
        new Location(
            first.position().file(),
            first.position().line(),
            Math.max(1, first.position().column()),
            site.function(),
            first.frame().function().declaration().packagePath()),
        "",
        List.of(
            goroutine(race, first, race.firstHolds()), goroutine(race, second, race.secondHolds())),
        List.of(),
        steps(subject, race, all),
        Witness.ofCommand("harrier vet " + first.frame().function().declaration().packagePath()),
        "no chain of synchronisation orders the two accesses to "
            + race.confidence().words()
            + ", and they hold no lock in common"
            + "; shape "
            + race.shape()
            + race.orders(),
        Fingerprint.of(subject, race),
        1);
  }

  private List<String> steps(Subject subject, Race race, List<Race> all) {
    List<String> steps = new ArrayList<>();
    steps.add(
        "%s is declared in %s at %s"
            .formatted(subject.variable(), subject.owner(), brief(subject.declared())));
    steps.add(access(race, race.first(), race.firstHolds()));
    steps.add(access(race, race.second(), race.secondHolds()));
    steps.addAll(considered.of(race));
    Set<String> others = new LinkedHashSet<>();
    for (Race other : all) {
      if (!other.equals(race)) {
        others.add(
            "also races: %s (%s) with %s (%s)"
                .formatted(
                    brief(other.first().position()),
                    verb(other.first()),
                    brief(other.second().position()),
                    verb(other.second())));
      }
    }
    others.stream().limit(MAX_OTHERS).forEach(steps::add);
    Fix.suggest(program, subject, race).ifPresent(fix -> steps.add("to fix: " + fix));
    return steps;
  }

  private static String access(Race race, Access access, Map<Locksets.Held, LockMode> held) {
    return "%s %s it at %s%s%s"
        .formatted(
            GoNames.of(access.frame().function().name()),
            access.write() ? "writes" : "reads",
            brief(access.position()),
            launch(race, access),
            held.isEmpty() ? "" : ", holding " + Considered.names(held));
  }

  private static String verb(Access access) {
    return (access.atomic() ? "atomically " : "") + (access.write() ? "written" : "read");
  }

  private static String launch(Race race, Access access) {
    EventGraph graph = race.topology().graph();
    ThreadId thread = graph.threadOf(access);
    if (thread.equals(ThreadId.ROOT)) {
      return "";
    }
    EventGraph.GoThread started = graph.thread(thread);
    return " by the goroutine started at %s (%s)"
        .formatted(brief(started.position()), started.launch());
  }

  private static GoroutineStory goroutine(
      Race race, Access access, Map<Locksets.Held, LockMode> held) {
    EventGraph graph = race.topology().graph();
    EventGraph.GoThread thread = graph.thread(graph.threadOf(access));
    boolean root = thread.id().equals(ThreadId.ROOT);
    List<String> operations = new ArrayList<>();
    for (int n = 0; n < graph.size(); n++) {
      EventGraph.Node node = graph.node(n);
      if (node.thread().equals(thread.id())
          && node.op() instanceof Op.Sync sync
          && sync.kind().isShown()) {
        operations.add(sync.kind().word() + " at " + brief(node.position()));
      }
    }
    return new GoroutineStory(
        GoroutineId.NONE,
        access.write() ? "writes" : "reads",
        held.isEmpty() ? "holds no lock" : "holds " + Considered.names(held),
        stack(access.frame(), access.position(), root ? Optional.empty() : Optional.of(thread)),
        root ? Stack.EMPTY : stack(thread.frame(), thread.position(), Optional.empty()),
        GoroutineId.NONE,
        operations.stream().distinct().toList());
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

  static String brief(Position position) {
    if (!position.isKnown()) {
      return "an unknown place";
    }
    return Path.of(position.file()).getFileName() + ":" + position.line() + ":" + position.column();
  }
}
