package dev.harrier.analysis.race;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObservedRace;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The calls on wait groups in a trace that Go's race detector may mean where it has lost their
 * places: the frames of {@code Add} and {@code Wait}, and of what called them, are missing in its
 * report, because package sync calls the detector through a function without a frame of its own.
 */
final class GroupCalls {
  private static final String READ = "runtime.raceread";
  private static final String WRITE = "runtime.racewrite";

  private final Trace trace;
  private final Map<ObjectId, Long> counters = new HashMap<>();
  private final Set<Call> adds = new LinkedHashSet<>();
  private final Set<Call> waits = new LinkedHashSet<>();

  private record Call(ObjectId group, GoroutineId by, StackId stack) {}

  GroupCalls(Trace trace) {
    this.trace = trace;
  }

  void see(Event event) {
    switch (event) {
      case Event.Add add -> {
        long before = counters.merge(add.group(), (long) add.delta(), Long::sum) - add.delta();
        if (before == 0 && add.delta() > 0) {
          adds.add(new Call(add.group(), add.goroutine(), add.stack()));
        }
      }
      case Event.Block block when block.reason() == BlockReason.WAIT_GROUP ->
          waits.add(new Call(block.object(), block.goroutine(), block.stack()));
      default -> {
        // The detector sees nothing else of a wait group.
      }
    }
  }

  /**
   * The two calls that a race is about, if their places are missing in it and the trace has one
   * such pair of places.
   */
  Optional<AddRace> of(ObservedRace race) {
    ObservedRace.Side latest = race.latest();
    boolean addsLast = latest.access() == RacingAccess.READ;
    ObservedRace.Side read = addsLast ? latest : race.earlier();
    ObservedRace.Side write = addsLast ? race.earlier() : latest;
    if (!begins(read, READ) || !begins(write, WRITE)) {
      return Optional.empty();
    }
    List<AddRace> pairs =
        adds.stream()
            .filter(add -> mayBe(read, add))
            .flatMap(add ->
                waits.stream()
                    .filter(wait -> wait.group().equals(add.group()) && mayBe(write, wait))
                    .map(wait -> new AddRace(at(read, add), at(write, wait))))
            .distinct()
            .limit(2)
            .toList();
    return pairs.size() == 1 ? Optional.of(pairs.getFirst()) : Optional.empty();
  }

  private static boolean begins(ObservedRace.Side side, String function) {
    return side.stack().frames().stream()
        .findFirst()
        .map(Site::function)
        .filter(function::equals)
        .isPresent();
  }

  private static boolean mayBe(ObservedRace.Side side, Call call) {
    return side.goroutine().equals(GoroutineId.NONE) || side.goroutine().equals(call.by());
  }

  private ObservedRace.Side at(ObservedRace.Side side, Call call) {
    return new ObservedRace.Side(
        side.access(), side.goroutine(), trace.stack(call.stack()), side.createdAt(), side.ended());
  }
}
