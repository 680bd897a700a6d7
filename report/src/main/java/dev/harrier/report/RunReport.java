package dev.harrier.report;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
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

  /** The findings that fail a run: all but the suspicious ones. */
  public List<Finding> proven() {
    return findings.stream().filter(f -> f.strength() != Strength.SUSPICIOUS).toList();
  }

  /** What looks wrong but is not proved; shown apart, and no reason to fail. */
  public List<Finding> suspicious() {
    return findings.stream().filter(f -> f.strength() == Strength.SUSPICIOUS).toList();
  }

  /** The rules that the findings name, by id, in order of their first appearance. */
  public Map<String, Rule> rules() {
    Map<String, Rule> rules = new LinkedHashMap<>();
    findings.forEach(f -> rules.putIfAbsent(f.rule().id(), f.rule()));
    return rules;
  }
}
