package dev.harrier.explore.recording;

import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.ending.Remark.InputsDiffer.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a replay is given of a recording: only what differs from what is there. A variable gets its
 * value in the environment of the program. A file is read from a copy: the user's is not touched.
 *
 * @param target with the environment that its program is to have
 * @param remarks in what the replay differs from what is there, or from the recording
 */
public record GivenInputs(Target target, List<Remark> remarks) {
  /** The variable that names the pairs of paths, as {@code runtime/recording.go} has it. */
  private static final String VARIABLE = "HARRIER_GIVEN";

  public GivenInputs {
    remarks = List.copyOf(remarks);
  }

  /** Which recordings are given to a replay. */
  public enum Accepted {
    /** Those that this user has made. */
    OWN,
    /** Those of others also. */
    ANY,
    /** None. */
    NONE
  }

  /**
   * What is given and what is not.
   *
   * @param changed files of the module, by their place in it, that a change which is checked has
   *     edited: they are read as they are
   */
  public record Terms(Accepted accepted, Set<String> changed) {
    public Terms {
      changed = Set.copyOf(changed);
    }

    private boolean gives(boolean own) {
      return accepted == Accepted.ANY || (accepted == Accepted.OWN && own);
    }
  }

  /** As it is, where there is no recording. */
  private static GivenInputs none(Target target) {
    return new GivenInputs(target, List.of());
  }

  /**
   * What a replay of a finding is given.
   *
   * @param recorded of runs, in the order in which they are asked
   * @param scratch a directory for copies of files; is made if it is needed
   */
  public static GivenInputs of(
      Target target,
      String fingerprint,
      List<RecordingFiles> recorded,
      Optional<RecordingKey> key,
      Terms terms,
      Recordings.Directories directories,
      Path scratch)
      throws IOException {
    for (RecordingFiles files : recorded) {
      Optional<RecordingFiles.Found> found =
          files
              .find(fingerprint, key)
              .filter(f ->
                  f.recording().importPath().equals(target.program().importPath())
                      && f.recording().test().equals(target.name()));
      if (found.isPresent()) {
        return new Comparison(files, key, terms, directories, scratch).of(target, found.get());
      }
    }
    return none(target);
  }

  /** Of one recording with what is there. */
  private static final class Comparison {
    private final RecordingFiles kept;
    private final Optional<RecordingKey> key;
    private final Terms terms;
    private final Recordings.Directories directories;
    private final Path scratch;
    private final Map<String, String> environment = new HashMap<>();
    private final StringBuilder pairs = new StringBuilder();
    private int copies;
    private final Names given = new Names(new ArrayList<>(), new ArrayList<>());
    private final Names withheld = new Names(new ArrayList<>(), new ArrayList<>());
    private final Names changed = new Names(new ArrayList<>(), new ArrayList<>());

    Comparison(
        RecordingFiles kept,
        Optional<RecordingKey> key,
        Terms terms,
        Recordings.Directories directories,
        Path scratch) {
      this.kept = kept;
      this.key = key;
      this.terms = terms;
      this.directories = directories;
      this.scratch = scratch;
    }

    private record Names(List<String> variables, List<String> files) {
      Optional<Remark> remark(Reason reason) {
        return variables.isEmpty() && files.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Remark.InputsDiffer(
                    reason,
                    variables.stream().sorted().toList(),
                    files.stream().sorted().toList()));
      }
    }

    GivenInputs of(Target target, RecordingFiles.Found found) throws IOException {
      boolean gives = terms.gives(found.own());
      environment.putAll(target.program().environment());
      for (var variable : found.recording().variables().entrySet()) {
        if (Sensitive.mayBeRecorded(variable.getKey())) {
          compare(variable.getKey(), variable.getValue(), found.own());
        }
      }
      for (var file : found.recording().files().entrySet()) {
        try {
          compare(file.getKey(), file.getValue(), found.own(), gives);
        } catch (InvalidPathException e) {
          // No file is called so in this locale.
        } catch (IOException e) {
          withheld.files.add(file.getKey()); // It can't be read, or a copy can't be made.
        }
      }
      List<Remark> remarks = new ArrayList<>();
      if (!gives) {
        given
            .remark(terms.accepted() == Accepted.NONE ? Reason.DECLINED : Reason.OF_OTHERS)
            .ifPresent(remarks::add);
        withheld.remark(Reason.NOT_KEPT).ifPresent(remarks::add);
        return new GivenInputs(target, remarks);
      }
      given.remark(Reason.GIVEN).ifPresent(remarks::add);
      changed.remark(Reason.OF_CHANGE).ifPresent(remarks::add);
      withheld.remark(Reason.NOT_KEPT).ifPresent(remarks::add);
      if (!pairs.isEmpty()) {
        Path file = scratch.resolve("pairs");
        Files.write(file, pairs.toString().getBytes(StandardCharsets.UTF_8));
        environment.put(VARIABLE, file.toString());
      }
      return new GivenInputs(
          environment.equals(target.program().environment())
              ? target
              : Recordings.in(target, environment),
          remarks);
    }

    private void compare(String name, Recording.Value then, boolean own) {
      Optional<String> now = Optional.ofNullable(environment.get(name));
      switch (then) {
        case Recording.Value.Unset() when now.isPresent() -> {
          environment.remove(name);
          given.variables.add(name);
        }
        case Recording.Value.Unset() -> {
          // As it was.
        }
        case Recording.Value.Text(String text)
            when !now.equals(Optional.of(text)) && text.indexOf('\0') < 0 -> {
          environment.put(name, text);
          given.variables.add(name);
        }
        case Recording.Value.Text _ -> {
          // As it was.
        }
        case Recording.Value.Hidden hidden -> {
          boolean differs =
              now.map(value -> own && !hidden.equals(Recordings.hidden(key, name, value)))
                  .orElse(true);
          if (differs) {
            withheld.variables.add(name);
          }
        }
      }
    }

    private void compare(String name, Recording.Content then, boolean own, boolean gives)
        throws IOException {
      String opened = directories.opened(name);
      if (opened.indexOf('\0') >= 0 || !opened.startsWith("/")) {
        return;
      }
      Path path = Path.of(opened).normalize();
      if (isStill(path, then, own)) {
        return;
      }
      if (gives && terms.changed().contains(directories.named(path.toString()))) {
        changed.files.add(name);
        return;
      }
      switch (then) {
        case Recording.Content.Absent() -> {
          given.files.add(name);
          if (gives) {
            pair(opened, scratch().resolve("absent"));
          }
        }
        case Recording.Content.Known known -> {
          Path copy = scratch.resolve("copy" + ++copies);
          if (!known.kept()
              || (gives && !kept.give(known, scratch().resolve(copy.getFileName())))) {
            withheld.files.add(name);
            return;
          }
          given.files.add(name);
          if (gives) {
            pair(opened, copy);
          }
        }
        case Recording.Content.Hidden _ -> withheld.files.add(name);
      }
    }

    /** Of a large file that someone else has recorded only the size is looked at. */
    private boolean isStill(Path path, Recording.Content then, boolean own) throws IOException {
      return switch (then) {
        case Recording.Content.Absent() -> !Files.exists(path);
        case Recording.Content.Known(long size, String sha256, boolean _) ->
            Files.isRegularFile(path)
                && Files.size(path) == size
                && ((!own && size > ReadFile.MOST_KEPT)
                    || ReadFile.of(path).filter(now -> now.sha256().equals(sha256)).isPresent());
        case Recording.Content.Hidden hidden when own ->
            ReadFile.of(path)
                .filter(now -> hidden.equals(Recordings.hidden(key, now.size(), now.sha256())))
                .isPresent();
        case Recording.Content.Hidden _ -> Files.exists(path);
      };
    }

    private Path scratch() throws IOException {
      return Files.createDirectories(scratch);
    }

    private void pair(String opened, Path copy) {
      pairs.append(opened).append('\0').append(copy).append('\0');
    }
  }
}
