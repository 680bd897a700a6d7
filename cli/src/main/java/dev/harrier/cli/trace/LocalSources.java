package dev.harrier.cli.trace;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.toolchain.driver.MainModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the files are that an executable names: under the directory that it was built in or, built
 * with {@code -trimpath}, under the path of its module.
 */
final class LocalSources {
  private final Map<String, Path> directories = new LinkedHashMap<>();

  private LocalSources() {}

  static LocalSources of(List<MainModule> modules) throws IOException {
    LocalSources sources = new LocalSources();
    for (MainModule module : modules) {
      sources.directories.put(module.path(), module.directory().toRealPath());
    }
    return sources;
  }

  /** The file of one of the modules; nothing if it is of none. */
  Optional<Path> find(String file) {
    for (Map.Entry<String, Path> module : directories.entrySet()) {
      Path root = module.getValue();
      String prefix = module.getKey() + "/";
      Path there =
          file.startsWith(prefix) ? root.resolve(file.substring(prefix.length())) : Path.of(file);
      if (there.startsWith(root) && Files.isRegularFile(there)) {
        return Optional.of(there);
      }
    }
    return Optional.empty();
  }

  /** The finding with the files where its goroutines are as a build in the module names them. */
  Finding localised(Finding finding) {
    List<Participant> local = finding.participants().stream().map(this::localised).toList();
    return finding.with(finding.explanation().with(local));
  }

  private Participant localised(Participant p) {
    Stack stack =
        new Stack(p.stack().frames().stream().map(this::localised).toList(), p.stack().truncated());
    return new Participant(
        p.id(),
        p.part(),
        p.condition(),
        p.awaits(),
        stack,
        p.createdAt(),
        p.creator(),
        p.lastOperations());
  }

  private Site localised(Site site) {
    return find(site.file())
        .map(file -> new Site(site.function(), file.toString(), site.line()))
        .orElse(site);
  }
}
