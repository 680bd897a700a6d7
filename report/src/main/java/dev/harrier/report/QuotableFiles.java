package dev.harrier.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The files whose lines a report may quote. Findings can come from anyone, and reports are
 * published; so a file that a finding names is read only if it is source code in the module, in
 * Go's own sources or in the module cache, wherever links lead, and no hidden file.
 *
 * @param roots the directories, without links
 */
public record QuotableFiles(List<Path> roots) {
  /** Larger ones are not read. */
  private static final int MOST_BYTES = 16 << 20;

  /** What {@code go build} compiles, and what compilers for Go name as their source. */
  private static final Set<String> EXTENSIONS =
      Set.of(
          "go", "s", "S", "sx", "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "m", "mm", "f",
          "F", "for", "f90", "y", "l", "rl", "templ", "qtpl", "proto");

  public QuotableFiles {
    roots = List.copyOf(roots);
  }

  /** Those of a run, whose module is the one that the user is in. */
  public static QuotableFiles of(RunRecord run) {
    return of(run.moduleRoot(), run.go().root(), System.getenv());
  }

  static QuotableFiles of(Path moduleRoot, Path goroot, Map<String, String> environment) {
    List<Path> roots = new ArrayList<>();
    real(workspace(moduleRoot)).ifPresent(roots::add);
    // A stored run names it, so it must show that it is one.
    if (Files.isRegularFile(goroot.resolve("VERSION"))
        && Files.isRegularFile(goroot.resolve("src/runtime/proc.go"))) {
      real(goroot.resolve("src")).ifPresent(roots::add);
    }
    moduleCache(environment).flatMap(QuotableFiles::real).ifPresent(roots::add);
    return new QuotableFiles(roots);
  }

  /** The directory of the {@code go.work} that the module may belong to, else the module. */
  private static Path workspace(Path moduleRoot) {
    for (Path place = moduleRoot; place != null; place = place.getParent()) {
      if (Files.isRegularFile(place.resolve("go.work"))) {
        return place;
      }
    }
    return moduleRoot;
  }

  private static Optional<Path> moduleCache(Map<String, String> environment) {
    String cache = environment.getOrDefault("GOMODCACHE", "");
    if (!cache.isEmpty()) {
      return SourcePaths.path(cache);
    }
    String gopath = environment.getOrDefault("GOPATH", "").split(":", 2)[0];
    return SourcePaths.path(gopath.isEmpty() ? System.getProperty("user.home") + "/go" : gopath)
        .map(path -> path.resolve("pkg/mod"));
  }

  private static Optional<Path> real(Path directory) {
    try {
      return Optional.of(directory.toRealPath());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The lines of a file; none if it may not be quoted, can't be read or is too large. */
  public List<String> lines(String file) {
    return SourcePaths.path(file)
        .filter(Path::isAbsolute)
        .flatMap(QuotableFiles::real)
        .filter(this::isQuotable)
        .map(QuotableFiles::read)
        .orElse(List.of());
  }

  /** The lines of a file that has not changed since then; none as in {@link #lines}. */
  public List<String> unchanged(String file, Instant since) {
    try {
      Optional<Path> path = SourcePaths.path(file);
      return path.isEmpty() || Files.getLastModifiedTime(path.get()).toInstant().isAfter(since)
          ? List.of()
          : lines(file);
    } catch (IOException e) {
      return List.of();
    }
  }

  private boolean isQuotable(Path real) {
    String name = String.valueOf(real.getFileName());
    return EXTENSIONS.contains(name.substring(name.lastIndexOf('.') + 1))
        && roots.stream().anyMatch(root -> real.startsWith(root) && !isHidden(root, real));
  }

  private static boolean isHidden(Path root, Path real) {
    for (Path part : root.relativize(real)) {
      if (part.toString().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  /**
   * The lines of a regular file, whichever it is; none if it is another thing, can't be read or is
   * too large.
   */
  public static List<String> read(Path file) {
    try {
      Path real = file.toRealPath();
      if (!Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)) {
        return List.of();
      }
      try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        // Malformed UTF-8 elsewhere in the file must not hide a line.
        return bytes.length > MOST_BYTES
            ? List.of()
            : new String(bytes, StandardCharsets.UTF_8).lines().toList();
      }
    } catch (IOException e) {
      return List.of();
    }
  }
}
