package dev.harrier.analysis;

import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.PollLoops;
import dev.harrier.analysis.explain.SourceLines;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.Parts;
import dev.harrier.report.words.Proofs;
import dev.harrier.report.words.Steps;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;

/** Applies all rules to text traces of a module named {@code app}. */
public final class Analyzed {
  /** A test that begins, in goroutine 7, on behalf of the main goroutine. */
  public static final String TEST_BEGINS =
      """
      g1 spawn g7 testing.tRunner testing.go:10 @ testing.(*T).Run testing.go:20 < main.main m.go:3
      g7 test-begin t1 TestIt
      """;

  private Analyzed() {}

  public static AnalysisContext context() {
    return new AnalysisContext(List.of("app"), "", SourceLines.none());
  }

  public static List<Finding> findings(String trace) {
    return new Engine(Catalog.rules(), context()).run(TextTrace.parse(trace)).findings();
  }

  /** The findings of a trace in which a test begins first, of a source with these loops. */
  public static List<Finding> inTest(String trace, PollLoops loops) {
    AnalysisContext context = new AnalysisContext(List.of("app"), "", SourceLines.none(), loops);
    return new Engine(Catalog.rules(), context)
        .run(TextTrace.parse(TEST_BEGINS + trace))
        .findings();
  }

  /** The findings of a trace in which a test begins first. */
  public static List<Finding> inTest(String trace) {
    return findings(TEST_BEGINS + trace);
  }

  /** What a report says is wrong. */
  public static String message(Finding finding) {
    return DefectWords.of(finding);
  }

  /** What a report says proves it. */
  public static String proof(Finding finding) {
    return Proofs.of(finding.explanation());
  }

  /** How a report says it happened. */
  public static List<String> steps(Finding finding) {
    return finding.explanation().steps().stream().map(Steps::of).toList();
  }

  /** The part of each goroutine, as a report has it. */
  public static List<String> parts(Finding finding) {
    return finding.participants().stream().map(p -> Parts.part(p.part())).toList();
  }

  /** Rule and line of each finding: "goroutine-leak 12". */
  public static List<String> summary(List<Finding> findings) {
    return findings.stream().map(f -> f.rule().id() + " " + f.location().line()).toList();
  }
}
