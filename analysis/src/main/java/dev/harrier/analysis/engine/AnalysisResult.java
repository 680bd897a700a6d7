package dev.harrier.analysis.engine;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Limit;
import dev.harrier.model.trace.Completeness;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What one trace says.
 *
 * @param completeness of the trace: what a partial one does not show proves nothing
 * @param limits what was not looked at, and how many of that kind
 * @param events how many events were looked at
 * @param ranTests whether a test, an example or a benchmark began
 */
public record AnalysisResult(
    List<Finding> findings,
    Completeness completeness,
    Map<Limit, Long> limits,
    long events,
    boolean ranTests) {
  public AnalysisResult {
    findings = List.copyOf(findings);
    limits = Map.copyOf(limits);
  }

  /** Nothing was looked at, for the reason that the completeness gives. */
  public static AnalysisResult nothing(Completeness why) {
    return new AnalysisResult(List.of(), why, Map.of(), 0, false);
  }

  /** The limits of several results together. */
  public static Map<Limit, Long> limits(Collection<AnalysisResult> results) {
    Map<Limit, Long> all = new EnumMap<>(Limit.class);
    results.forEach(r -> r.limits().forEach((limit, n) -> all.merge(limit, n, Long::sum)));
    return all;
  }

  /** The same with more findings of the same process. */
  public AnalysisResult plus(List<Finding> more) {
    return new AnalysisResult(
        Stream.concat(findings.stream(), more.stream()).toList(),
        completeness,
        limits,
        events,
        ranTests);
  }

  /** The same with each finding replaced. */
  public AnalysisResult map(UnaryOperator<Finding> replacement) {
    return new AnalysisResult(
        findings.stream().map(replacement).toList(), completeness, limits, events, ranTests);
  }
}
