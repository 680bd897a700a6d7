package dev.harrier.analysis.race;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObservedRace;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The races that a trace itself tells of, with what else it says about their goroutines. */
final class RaceEvents {
  private final Trace trace;
  private final Map<GoroutineId, TestId> runs = new HashMap<>();
  private final Set<GoroutineId> ended = new HashSet<>();
  private final List<RacingGoroutines.Known> races = new ArrayList<>();

  RaceEvents(Trace trace) {
    this.trace = trace;
  }

  void see(Event event) {
    switch (event) {
      case Event.TestBegin begin -> runs.put(begin.goroutine(), begin.test());
      case Event.Exit exit -> ended.add(exit.goroutine());
      case Event.Race race -> races.add(known(race));
      default -> {
        // Nothing else tells of races, or of the goroutines in them.
      }
    }
  }

  List<RacingGoroutines.Known> races() {
    return races;
  }

  private RacingGoroutines.Known known(Event.Race race) {
    Event.Race.Earlier earlier = race.earlier();
    String test = test(race.goroutine());
    return new RacingGoroutines.Known(
        new ObservedRace(
            side(race.access(), race.goroutine(), race.stack()),
            side(earlier.access(), earlier.by(), earlier.stack())),
        test.isEmpty() ? test(earlier.by()) : test);
  }

  private ObservedRace.Side side(RacingAccess access, GoroutineId by, StackId stack) {
    Goroutine goroutine = trace.goroutine(by);
    return new ObservedRace.Side(
        access, by, trace.stack(stack), trace.stack(goroutine.createdAt()), ended.contains(by));
  }

  private String test(GoroutineId goroutine) {
    TestId test = runs.getOrDefault(goroutine, trace.goroutine(goroutine).test());
    return test.equals(TestId.NONE) ? "" : trace.test(test).name();
  }
}
