package dev.harrier.analysis.race;

import dev.harrier.analysis.engine.Folding;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.model.finding.Finding;
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
import java.util.stream.Stream;

/**
 * The races of one process: those that a detector wrote next to its trace, and those that the trace
 * has itself. It sees the events of the trace, which show whose goroutines take part.
 */
public final class SeenRaces {
  private final List<ObservedRace> races;
  private final DataRace rule;
  private final RacingGoroutines goroutines;
  private final GroupCalls calls;
  private final RaceEvents events;

  /**
   * @param races those that were written next to the trace
   */
  public SeenRaces(List<ObservedRace> races, Trace trace, AnalysisContext context) {
    this.races = List.copyOf(races);
    this.rule = new DataRace(context);
    this.goroutines = new RacingGoroutines(trace);
    this.calls = new GroupCalls(trace);
    this.events = new RaceEvents(trace);
  }

  /** Takes the next event of the trace. */
  public void see(Event event) {
    events.see(event);
    if (!races.isEmpty()) {
      goroutines.see(event);
      calls.see(event);
    }
  }

  /** Each pair of places once, after the last event; the trace is still open. */
  public List<Finding> findings() {
    return Folding.fold(
        Stream.concat(races.stream().map(goroutines::of), events.races().stream())
            .map(this::finding)
            .toList());
  }

  private Finding finding(RacingGoroutines.Known known) {
    return calls
        .of(known.race())
        .map(add -> rule.finding(add, known.test()))
        .orElseGet(() -> rule.finding(known.race(), known.test()));
  }

  /** Whether a failure of a test is the testing package's word for a race that was reported. */
  public boolean explains(Event.TestFail failure) {
    return !races.isEmpty() && goroutines.isByRace(failure);
  }

  /** The races that a trace itself has, with what else it says about their goroutines. */
  private static final class RaceEvents {
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
          // Nothing else reports races, or of the goroutines in them.
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
}
