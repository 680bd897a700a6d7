package dev.harrier.ide.current;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A finding with the newest run that showed it. */
public record StoredFinding(RunReport report, Finding finding) {
  /**
   * The findings of some runs whose fingerprints begin so, by fingerprint; each with all runs that
   * have it, in their order.
   */
  public static Map<String, List<StoredFinding>> beginning(String prefix, List<RunReport> runs) {
    Map<String, List<StoredFinding>> found = new LinkedHashMap<>();
    for (RunReport run : runs) {
      for (Finding finding : run.findings()) {
        if (finding.fingerprint().startsWith(prefix)) {
          found
              .computeIfAbsent(finding.fingerprint(), _ -> new ArrayList<>())
              .add(new StoredFinding(run, finding));
        }
      }
    }
    return found;
  }

  /** Says that a prefix names more than one, and which. */
  public static String ambiguous(String prefix, Collection<List<StoredFinding>> found) {
    return "%s is the beginning of %d fingerprints: %s"
        .formatted(
            prefix,
            found.size(),
            found.stream().map(all -> all.getFirst().named()).collect(Collectors.joining(", ")));
  }

  private String named() {
    return "%s (%s at %s:%d)"
        .formatted(
            finding.fingerprint(),
            finding.rule().id(),
            finding.location().file(),
            finding.location().line());
  }

  public RunRecord run() {
    return report.run();
  }

  /** Whether it is a reason to fail, by the policy of its run. */
  public boolean fails() {
    return report.fails(finding);
  }
}
