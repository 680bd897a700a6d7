package dev.harrier.cli.output;

import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.model.ending.Gap;
import java.util.List;

/** What the analysis of several traces did not look at. */
public final class TraceGaps {
  private TraceGaps() {}

  /** The gaps of all of them; those with one reason are counted as one. */
  public static List<Gap> of(List<AnalysisResult> results) {
    return Gap.of(
        results.stream().map(AnalysisResult::completeness).toList(),
        AnalysisResult.limits(results));
  }
}
