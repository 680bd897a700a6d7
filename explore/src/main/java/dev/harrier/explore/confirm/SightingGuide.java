package dev.harrier.explore.confirm;

import dev.harrier.explore.guide.DelegatingGuide;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Result;
import dev.harrier.model.finding.Finding;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Counts how many executions show a finding, and ends the exploration when these are enough, or
 * when each target has had its executions. A target gets more while the inner guide goes through
 * all its schedules.
 */
public final class SightingGuide extends DelegatingGuide {
  private final Predicate<Finding> sought;
  private final Predicate<Finding> interesting;
  private final Predicate<Finding> explains;
  private final Predicate<Finding> explained;
  private final long perTarget;
  private final long enough;
  private final Map<Target, Long> executions = new HashMap<>();
  private final Map<String, Finding> seen = new LinkedHashMap<>();
  private long all;
  private long shown;

  /**
   * @param guide decides what comes next
   * @param sought whether a finding is the one that is counted
   * @param interesting whether a schedule that shows a finding gets a proof
   * @param explains whether a finding may be the reason of others in the same execution
   * @param explained whether a finding is one of those others, which is then none of its own
   * @param perTarget executions of a target, unless all its schedules are gone through
   * @param enough executions that show it
   */
  public SightingGuide(
      Guide guide,
      Predicate<Finding> sought,
      Predicate<Finding> interesting,
      Predicate<Finding> explains,
      Predicate<Finding> explained,
      long perTarget,
      long enough) {
    super(guide);
    this.sought = sought;
    this.interesting = interesting;
    this.explains = explains;
    this.explained = explained;
    this.perTarget = perTarget;
    this.enough = enough;
  }

  @Override
  public boolean learn(Target target, Schedule schedule, Result result) {
    boolean news = super.learn(target, schedule, result);
    all++;
    executions.merge(target, 1L, Long::sum);
    boolean reason =
        result.findings().stream().anyMatch(f -> explains.test(f) && !explained.test(f));
    List<Finding> found =
        result.findings().stream().filter(f -> !(reason && explained.test(f))).toList();
    found.forEach(finding -> seen.putIfAbsent(finding.fingerprint(), finding));
    shown += found.stream().anyMatch(sought) ? 1 : 0;
    return news;
  }

  @Override
  public boolean wants(Target target) {
    return super.wants(target)
        && !isComplete(target)
        && (executions.getOrDefault(target, 0L) < perTarget || isEnumerating(target));
  }

  @Override
  public boolean seeks(Finding finding) {
    return interesting.test(finding);
  }

  @Override
  public boolean isSatisfied() {
    return shown >= enough || super.isSatisfied();
  }

  /** How many executions there were. */
  public long executions() {
    return all;
  }

  /** How many of them showed it. */
  public long shown() {
    return shown;
  }

  /** Everything that any execution showed, each defect once. */
  public Map<String, Finding> seen() {
    return Map.copyOf(seen);
  }
}
