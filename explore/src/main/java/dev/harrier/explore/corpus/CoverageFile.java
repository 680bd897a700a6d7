package dev.harrier.explore.corpus;

import dev.harrier.analysis.coverage.Coverage;
import dev.harrier.analysis.coverage.Covered;
import dev.harrier.explore.guide.CoverageMemory;
import dev.harrier.model.file.AtomicFile;
import dev.harrier.model.file.IoErrors;
import dev.harrier.model.trace.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Keeps the coverage of a module's usages in one file, which is replaced as a whole. What was
 * covered is forgotten when a source file changes that it is about, or in which one of its
 * goroutines was created: lines move. What belongs to packages that are not explored this time
 * stays. Files of the module are named as they are seen from its root, so that the file means the
 * same in another clone. Used under the campaign's lock.
 */
public final class CoverageFile implements CoverageMemory {
  private static final String DAMAGED =
      "the coverage of earlier explorations is damaged and was dropped";

  private final Path file;
  private final Path moduleRoot;
  private final boolean fresh;
  private final List<Covered> ofOthers = new ArrayList<>();
  private final Map<String, Optional<String>> digests = new HashMap<>();
  private final List<String> notes = new ArrayList<>();
  private Optional<String> failure = Optional.empty();

  /**
   * @param file is made when there is something to keep
   * @param fresh whether to forget what is there
   */
  public CoverageFile(Path file, Path moduleRoot, boolean fresh) {
    this.file = file;
    this.moduleRoot = moduleRoot.toAbsolutePath().normalize();
    this.fresh = fresh;
  }

  @Override
  public void recall(Coverage coverage) {
    if (!fresh) {
      read(file).ifPresent(document -> take(document, coverage));
    }
  }

  private Optional<CoverageDocument> read(Path from) {
    try {
      Optional<CoverageDocument> document = CoverageDocument.parse(Files.readString(from));
      if (document.isEmpty()) {
        notes.add(DAMAGED);
      }
      return document;
    } catch (NoSuchFileException e) {
      return Optional.empty(); // Nothing was kept yet.
    } catch (IOException e) {
      notes.add(DAMAGED);
      return Optional.empty();
    }
  }

  private void take(CoverageDocument document, Coverage coverage) {
    int forgotten = 0;
    for (Covered kept : document.covered()) {
      if (!CoverageDocument.files(kept)
          .allMatch(
              f -> digest(absolute(f)).equals(Optional.ofNullable(document.sources().get(f))))) {
        forgotten += kept.done().size();
      } else {
        Covered covered = named(kept, this::absolute);
        if (!coverage.add(covered)) {
          ofOthers.add(covered);
        }
      }
    }
    if (forgotten > 0) {
      notes.add(
          "%,d requirements that earlier explorations met were forgotten: their sources have changed"
              .formatted(forgotten));
    }
  }

  @Override
  public void keep(Coverage coverage) {
    if (failure.isPresent()) {
      return;
    }
    List<Covered> all = Stream.concat(coverage.all().stream(), ofOthers.stream()).toList();
    Map<String, String> sources = new HashMap<>();
    all.stream()
        .flatMap(CoverageDocument::files)
        .distinct()
        .forEach(f -> digest(f).ifPresent(digest -> sources.put(relative(f), digest)));
    try {
      write(
          new CoverageDocument(sources, all.stream().map(c -> named(c, this::relative)).toList()));
    } catch (IOException e) {
      failure =
          Optional.of("the coverage of this exploration can't be kept: " + IoErrors.described(e));
    }
  }

  /**
   * Adds what is kept in another file; where sources differ, that of the other one stays.
   *
   * @throws IOException if it can't be kept
   */
  public void add(Path newer) throws IOException {
    Optional<CoverageDocument> theirs = read(newer);
    if (theirs.isPresent()) {
      write(read(file).orElse(CoverageDocument.NONE).joined(theirs.get()));
    }
  }

  private void write(CoverageDocument document) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    AtomicFile.replace(file, document.text());
  }

  private String relative(String source) {
    Path path = Path.of(source);
    return path.startsWith(moduleRoot) ? moduleRoot.relativize(path).toString() : source;
  }

  private String absolute(String source) {
    return moduleRoot.resolve(source).toString();
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

  /** Empty if it can't be read. Sources are taken to stay as they are while they are explored. */
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

  /** What the user should know, one sentence each. */
  public List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    failure.ifPresent(all::add);
    return all;
  }
}
