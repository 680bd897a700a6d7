package dev.harrier.explore.confirm;

import dev.harrier.explore.guide.DelegatingGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes predictions come true where runs can't be controlled: their goroutines are delayed before
 * the locks that would block them.
 */
public final class DelayInjectionGuide extends DelegatingGuide {
  private record Attempt(String prediction, Plan plan) {}

  private final Map<Target, Deque<Attempt>> attempts = new HashMap<>();

  /** Of the next execution that is the other guide's. */
  private final Map<Target, Integer> indices = new HashMap<>();

  private final Set<String> begun = new HashSet<>();
  private final Set<String> confirmed = new HashSet<>();
  private final Map<String, Long> directed = new HashMap<>();
  private final Map<String, Long> arrived = new HashMap<>();
  private final Map<Schedule, String> underway = new HashMap<>();

  /**
   * @param guide has all other executions, numbered without gaps
   */
  public DelayInjectionGuide(Guide guide) {
    super(guide);
  }

  @Override
  public Schedule next(Target target, int index, int length) {
    Deque<Attempt> open = attempts.getOrDefault(target, new ArrayDeque<>());
    open.removeIf(attempt -> confirmed.contains(attempt.prediction));
    Attempt attempt = open.poll();
    if (attempt == null) {
      int others = indices.getOrDefault(target, index);
      indices.put(target, others + 1);
      return super.next(target, others, length);
    }
    directed.merge(attempt.prediction, 1L, Long::sum);
    Schedule schedule = new Schedule.Native(attempt.plan);
    underway.put(schedule, attempt.prediction);
    return schedule;
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    boolean news = super.learn(target, schedule, result);
    String tried = underway.remove(schedule);
    // It is predicted again where all its goroutines reached their places.
    if (tried != null && result.findings().stream().anyMatch(f -> f.fingerprint().equals(tried))) {
      arrived.merge(tried, 1L, Long::sum);
    }
    for (DelayInjection injection : result.observations().of(DelayInjectionRecorder.INJECTIONS)) {
      String prediction = injection.prediction().fingerprint();
      if (Confirmation.among(result.findings(), injection.prediction())) {
        confirmed.add(prediction);
      } else if (begun.add(prediction)) {
        Deque<Attempt> open = attempts.computeIfAbsent(target, _ -> new ArrayDeque<>());
        injection.attempts().forEach(plan -> open.add(new Attempt(prediction, plan)));
      }
    }
    return news;
  }

  @Override
  public Doubt.NotConfirmed search(Finding prediction, long executions) {
    String fingerprint = prediction.fingerprint();
    return super.search(prediction, executions)
        .plus(
            new Doubt.NotConfirmed(
                0,
                directed.getOrDefault(fingerprint, 0L),
                arrived.getOrDefault(fingerprint, 0L),
                List.of()));
  }
}
