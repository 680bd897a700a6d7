package dev.harrier.ide.current;

import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunId;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The findings of the stored runs that no newer run has taken back.
 *
 * @param runs those that can be read, newest first
 * @param findings each once, as the newest run that has it shows it
 * @param problems one sentence for each file that could not be read
 */
public record CurrentFindings(
    List<RunReport> runs, List<StoredFinding> findings, List<String> problems) {
  public CurrentFindings {
    runs = List.copyOf(runs);
    findings = List.copyOf(findings);
    problems = List.copyOf(problems);
  }

  /** Those of a store as it is now. */
  public static CurrentFindings of(RunStore store) {
    return of(store, new HashMap<>());
  }

  /**
   * The same without reading a run again that has an end.
   *
   * @param known what was read before; updated
   */
  public static CurrentFindings of(RunStore store, Map<RunId, RunReport> known) {
    List<RunReport> runs = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    try {
      List<RunId> ids = store.list();
      known.keySet().retainAll(ids);
      for (RunId id : ids) {
        read(store, id, known, problems).ifPresent(runs::add);
      }
    } catch (StoreException.Unreadable e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    return new CurrentFindings(runs, current(runs), problems);
  }

  private static Optional<RunReport> read(
      RunStore store, RunId id, Map<RunId, RunReport> known, List<String> problems)
      throws StoreException.Unreadable {
    RunReport before = known.get(id);
    if (before != null) {
      return Optional.of(before);
    }
    if (!store.hasEnded(id)) {
      return Optional.empty();
    }
    try {
      RunReport report = store.read(id);
      known.put(id, report);
      return Optional.of(report);
    } catch (StoreException.Unreadable e) {
      problems.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private static List<StoredFinding> current(List<RunReport> newestFirst) {
    List<StoredFinding> current = new ArrayList<>();
    List<RunScope> newer = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (RunReport report : newestFirst) {
      RunScope scope = RunScope.of(report.run());
      for (Finding finding : report.findings()) {
        boolean takenBack = newer.stream().anyMatch(n -> n.covers(finding, scope));
        if (!takenBack && !report.isKnown(finding) && seen.add(finding.fingerprint())) {
          current.add(new StoredFinding(report, finding));
        }
      }
      RunScope.ofWhole(report.run()).ifPresent(newer::add);
    }
    return current;
  }

  /**
   * The findings whose fingerprints begin so, by fingerprint: of those that are current, else of
   * any run.
   */
  public Map<String, List<StoredFinding>> beginning(String prefix) {
    Map<String, List<StoredFinding>> now = new LinkedHashMap<>();
    for (StoredFinding one : findings) {
      if (one.finding().fingerprint().startsWith(prefix)) {
        now.put(one.finding().fingerprint(), List.of(one));
      }
    }
    return now.isEmpty() ? StoredFinding.beginning(prefix, runs) : now;
  }
}
