package dev.harrier.ide.lsp;

import dev.harrier.ide.current.ModuleStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.services.LanguageClient;

/** The modules that an editor shows, and the diagnostics that it was sent. */
final class Workspace {
  private final Path caches;
  private final LanguageClient client;
  private final Documents documents;
  private final Diagnostics diagnostics;
  private final Map<Path, ModuleState> modules = new ConcurrentHashMap<>();
  private final Map<Path, List<Diagnostic>> published = new HashMap<>();
  private final Set<String> told = new HashSet<>();

  Workspace(Path caches, LanguageClient client, Documents documents) {
    this.caches = caches;
    this.client = client;
    this.documents = documents;
    this.diagnostics = new Diagnostics(documents);
  }

  /** The module of a file or a directory; it is watched from here on. */
  Optional<ModuleState> moduleOf(Path place) {
    return ModuleStore.around(place, caches)
        .map(store -> modules.computeIfAbsent(store.root(), _ -> new ModuleState(store, caches)));
  }

  /** The finding of that fingerprint in the module of a file. */
  Optional<ShownFinding> finding(Path file, String fingerprint) {
    return moduleOf(file).stream()
        .flatMap(m -> m.findings().stream())
        .filter(f -> f.finding().fingerprint().equals(fingerprint))
        .findFirst();
  }

  /** What is shown in a file. */
  List<ShownFinding> findingsIn(Path file) {
    return moduleOf(file).stream()
        .flatMap(m -> m.findings().stream())
        .filter(f -> f.file().equals(file))
        .toList();
  }

  /** Looks at all stores; true if one of them has changed. */
  boolean poll() {
    boolean changed = false;
    for (ModuleState module : modules.values()) {
      if (module.poll()) {
        changed = true;
        module.problems().forEach(this::warn);
      }
    }
    return changed;
  }

  /** Informs the user once. */
  void warn(String problem) {
    boolean news;
    synchronized (told) {
      news = told.add(problem);
    }
    if (news) {
      client.showMessage(new MessageParams(MessageType.Warning, "Harrier: " + problem));
    }
  }

  /** Sends the editor the diagnostics that have changed. */
  synchronized void publish() {
    Map<Path, List<Diagnostic>> now = new HashMap<>();
    for (ModuleState module : modules.values()) {
      for (ShownFinding finding : module.findings()) {
        now.computeIfAbsent(finding.file(), _ -> new ArrayList<>()).add(diagnostics.of(finding));
      }
    }
    Set<Path> files = new HashSet<>(now.keySet());
    files.addAll(published.keySet());
    for (Path file : files) {
      List<Diagnostic> all = now.getOrDefault(file, List.of());
      if (!all.equals(published.getOrDefault(file, List.of()))) {
        client.publishDiagnostics(new PublishDiagnosticsParams(Documents.uri(file), all));
      }
    }
    published.clear();
    published.putAll(now);
  }

  Documents documents() {
    return documents;
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }
}
