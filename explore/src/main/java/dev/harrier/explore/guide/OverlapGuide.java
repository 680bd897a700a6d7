package dev.harrier.explore.guide;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.Frames;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.observe.Recorder;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.step.EventState;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Trace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Notes of which tests two goroutines overlapped that the test started itself: one did something
 * between two steps of the other. Where a lock keeps them apart from their first step to their
 * last, there is nothing more to see. It decides nothing.
 */
public final class OverlapGuide extends DelegatingGuide {
  /**
   * The functions of which two goroutines overlapped that it started in different places, or cannot
   * overlap, since all that each does is done with one lock held. What a goroutine does with wait
   * groups, which goroutines it wakes, and its exit, is not a step: so it shows others that it is
   * done.
   */
  public static final Observation<Set<String>> OVERLAPS =
      Observation.forGuides(
          Set.of(),
          execution -> Optional.of(new OverlapRecorder(execution.trace(), execution.context())));

  static final class OverlapRecorder implements Recorder<Set<String>> {
    /** Goroutines that run at some moment, by their creators, which have to be distinguished. */
    private record Sibling(GoroutineId creator, StackId started) {}

    private record Pair(StackId one, StackId other) {}

    private final Trace trace;
    private final AnalysisContext context;
    private final Map<GoroutineId, Sibling> siblings = new HashMap<>();

    /** Of each creator, the goroutine that made a step last. */
    private final Map<GoroutineId, GoroutineId> latest = new HashMap<>();

    /** Of each goroutine, those of its siblings that made a step since its own latest one. */
    private final Map<GoroutineId, Set<Sibling>> between = new HashMap<>();

    private final Set<Pair> overlapping = new HashSet<>();

    /** Of each goroutine, its first step and its latest one. */
    private final Map<GoroutineId, Event> first = new HashMap<>();

    private final Map<GoroutineId, Event> last = new HashMap<>();

    OverlapRecorder(Trace trace, AnalysisContext context) {
      this.trace = trace;
      this.context = context;
    }

    @Override
    public void accept(Event event, EventState state) {
      if (event instanceof Event.Spawn spawn) {
        siblings.put(spawn.child(), new Sibling(event.goroutine(), event.stack()));
      }
      GoroutineId goroutine = event.goroutine();
      Sibling self = siblings.get(goroutine);
      if (self == null || !isStep(event)) {
        return;
      }
      first.putIfAbsent(goroutine, event);
      last.put(goroutine, event);
      Set<Sibling> since = between.put(goroutine, new HashSet<>());
      if (since != null) {
        since.stream()
            .filter(other -> !other.started().equals(self.started()))
            .forEach(other -> overlapping.add(new Pair(self.started(), other.started())));
      }
      if (!goroutine.equals(latest.put(self.creator(), goroutine))) {
        between.forEach((other, steps) -> {
          Sibling known = siblings.get(other);
          if (!other.equals(goroutine) && known != null && known.creator().equals(self.creator())) {
            steps.add(self);
          }
        });
      }
    }

    private static boolean isStep(Event event) {
      return switch (event) {
        case Event.Exit _, Event.Add _, Event.Unblock _, Event.Choice _ -> false;
        case Event.Operation operation -> operation.access() != AccessKind.NONE;
        default -> true;
      };
    }

    /** The lock that a goroutine takes with its first step and releases with its last. */
    private Optional<Event.Acquire> around(GoroutineId goroutine) {
      return first.get(goroutine) instanceof Event.Acquire taken
              && last.get(goroutine) instanceof Event.Release released
              && released.lock().equals(taken.lock())
          ? Optional.of(taken)
          : Optional.empty();
    }

    private void addKeptApart() {
      Map<Sibling, Event.Acquire> locked = new HashMap<>();
      for (GoroutineId goroutine : first.keySet()) {
        Sibling sibling = siblings.get(goroutine);
        if (sibling != null) {
          around(goroutine).ifPresent(lock -> locked.put(sibling, lock));
        }
      }
      locked.forEach((one, a) ->
          locked.forEach((other, b) -> {
            if (one.creator().equals(other.creator())
                && !one.started().equals(other.started())
                && a.lock().equals(b.lock())
                && (a.mode() == LockMode.WRITE || b.mode() == LockMode.WRITE)) {
              overlapping.add(new Pair(one.started(), other.started()));
            }
          }));
    }

    @Override
    public Set<String> end(Ended ended) {
      addKeptApart();
      if (overlapping.isEmpty()) {
        return Set.of();
      }
      Frames frames = new Frames(context);
      return overlapping.stream()
          .map(pair -> function(frames, pair.one()))
          .collect(Collectors.toUnmodifiableSet());
    }

    private String function(Frames frames, StackId started) {
      return frames.primary(trace.stack(started)).function();
    }
  }

  private final Set<String> overlapped = ConcurrentHashMap.newKeySet();

  /**
   * @param guide decides
   */
  public OverlapGuide(Guide guide) {
    super(guide);
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    boolean brought = super.learn(target, schedule, result);
    if (isComplete(target)
        || result.observations().of(OVERLAPS).stream()
            .anyMatch(function -> function.endsWith("." + target.name()))) {
      overlapped.add(target.name());
    }
    return brought;
  }

  /**
   * The names of the tests of which goroutines overlapped in some execution, or of which all
   * schedules are known: one that overlaps them differs from one of those in nothing that matters.
   */
  public Set<String> overlapped() {
    return Set.copyOf(overlapped);
  }
}
