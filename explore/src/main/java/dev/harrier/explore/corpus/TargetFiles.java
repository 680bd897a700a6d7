package dev.harrier.explore.corpus;

import com.google.gson.Gson;
import dev.harrier.base.file.AtomicFile;
import dev.harrier.base.file.ForeignFiles;
import dev.harrier.base.file.IoErrors;
import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A file for each target with what holds for one build of it. A file is replaced as a whole, so it
 * is never half of one; a disk that is full leaves the former one. Used under the exploration's
 * lock.
 */
public final class TargetFiles<R extends TargetFiles.Stored> {
  private static final Gson GSON = new Gson();

  private final Path directory;
  private final boolean fresh;
  private final Class<R> type;
  private final Remark.Kept what;
  private final Map<Program, String> builds = new HashMap<>();
  private final List<Remark> remarks = new ArrayList<>();
  private Optional<Remark> failure = Optional.empty();

  /** What every file has. Members may be missing in a damaged one. */
  public interface Stored {
    @Nullable String target();

    @Nullable String binary();

    /** Whether all is there, as this version writes it. */
    boolean isWhole();
  }

  /**
   * @param directory is made when there is something to keep
   * @param fresh whether to forget earlier results
   * @param what is kept
   */
  public TargetFiles(Path directory, boolean fresh, Class<R> type, Remark.Kept what) {
    this.directory = directory;
    this.fresh = fresh;
    this.type = type;
    this.what = what;
  }

  /** What was kept of a target, of whichever build; nothing if it is damaged, which is noted. */
  public Optional<R> recall(Target target) {
    if (fresh) {
      return Optional.empty();
    }
    try {
      Optional<R> stored = parsed(Files.readString(ForeignFiles.checked(file(target))));
      if (stored.isEmpty()) {
        noteDamage(target);
      }
      return stored;
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      noteDamage(target);
      return Optional.empty();
    }
  }

  private Optional<R> parsed(String text) {
    try {
      return Optional.ofNullable(GSON.fromJson(text, type)).filter(Stored::isWhole);
    } catch (RuntimeException e) { // Gson has many words for a damaged record.
      return Optional.empty();
    }
  }

  public void noteDamage(Target target) {
    remark(new Remark.Damaged(what, target.shown(), 0));
  }

  public void remark(Remark remark) {
    remarks.add(remark);
  }

  /** Whether something kept is of the build that is explored now. */
  public boolean isOfThisBuild(R stored, Target target) {
    try {
      return build(target).equals(stored.binary());
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Distinguishes the builds of a target.
   *
   * @throws IOException if its executable can't be read
   */
  String build(Target target) throws IOException {
    String known = builds.get(target.program());
    if (known == null) {
      known = Digest.of(target.program().executable());
      builds.put(target.program(), known);
    }
    return known;
  }

  /**
   * What a file must have: Gson puts null where something is missing, also into lists.
   *
   * @throws IllegalArgumentException if it is not there
   */
  public static <T> T present(@Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException("something is missing");
    }
    return value;
  }

  /** What is to be kept of a build. */
  public interface Writer<R> {
    R of(String build);
  }

  /** Keeps this in place of what was kept before. */
  public void keep(Target target, Writer<R> writer) {
    if (failure.isPresent()) {
      return;
    }
    try {
      R stored = writer.of(build(target));
      Files.createDirectories(directory);
      AtomicFile.replaceEntry(file(target), GSON.toJson(stored));
    } catch (IOException e) {
      failure = Optional.of(new Remark.NotKept(what, IoErrors.described(e)));
    }
  }

  /**
   * Adds what is kept in another directory. What is of one build is joined; what is of another
   * build takes the place of what is here.
   *
   * @throws IOException if it can't be read or kept
   */
  public void add(Path newer, BinaryOperator<R> joined) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(newer, "*.json")) {
      for (Path theirs : files) {
        Optional<R> there = stored(theirs);
        Path mine = directory.resolve(String.valueOf(theirs.getFileName()));
        if (there.isEmpty()) {
          remark(new Remark.Damaged(what, theirs.toString(), 0));
        } else {
          Optional<R> here = stored(mine).filter(stored -> isOfOneBuild(stored, there.get()));
          Files.createDirectories(directory);
          R both = here.map(stored -> joined.apply(stored, there.get())).orElse(there.get());
          AtomicFile.replaceEntry(mine, GSON.toJson(both));
        }
      }
    } catch (NoSuchFileException e) {
      // It has none.
    }
  }

  /** Empty if there is none, or it is damaged. */
  private Optional<R> stored(Path file) throws IOException {
    try {
      return parsed(Files.readString(ForeignFiles.checked(file)));
    } catch (NoSuchFileException | CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static boolean isOfOneBuild(Stored a, Stored b) {
    return Objects.equals(a.target(), b.target()) && Objects.equals(a.binary(), b.binary());
  }

  private Path file(Target target) {
    return directory.resolve(Digest.of(target.shown().getBytes(StandardCharsets.UTF_8)) + ".json");
  }

  /** What the user should know. */
  public List<Remark> remarks() {
    List<Remark> all = new ArrayList<>(remarks);
    failure.ifPresent(all::add);
    return all;
  }
}
