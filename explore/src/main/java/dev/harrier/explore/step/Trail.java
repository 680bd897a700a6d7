package dev.harrier.explore.step;

import dev.harrier.explore.schedule.SplitMix64;
import dev.harrier.model.trace.InputKind;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One execution as steps, in their order.
 *
 * @param decisions in their order
 * @param races pairs of steps that could have come the other way round
 * @param inputs what the program read and no decision is about
 */
public record Trail(
    Scope scope,
    List<ScheduleStep> steps,
    List<Decision> decisions,
    List<Race> races,
    Set<InputKind> inputs) {
  /** Of an execution without inputs. */
  public Trail(Scope scope, List<ScheduleStep> steps, List<Decision> decisions, List<Race> races) {
    this(scope, steps, decisions, races, Set.of());
  }

  /** What of an execution is up to its decisions. */
  public enum Scope {
    /**
     * Everything, and all goroutines reached their end or to where no goroutine lets them continue.
     */
    WHOLE,
    /** Everything, but it ended before all goroutines had. */
    CUT_SHORT,
    /** Inputs take part, or accesses that are no scheduling points race. */
    OPEN,
    /** It is too long to look at. */
    TOO_LONG
  }

  /** Of an execution of which nothing is known. */
  public static final Trail NONE = new Trail(Scope.OPEN, List.of(), List.of(), List.of());

  public Trail {
    steps = List.copyOf(steps);
    decisions = List.copyOf(decisions);
    races = List.copyOf(races);
    inputs = Set.copyOf(inputs);
  }

  /**
   * Equal for executions in which steps that depend on each other come in the same order, and, as
   * good as sure, different for others. What a goroutine does when a wait is over counts only if it
   * uses something.
   */
  public long digest() {
    Map<Integer, Integer> counts = new HashMap<>();
    List<ScheduleStep> useful = steps.stream().filter(ScheduleStep::isUseful).toList();
    List<Long> labels =
        useful.stream()
            .map(step ->
                SplitMix64.mix(step.name() + counts.merge(step.goroutine(), 1, Integer::sum)))
            .toList();
    long digest = labels.stream().mapToLong(Long::longValue).sum();
    for (int i = 0; i < useful.size(); i++) {
      for (int k = 0; k < i; k++) {
        ScheduleStep step = useful.get(i);
        if (step.goroutine() != useful.get(k).goroutine() && step.dependsOn(useful.get(k))) {
          digest += SplitMix64.mix(labels.get(i) * 31 + labels.get(k));
        }
      }
    }
    return digest;
  }

  /**
   * Two steps that depend on each other, and nothing else orders them.
   *
   * @param former index
   * @param latter index
   * @param initials which goroutines could run first where the former began, for the latter to come
   *     without it: of what came since and does not follow from the former, up to the latter, the
   *     steps that come after none of the others
   */
  public record Race(int former, int latter, Set<Long> initials) {
    public Race {
      initials = Collections.unmodifiableSet(new LinkedHashSet<>(initials));
    }
  }
}
