package dev.harrier.explore.coverage;

import dev.harrier.base.file.AtomicFile;
import dev.harrier.base.file.ForeignFiles;
import dev.harrier.base.file.IoErrors;
import dev.harrier.coverage.Coverage;
import dev.harrier.coverage.Covered;
import dev.harrier.model.ending.Remark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps the coverage of a module's usages in one file, which is replaced as a whole. What was
 * covered is forgotten when a source file changes that it is about, or in which one of its
 * goroutines was created: lines move. What belongs to packages that are not explored this time
 * stays. Files of the module are named as they are seen from its root, so that the file means the
 * same in another clone. Used under the exploration's lock.
 */
public final class CoverageFile implements CoverageMemory {
  private static final Remark DAMAGED = new Remark.Damaged(Remark.Kept.COVERAGE, "", 0);

  private final Path file;
  private final ModuleFiles files;
  private final boolean fresh;
  private final List<Covered> ofOthers = new ArrayList<>();
  private final List<Remark> remarks = new ArrayList<>();
  private Optional<Remark> failure = Optional.empty();

  /**
   * @param file is made when there is something to keep
   * @param fresh whether to forget earlier results
   */
  public CoverageFile(Path file, Path moduleRoot, boolean fresh) {
    this.file = file;
    this.files = new ModuleFiles(moduleRoot);
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
      Optional<CoverageDocument> document =
          CoverageDocument.parse(Files.readString(ForeignFiles.checked(from)));
      if (document.isEmpty()) {
        remarks.add(DAMAGED);
      }
      return document;
    } catch (NoSuchFileException e) {
      return Optional.empty(); // Nothing was kept yet.
    } catch (IOException e) {
      remarks.add(DAMAGED);
      return Optional.empty();
    }
  }

  private void take(CoverageDocument document, Coverage coverage) {
    int forgotten = 0;
    for (Covered kept : document.covered()) {
      if (!files.hold(kept, document.sources())) {
        forgotten += kept.done().size();
      } else {
        Covered covered = files.found(kept);
        if (!coverage.add(covered)) {
          ofOthers.add(covered);
        }
      }
    }
    if (forgotten > 0) {
      remarks.add(new Remark.Outdated(Remark.Kept.COVERAGE, "", forgotten));
    }
  }

  @Override
  public boolean keep(Coverage coverage) {
    if (failure.isPresent()) {
      return false;
    }
    List<Covered> all = Stream.concat(coverage.all().stream(), ofOthers.stream()).toList();
    try {
      write(files.document(all));
      return true;
    } catch (IOException e) {
      failure = Optional.of(new Remark.NotKept(Remark.Kept.COVERAGE, IoErrors.described(e)));
      return false;
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

  /** What the user should know. */
  public List<Remark> remarks() {
    List<Remark> all = new ArrayList<>(remarks);
    failure.ifPresent(all::add);
    return all;
  }
}
