package dev.harrier.analysis.engine;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.trace.Completeness;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What one trace says.
 *
 * @param completeness of the trace: what a partial one does not show proves nothing
 * @param events how many events were looked at
 */
public record AnalysisResult(List<Finding> findings, Completeness completeness, long events) {
  public AnalysisResult {
    findings = List.copyOf(findings);
  }

  /** The same with each finding replaced. */
  public AnalysisResult map(UnaryOperator<Finding> replacement) {
    return new AnalysisResult(findings.stream().map(replacement).toList(), completeness, events);
  }
}
