package dev.harrier.explore.coverage;

import dev.harrier.base.file.IoErrors;
import dev.harrier.coverage.Coverage;
import dev.harrier.coverage.Covered;
import dev.harrier.explore.corpus.Digest;
import dev.harrier.explore.corpus.SharedTexts;
import dev.harrier.model.ending.Remark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The coverage that several machines gather together: a text for the usages of each source file, to
 * which each adds what it covered, and takes what the others did. Used under the exploration's
 * lock.
 */
public final class SharedCoverage implements CoverageMemory {
  private final SharedTexts texts;
  private final ModuleFiles files;
  private final Map<String, String> written = new HashMap<>();
  private Optional<Remark> failure = Optional.empty();

  /**
   * @param texts by digests of the names of source files
   */
  public SharedCoverage(SharedTexts texts, Path moduleRoot) {
    this.texts = texts;
    this.files = new ModuleFiles(moduleRoot);
  }

  @Override
  public void recall(Coverage coverage) {
    try {
      for (String text : texts.all().values()) {
        CoverageDocument.parse(text).ifPresent(d -> take(d, coverage));
      }
    } catch (IOException e) {
      failed(e);
    }
  }

  private void take(CoverageDocument document, Coverage coverage) {
    for (Covered kept : document.covered()) {
      if (files.hold(kept, document.sources())) {
        coverage.add(files.found(kept));
      }
    }
  }

  @Override
  public boolean keep(Coverage coverage) {
    Map<String, List<Covered>> byFile =
        coverage.all().stream().collect(Collectors.groupingBy(c -> c.usage().file()));
    try {
      for (List<Covered> covered : byFile.values()) {
        CoverageDocument mine = files.document(covered);
        String text = mine.text();
        String name = mine.covered().getFirst().usage().file();
        String key = Digest.of(name.getBytes(StandardCharsets.UTF_8));
        if (!text.equals(written.get(key))) {
          change(key, mine, coverage);
          written.put(key, text);
        }
      }
      failure = Optional.empty();
      return true;
    } catch (IOException e) {
      failed(e);
      return false;
    }
  }

  private void change(String key, CoverageDocument mine, Coverage coverage) throws IOException {
    texts.change(
        key,
        before -> {
          CoverageDocument theirs = CoverageDocument.parse(before).orElse(CoverageDocument.NONE);
          take(theirs, coverage);
          CoverageDocument both = theirs.joined(mine);
          return both.covers(theirs) ? before : both.text();
        });
  }

  private void failed(IOException e) {
    failure = Optional.of(new Remark.NotKept(Remark.Kept.COVERAGE, IoErrors.described(e)));
  }

  /** How many requirements all of them met; how many there are is only known with the code. */
  public static int met(SharedTexts texts) throws IOException {
    List<Covered> all = new ArrayList<>();
    for (String text : texts.all().values()) {
      CoverageDocument.parse(text).ifPresent(d -> all.addAll(d.covered()));
    }
    Coverage coverage = new Coverage(all.stream().map(Covered::usage).distinct().toList());
    all.forEach(coverage::add);
    return coverage.covered();
  }

  /** What the user should know. */
  public List<Remark> remarks() {
    return failure.stream().toList();
  }
}
