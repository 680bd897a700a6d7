package dev.harrier.ide.lsp;

import dev.harrier.ide.current.CurrentFindings;
import dev.harrier.ide.current.ModuleStore;
import dev.harrier.ide.current.StoredFinding;
import dev.harrier.report.RunId;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.KeptLines;
import dev.harrier.report.store.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A module that the editor shows: its stored runs, and what vet says of packages since they were
 * saved.
 */
final class ModuleState {
  private final ModuleStore store;
  private final Path caches;
  private final Map<RunId, RunReport> known = new HashMap<>();
  private final Map<RunId, KeptLines> lines = new HashMap<>();
  private final Map<Path, List<ShownFinding>> vetted = new HashMap<>();
  private CurrentFindings current = new CurrentFindings(List.of(), List.of(), List.of());
  private Set<RunId> ended = Set.of();

  ModuleState(ModuleStore store, Path caches) {
    this.store = store;
    this.caches = caches;
  }

  Path root() {
    return store.root();
  }

  /** Looks at the store; true if a run has come, ended or gone. */
  synchronized boolean poll() {
    // The first run decides whether the store is in the module.
    ModuleStore now = ModuleStore.around(store.root(), caches).orElse(store);
    Set<RunId> there = new HashSet<>();
    try {
      for (RunId id : now.runs().list()) {
        if (ended.contains(id) || now.runs().hasEnded(id)) {
          there.add(id);
        }
      }
    } catch (StoreException.Unreadable e) {
      return false;
    }
    if (there.equals(ended)) {
      return false;
    }
    ended = there;
    current = CurrentFindings.of(now.runs(), known);
    lines.keySet().retainAll(there);
    for (StoredFinding finding : current.findings()) {
      lines.computeIfAbsent(finding.run().id(), id -> kept(now, id));
    }
    return true;
  }

  private static KeptLines kept(ModuleStore store, RunId id) {
    try {
      return store.runs().lines(id);
    } catch (StoreException.Unreadable e) {
      // Places can't be followed then; the findings stand.
      return KeptLines.NONE;
    }
  }

  /** One sentence for each file that could not be read. */
  synchronized List<String> problems() {
    return current.problems();
  }

  /** What vet found in a package takes the place of what it found there before. */
  synchronized void vetted(Path packageDirectory, RunReport report) {
    KeptLines kept = KeptLines.of(report);
    vetted.put(
        packageDirectory,
        report.findings().stream()
            .flatMap(f -> ShownFinding.of(new StoredFinding(report, f), kept, root()).stream())
            .toList());
  }

  /** All that is to be shown, each once. */
  synchronized List<ShownFinding> findings() {
    List<ShownFinding> all = new ArrayList<>();
    vetted.values().forEach(all::addAll);
    Set<String> fingerprints = new HashSet<>();
    all.forEach(f -> fingerprints.add(f.finding().fingerprint()));
    for (StoredFinding finding : current.findings()) {
      boolean vetSince =
          finding.finding().rule().id().equals("closure-race")
              && vetted.containsKey(Path.of(finding.finding().location().file()).getParent());
      if (!vetSince && fingerprints.add(finding.finding().fingerprint())) {
        ShownFinding.of(finding, lines.getOrDefault(finding.run().id(), KeptLines.NONE), root())
            .ifPresent(all::add);
      }
    }
    return all;
  }

  /** The directory of a run. */
  Path page(RunId run) {
    return ModuleStore.around(store.root(), caches).orElse(store).runs().directory(run).page();
  }
}
