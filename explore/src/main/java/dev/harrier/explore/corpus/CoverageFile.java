package dev.harrier.explore.corpus;

import com.google.gson.Gson;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the coverage of a module's usages in one file, which is replaced as a whole. What was
 * covered is forgotten when a source file changes that it is about, or in which one of its
 * goroutines was created: lines move. What belongs to packages that are not explored this time
 * stays. Used under the campaign's lock.
 */
public final class CoverageFile implements CoverageMemory {
  private static final int VERSION = 1;
  private static final Gson GSON = new Gson();

  private final Path file;
  private final boolean fresh;
  private final List<Covered> ofOthers = new ArrayList<>();
  private final Map<String, Optional<String>> digests = new HashMap<>();
  private final List<String> notes = new ArrayList<>();
  private Optional<String> failure = Optional.empty();

  /**
   * @param file is made when there is something to keep
   * @param fresh whether to forget what is there
   */
  public CoverageFile(Path file, boolean fresh) {
    this.file = file;
    this.fresh = fresh;
  }

  /** Members that may be missing in a damaged file. */
  private record Raw(
      int version, @Nullable Map<String, String> sources, @Nullable List<CoveredText> covered) {}

  @Override
  public void recall(Coverage coverage) {
    if (fresh) {
      return;
    }
    try {
      Raw raw = GSON.fromJson(Files.readString(file), Raw.class);
      if (raw == null || raw.version != VERSION || raw.sources == null || raw.covered == null) {
        notes.add("the coverage of earlier explorations is damaged and was dropped");
        return;
      }
      List<Covered> all = new ArrayList<>();
      for (CoveredText text : raw.covered) {
        all.add(text.value());
      }
      take(all, raw.sources, coverage);
    } catch (NoSuchFileException e) {
      // Nothing was kept yet.
    } catch (IOException | RuntimeException e) { // Gson has many words for a damaged record.
      notes.add("the coverage of earlier explorations is damaged and was dropped");
    }
  }

  private void take(List<Covered> all, Map<String, String> sources, Coverage coverage) {
    int forgotten = 0;
    for (Covered covered : all) {
      if (!files(covered).allMatch(f -> digest(f).equals(Optional.ofNullable(sources.get(f))))) {
        forgotten += covered.done().size();
      } else if (!coverage.add(covered)) {
        ofOthers.add(covered);
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
        .flatMap(CoverageFile::files)
        .distinct()
        .forEach(f -> digest(f).ifPresent(digest -> sources.put(f, digest)));
    List<CoveredText> texts = all.stream().map(CoveredText::of).toList();
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicFile.replace(file, GSON.toJson(new Raw(VERSION, sources, texts)));
    } catch (IOException e) {
      failure =
          Optional.of("the coverage of this exploration can't be kept: " + IoErrors.described(e));
    }
  }

  private static Stream<String> files(Covered covered) {
    return Stream.concat(
        Stream.of(covered.usage().file()), covered.node().stream().map(Site::file));
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
