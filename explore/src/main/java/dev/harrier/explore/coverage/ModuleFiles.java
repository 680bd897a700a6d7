package dev.harrier.explore.coverage;

import dev.harrier.coverage.Covered;
import dev.harrier.explore.corpus.Digest;
import dev.harrier.model.trace.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The sources of one clone of a module: what is kept names them as they are seen from its root, so
 * that it means the same in another clone. They are taken to stay as they are while they are
 * explored.
 */
final class ModuleFiles {
  private final Path root;
  private final Map<String, Optional<String>> digests = new HashMap<>();

  ModuleFiles(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  /** What is kept of all that was covered here. */
  CoverageDocument document(List<Covered> covered) {
    Map<String, String> sources = new HashMap<>();
    covered.stream()
        .flatMap(CoverageDocument::files)
        .distinct()
        .forEach(f -> digest(f).ifPresent(digest -> sources.put(relative(f), digest)));
    return new CoverageDocument(
        sources, covered.stream().map(c -> named(c, this::relative)).toList());
  }

  /** Whether all files that something kept is about are here as they were. */
  boolean hold(Covered kept, Map<String, String> sources) {
    return CoverageDocument.files(kept)
        .allMatch(f -> digest(absolute(f)).equals(Optional.ofNullable(sources.get(f))));
  }

  /** What was kept, about the files here. */
  Covered found(Covered kept) {
    return named(kept, this::absolute);
  }

  private String relative(String source) {
    Path path = Path.of(source);
    return path.startsWith(root) ? root.relativize(path).toString() : source;
  }

  private String absolute(String source) {
    return root.resolve(source).toString();
  }

  private static Covered named(Covered covered, UnaryOperator<String> naming) {
    return new Covered(
        covered.node().stream()
            .map(site -> new Site(site.function(), naming.apply(site.file()), site.line()))
            .toList(),
        covered.usage().in(naming.apply(covered.usage().file())),
        covered.done(),
        covered.passable());
  }

  /** Empty if it can't be read. */
  private Optional<String> digest(String source) {
    return digests.computeIfAbsent(
        source,
        name -> {
          try {
            return Optional.of(Digest.of(Path.of(name)));
          } catch (IOException e) {
            return Optional.empty();
          }
        });
  }
}
