package dev.harrier.report.text;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.words.Commands;
import dev.harrier.report.words.Costs;
import dev.harrier.report.words.Proofs;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The last lines of a finding: what proves it, whose it is, how to see it again, what to do. */
final class Footer {
  private Footer() {}

  /**
   * @param fix what to do, or where that is said
   */
  static void write(Finding finding, String fix, Lines lines) {
    lines.labeled(
        finding.strength().isProven() ? "proof" : "basis", Proofs.of(finding.explanation()));
    lines.labeled("cost", Costs.of(finding));
    boolean ofTest = !finding.test().isEmpty();
    lines.labeled(ofTest ? "test" : "seen", ofTest ? test(finding) : sightings(finding, ""));
    lines.labeled("replay", Commands.withRate(finding.witness()));
    lines.labeled("fix", fix);
  }

  private static String test(Finding finding) {
    String seen = sightings(finding, "seen ");
    return seen.isEmpty() ? finding.test() : finding.test() + ", " + seen;
  }

  private static String sightings(Finding finding, String verb) {
    List<String> parts = new ArrayList<>();
    if (finding.count() > 1 && Costs.of(finding).isEmpty()) {
      parts.add(String.format(Locale.ROOT, "%s%,d times", verb, finding.count()));
    }
    long first = finding.sightings().firstExecution();
    if (first > 0) {
      parts.add(String.format(Locale.ROOT, "first in execution %,d", first));
    }
    return String.join(", ", parts);
  }
}
