package dev.harrier.report;

import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Footprint;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A run and what it found, in the order in which it is shown: by place, then by rule, but leaks of
 * programs in production by what they cost. Of what its policy knows from before it keeps what is
 * there again.
 */
public record RunReport(RunRecord run, List<Finding> findings) {
  private static final Footprint NONE = new Footprint(0, 0, 0, 0, false, 0, false, false);

  private static final Comparator<Footprint> BY_COST =
      Comparator.comparingLong(Footprint::bytes)
          .thenComparingLong(Footprint::goroutines)
          .reversed();

  static final Comparator<Finding> BY_PLACE =
      Comparator.comparing(RunReport::footprint, BY_COST)
          .thenComparing(f -> f.location().file())
          .thenComparingInt(f -> f.location().line())
          .thenComparingInt(f -> f.location().column())
          .thenComparing(f -> f.rule().id())
          .thenComparing(Finding::fingerprint);

  public RunReport {
    List<Finding> sorted = new ArrayList<>(findings);
    sorted.sort(BY_PLACE);
    findings = List.copyOf(sorted);
    FailurePolicy policy = run.policy();
    run =
        run.judgedBy(
            new FailurePolicy(
                policy.failOn(), policy.incomplete(), policy.known().among(findings)));
  }

  private static Footprint footprint(Finding finding) {
    return finding.defect() instanceof Defect.LeakedInProduction leaked ? leaked.footprint() : NONE;
  }

  /** The findings that are a reason to fail; a report shows them whole. */
  public List<Finding> failing() {
    return findings.stream().filter(this::fails).toList();
  }

  /** Those that are none, listed in one line each. */
  public List<Finding> listed() {
    return findings.stream().filter(f -> !fails(f) && !isKnown(f)).toList();
  }

  /** Those that were there before: they are counted. */
  public List<Finding> known() {
    return findings.stream().filter(this::isKnown).toList();
  }

  /** Whether a finding was there before. */
  public boolean isKnown(Finding finding) {
    return run.policy().known().covers(finding);
  }

  /** Which of those that are shown, because they fail the run or are listed, are one defect. */
  public Shapes shapes() {
    return Shapes.among(findings.stream().filter(f -> !isKnown(f)).toList());
  }

  /** The same report with each table of an interleaving changed. */
  public RunReport mapTables(UnaryOperator<Interleaving> change) {
    return map(f ->
        f.with(
            f.witness()
                .with(f.witness().interleaving().map(change))
                .contrasted(f.witness().contrast().map(c -> c.map(change)))));
  }

  /** The same findings with other data on their causes. */
  public RunReport mapCauses(UnaryOperator<Cause> change) {
    return map(f -> f.with(f.witness().causedBy(f.witness().cause().map(change))));
  }

  /** The same findings with other steps of how they happened. */
  public RunReport mapSteps(UnaryOperator<List<Step>> change) {
    return map(f -> f.with(f.explanation().mapSteps(change)));
  }

  /** The same with each finding changed. */
  public RunReport map(UnaryOperator<Finding> change) {
    return new RunReport(run, findings.stream().map(change).toList());
  }

  /** The same findings by another policy. */
  public RunReport judgedBy(FailurePolicy policy) {
    return new RunReport(run.judgedBy(policy), findings);
  }

  /** Whether a finding is a reason to fail. */
  public boolean fails(Finding finding) {
    return run.policy().fails(finding);
  }

  /** The rules that the findings name, by id, in order of their first appearance. */
  public Map<String, Rule> rules() {
    return rules(findings);
  }

  /** The rules that some findings name, by id, in order of their first appearance. */
  public static Map<String, Rule> rules(List<Finding> findings) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    findings.forEach(f -> rules.putIfAbsent(f.rule().id(), f.rule()));
    return rules;
  }
}
