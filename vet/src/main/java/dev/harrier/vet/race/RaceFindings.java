package dev.harrier.vet.race;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.vet.library.LockMode;
import dev.harrier.vet.library.SyncKind;
import dev.harrier.vet.race.ClosureRace.Call;
import dev.harrier.vet.race.ClosureRace.Considered;
import dev.harrier.vet.race.ClosureRace.HeldLock;
import dev.harrier.vet.race.ClosureRace.Operation;
import dev.harrier.vet.race.ClosureRace.Remedy;
import dev.harrier.vet.race.ClosureRace.Side;
import dev.harrier.vet.race.ClosureRace.Touch;
import dev.harrier.vet.ssa.Position;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Findings of races: all words are here, and nothing else is. */
public final class RaceFindings {
  public static final Rule RULE =
      new Rule(
          "closure-race",
          "data race on a captured variable",
          "Give each goroutine its own copy, or order the accesses with a lock, a channel or a"
              + " WaitGroup.");

  private static final int MAX_OTHERS = 5;

  private RaceFindings() {}

  public static Finding of(ClosureRace race) {
    Side first = race.first();
    return new Finding(
        RULE,
        race.shape().isFailing() ? Strength.STATIC : Strength.SUSPICIOUS,
        "%s is %s here%s and %s at %s without synchronisation"
            .formatted(
                race.subject().variable(),
                verb(first.touch()),
                launch(first),
                race.sameCode()
                    ? "by the same code in other goroutines"
                    : verb(race.second().touch()),
                brief(race.second().touch().position())),
        new Location(
            first.touch().position().file(),
            first.touch().position().line(),
            Math.max(1, first.touch().position().column()),
            first.function(),
            first.packagePath()),
        "",
        List.of(goroutine(first), goroutine(race.second())),
        List.of(),
        steps(race),
        Witness.ofCommand("harrier vet " + first.packagePath()),
        "no chain of synchronisation orders the two accesses to "
            + memory(race.memory())
            + ", and they hold no lock in common",
        Fingerprint.of(race),
        1);
  }

  private static List<String> steps(ClosureRace race) {
    List<String> steps = new ArrayList<>();
    steps.add(
        "%s is declared in %s at %s"
            .formatted(
                race.subject().variable(),
                race.subject().owner(),
                brief(race.subject().declared())));
    steps.add(access(race.first()));
    steps.add(access(race.second()));
    race.considered().forEach(c -> steps.add("considered: " + considered(c)));
    race.others().stream()
        .limit(MAX_OTHERS)
        .forEach(p ->
            steps.add(
                "also races: %s (%s) with %s (%s)"
                    .formatted(
                        brief(p.first().position()),
                        verb(p.first()),
                        brief(p.second().position()),
                        verb(p.second()))));
    race.remedy().ifPresent(r -> steps.add("to fix: " + remedy(r, race.subject().variable())));
    return steps;
  }

  private static String access(Side side) {
    return "%s %s it at %s%s%s"
        .formatted(
            side.function(),
            side.touch().write() ? "writes" : "reads",
            brief(side.touch().position()),
            launch(side),
            side.held().isEmpty() ? "" : ", holding " + locks(side.held()));
  }

  private static GoroutineStory goroutine(Side side) {
    return new GoroutineStory(
        GoroutineId.NONE,
        side.touch().write() ? "writes" : "reads",
        side.held().isEmpty() ? "holds no lock" : "holds " + locks(side.held()),
        stack(side.stack()),
        side.launch().map(l -> stack(l.stack())).orElse(Stack.EMPTY),
        GoroutineId.NONE,
        side.operations().stream().map(RaceFindings::operation).distinct().toList());
  }

  private static Stack stack(List<Call> calls) {
    return new Stack(
        calls.stream()
            .map(c -> new Site(c.function(), c.position().file(), c.position().line()))
            .toList(),
        false);
  }

  private static String considered(Considered c) {
    return switch (c) {
      case Considered.HeldByOne(boolean first, String lock) ->
          "only the %s access holds %s".formatted(first ? "first" : "second", lock(lock));
      case Considered.HeldForReading(String lock) ->
          "both hold " + lock(lock) + ", but only for reading (RLock)";
      case Considered.OwnInstances(String lock) ->
          "each goroutine holds its own instance of " + lock(lock);
      case Considered.NotAlwaysPassed(List<Operation> operations) ->
          operations.stream()
                  .map(RaceFindings::operation)
                  .distinct()
                  .collect(Collectors.joining(", "))
              + "; not every execution passes them between the two accesses";
    };
  }

  private static String remedy(Remedy remedy, String variable) {
    return switch (remedy) {
      case LOOP_VARIABLE_OF_ITS_OWN ->
          "declare go 1.22 or later in go.mod, or copy "
              + variable
              + " inside the loop: the language version of this file shares it between iterations";
      case ADD_BEFORE_GO -> "call Add before the go statement, so that Wait cannot run first";
      case LOCK_FOR_WRITING -> "take the lock with Lock, not RLock, where you write";
      case ERR_OF_ITS_OWN ->
          "declare err inside the closure (err := ...), or return it by a channel";
    };
  }

  private static String memory(Confidence memory) {
    return switch (memory) {
      case VARIABLE -> "the captured variable itself";
      case CONTENTS -> "what the captured variable holds";
      case POINTEE -> "memory that the captured variable points to";
    };
  }

  private static String verb(Touch touch) {
    return (touch.atomic() ? "atomically " : "") + (touch.write() ? "written" : "read");
  }

  private static String launch(Side side) {
    return side.launch()
        .map(l -> " by the goroutine started at %s (%s)".formatted(brief(l.position()), l.by()))
        .orElse("");
  }

  private static String locks(List<HeldLock> held) {
    return held.stream()
        .map(h -> lock(h.name()) + (h.mode() == LockMode.SHARED ? " for reading" : ""))
        .collect(Collectors.joining(", "));
  }

  private static String lock(String name) {
    return name.isEmpty() ? "a lock" : name;
  }

  private static String operation(Operation operation) {
    return word(operation.kind()) + " at " + brief(operation.position());
  }

  private static String word(SyncKind kind) {
    return switch (kind) {
      case SEND -> "send";
      case CLOSE -> "close";
      case RECEIVE, RECEIVE_SENT -> "receive";
      case RECEIVE_CLOSED -> "receive until closed";
      case RECEIVE_ALL -> "receives in a loop";
      case SEND_ALL -> "sends in a loop";
      case ADD, ADD_SOME -> "Add";
      case DONE -> "Done";
      case WAIT, SIGNALLED -> "Wait";
      case SIGNAL -> "Signal";
      case REST -> "synctest.Wait";
      case DEPART -> "write";
      case ARRIVE -> "read";
      case CANCEL -> "cancel";
      case CONTEXT_CALL -> "call with a context";
      case OPAQUE, UNFOLLOWED -> "call";
      case SLEEP -> "sleep";
      case ATOMIC_STORE -> "atomic store";
      case ATOMIC_LOAD, ATOMIC_LOOK, ATOMIC_INITIAL -> "atomic load";
    };
  }

  private static String brief(Position position) {
    if (!position.isKnown()) {
      return "an unknown place";
    }
    return Path.of(position.file()).getFileName() + ":" + position.line() + ":" + position.column();
  }
}
