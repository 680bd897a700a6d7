package dev.harrier.report;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run and what it found, in the order in which it is shown: by place, then by rule. */
public record RunReport(RunRecord run, List<Finding> findings) {
  private static final Comparator<Finding> BY_PLACE =
      Comparator.comparing((Finding f) -> f.location().file())
          .thenComparingInt(f -> f.location().line())
          .thenComparingInt(f -> f.location().column())
          .thenComparing(f -> f.rule().id())
          .thenComparing(Finding::fingerprint);

  public RunReport {
    List<Finding> sorted = new ArrayList<>(findings);
    sorted.sort(BY_PLACE);
    findings = List.copyOf(sorted);
  }

  /** The findings that are a reason to fail; a report shows them whole. */
  public List<Finding> failing() {
    return findings.stream().filter(this::fails).toList();
  }

  /** The other findings, listed in a line each. */
  public List<Finding> listed() {
    return findings.stream().filter(f -> !fails(f)).toList();
  }

  /** Whether a finding is a reason to fail. */
  public boolean fails(Finding finding) {
    return run.failOn().fails(finding.strength());
  }

  /** The rules that the findings name, by id, in order of their first appearance. */
  public Map<String, Rule> rules() {
    Map<String, Rule> rules = new LinkedHashMap<>();
    findings.forEach(f -> rules.putIfAbsent(f.rule().id(), f.rule()));
    return rules;
  }
}
