package dev.harrier.vet.race;

import dev.harrier.base.file.Sha256;
import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Doubt.MayBeOrdered.By;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Fix;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Condition;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Step.Considered.Synchronization;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.vet.race.RaceReport.Call;
import dev.harrier.vet.race.RaceReport.Considered;
import dev.harrier.vet.race.RaceReport.HeldLock;
import dev.harrier.vet.race.RaceReport.Operation;
import dev.harrier.vet.race.RaceReport.Remedy;
import dev.harrier.vet.race.RaceReport.Side;
import dev.harrier.vet.race.RaceReport.Touch;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.OrderHint;
import dev.harrier.vet.sync.SyncKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Findings of races, from what the analysis knows of them. */
public final class FindingMapper {
  public static final Rule RULE =
      new Rule(
          "closure-race",
          "data race on a captured variable",
          "Give each goroutine its own copy, or order the accesses with a lock, a channel or a"
              + " WaitGroup.",
          Strength.STATIC);

  private static final int MAX_OTHERS = 5;

  private FindingMapper() {}

  public static Finding of(RaceReport race) {
    Side first = race.first();
    Side second = race.second();
    return new Finding(
        RULE,
        race.shape().strength(),
        new Defect.Race(race.subject().variable(), access(first), access(second), race.sameCode()),
        location(first.touch().position(), first.function(), first.packagePath()),
        "",
        new Explanation(
            List.of(participant(first), participant(second)),
            List.of(),
            steps(race),
            List.of(new Evidence.StaticOrder(target(race.memory()))),
            doubts(race.shape()),
            race.remedy().map(FindingMapper::fix)),
        Witness.of(new Rerun.Command(List.of("harrier", "vet", first.packagePath()))),
        Fingerprint.of(race),
        Sightings.ONCE);
  }

  /** Why it is only suspicious; none if it is not. */
  private static List<Doubt> doubts(Shape shape) {
    return switch (shape) {
      case SAME_CODE, SIBLINGS, STARTER -> List.of();
      case AFTER_CALL -> List.of(new Doubt.MayBeOrdered(By.CALL_BETWEEN));
      case TIMER -> List.of(new Doubt.MayBeOrdered(By.TIMER));
      case HANDLER -> List.of(new Doubt.MayBeOrdered(By.REQUESTS));
      case HELPER -> List.of(new Doubt.MayBeOrdered(By.STARTER));
      case ARGUMENT -> List.of(new Doubt.MayBeOrdered(By.CALLEE));
      case POINTEE -> List.of(new Doubt.MayBeOrdered(By.POINTER));
    };
  }

  private static List<Step> steps(RaceReport race) {
    List<Step> steps = new ArrayList<>();
    steps.add(
        new Step.Declared(
            race.subject().variable(),
            race.subject().owner(),
            location(race.subject().declared(), "", "")));
    steps.add(new Step.Accessed(access(race.first()), locks(race.first().held())));
    steps.add(new Step.Accessed(access(race.second()), locks(race.second().held())));
    race.considered().forEach(c -> steps.add(new Step.Considered(synchronization(c))));
    race.others().stream()
        .limit(MAX_OTHERS)
        .forEach(p -> steps.add(new Step.AlsoRaces(access(p.first()), access(p.second()))));
    return steps;
  }

  private static Access access(Side side) {
    return new Access(
        side.touch().write(),
        side.touch().atomic(),
        location(side.touch().position(), side.function(), side.packagePath()),
        side.launch().map(l -> new Access.Launch(location(l.position(), "", ""), l.by())));
  }

  private static Access access(Touch touch) {
    return new Access(
        touch.write(), touch.atomic(), location(touch.position(), "", ""), Optional.empty());
  }

  private static Location location(Position position, String function, String packagePath) {
    return new Location(
        position.isKnown() ? position.file() : "",
        position.line(),
        Math.max(1, position.column()),
        function,
        packagePath);
  }

  private static Participant participant(Side side) {
    return new Participant(
        GoroutineId.NONE,
        side.touch().write() ? Part.WRITES : Part.READS,
        new Condition.Holding(locks(side.held())),
        List.of(),
        stack(side.stack()),
        side.launch().map(l -> stack(l.stack())).orElse(Stack.EMPTY),
        GoroutineId.NONE,
        List.of());
  }

  private static Stack stack(List<Call> calls) {
    return new Stack(
        calls.stream()
            .map(c -> new Site(c.function(), c.position().file(), c.position().line()))
            .toList(),
        false);
  }

  private static List<dev.harrier.model.finding.HeldLock> locks(List<HeldLock> held) {
    return held.stream()
        .map(h -> new dev.harrier.model.finding.HeldLock(lock(h.name()), mode(h.mode())))
        .toList();
  }

  private static dev.harrier.model.trace.LockMode mode(Exclusion mode) {
    return mode == Exclusion.SHARED
        ? dev.harrier.model.trace.LockMode.READ
        : dev.harrier.model.trace.LockMode.WRITE;
  }

  private static String lock(String name) {
    return name.isEmpty() ? "a lock" : name;
  }

  private static Synchronization synchronization(Considered considered) {
    return switch (considered) {
      case Considered.HeldByOne(boolean first, String lock) ->
          new Synchronization.HeldByOne(lock(lock), first);
      case Considered.HeldForReading(String lock) -> new Synchronization.OnlyReadLocked(lock(lock));
      case Considered.OwnInstances(String lock) -> new Synchronization.OwnInstances(lock(lock));
      case Considered.NotAlwaysPassed(List<Operation> operations) ->
          new Synchronization.NotAlwaysPassed(
              operations.stream().map(FindingMapper::point).distinct().toList());
    };
  }

  private static Synchronization.Point point(Operation operation) {
    return new Synchronization.Point(
        name(operation.kind()), location(operation.position(), "", ""));
  }

  private static Fix fix(Remedy remedy) {
    return switch (remedy) {
      case LOOP_VARIABLE_OF_ITS_OWN -> Fix.COPY_LOOP_VARIABLE;
      case ADD_BEFORE_GO -> Fix.ADD_BEFORE_GO;
      case LOCK_FOR_WRITING -> Fix.LOCK_TO_WRITE;
      case ERR_OF_ITS_OWN -> Fix.DECLARE_INSIDE_CLOSURE;
    };
  }

  private static Evidence.StaticOrder.Target target(Confidence memory) {
    return switch (memory) {
      case VARIABLE -> Evidence.StaticOrder.Target.VARIABLE;
      case CONTENTS -> Evidence.StaticOrder.Target.CONTENTS;
      case POINTEE -> Evidence.StaticOrder.Target.POINTEE;
    };
  }

  /** What the source calls an operation. */
  private static String name(OperationKind kind) {
    return switch (kind) {
      case SyncKind.SEND -> "send";
      case SyncKind.CLOSE -> "close";
      case SyncKind.RECEIVE, SyncKind.RECEIVE_SENT, SyncKind.FOUND_OPEN -> "receive";
      case SyncKind.RECEIVE_CLOSED -> "receive until closed";
      case SyncKind.RECEIVE_ALL -> "receives in a loop";
      case SyncKind.SEND_ALL, SyncKind.SEND_WITH_ROOM -> "sends in a loop";
      case SyncKind.ADD, SyncKind.ADD_SOME -> "Add";
      case SyncKind.DONE -> "Done";
      case SyncKind.WAIT, SyncKind.SIGNALED -> "Wait";
      case SyncKind.SIGNAL -> "Signal";
      case SyncKind.REST -> "synctest.Wait";
      case OrderHint.DEPART -> "write";
      case OrderHint.ARRIVE -> "read";
      case OrderHint.CANCEL -> "cancel";
      case OrderHint.CONTEXT_CALL -> "call with a context";
      case OrderHint.OPAQUE, OrderHint.UNFOLLOWED -> "call";
      case OrderHint.SLEEP -> "sleep";
      case SyncKind.ATOMIC_STORE -> "atomic write";
      case SyncKind.ATOMIC_LOAD, OrderHint.ATOMIC_LOOK, OrderHint.ATOMIC_INITIAL -> "atomic read";
    };
  }

  /** Identifies a race by names only, so that edits elsewhere do not change it. */
  private static final class Fingerprint {
    private Fingerprint() {}

    static String of(RaceReport race) {
      String text =
          String.join(
              "\n",
              FindingMapper.RULE.id(),
              race.subject().owner(),
              race.subject().variable(),
              race.first().function(),
              race.second().function());
      byte[] hash = Sha256.create().digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, 16);
    }
  }
}
