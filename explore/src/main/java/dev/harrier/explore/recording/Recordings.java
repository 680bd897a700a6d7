package dev.harrier.explore.recording;

import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.LocalWorker;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the recordings of a run: runs a schedule with hooks that write down what it reads, and
 * looks at what is there immediately afterwards. What the execution itself has changed is left out,
 * as it would change it again.
 */
public final class Recordings {
  private static final int TRIES = 2;

  static final int MOST_NAMES = 1000;

  /** How coarse the times of files may be. */
  private static final Duration COARSENESS = Duration.ofMillis(20);

  private static final List<Path> NO_FILES =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

  private final Directories directories;
  private final RecordingFiles files;
  private final Optional<RecordingKey> key;
  private final boolean values;

  /**
   * @param files where the recordings are kept
   * @param key of the user
   * @param values whether values and contents are kept; else only digests are
   */
  public Recordings(
      Directories directories, RecordingFiles files, Optional<RecordingKey> key, boolean values) {
    this.values = values;
    this.directories = directories;
    this.files = files;
    this.key = key;
  }

  /**
   * The directories by which files are named, or left out.
   *
   * @param moduleRoot its files are called by their place in it
   * @param unchanging directories whose files are not recorded: they belong to a version of Go or
   *     of a module, or are Harrier's own
   */
  public record Directories(Path moduleRoot, List<Path> unchanging) {
    /** With all links followed, as the system names directories. */
    public Directories {
      moduleRoot = real(moduleRoot);
      unchanging = unchanging.stream().map(Directories::real).toList();
    }

    private static Path real(Path path) {
      try {
        return path.toRealPath();
      } catch (IOException e) {
        return path.toAbsolutePath();
      }
    }

    /** How a recording calls a file that the program opened. */
    String named(String opened) {
      String root = moduleRoot + "/";
      return opened.startsWith(root) ? opened.substring(root.length()) : opened;
    }

    /** How the program opens a file, here. */
    String opened(String named) {
      return named.startsWith("/") ? named : moduleRoot + "/" + named;
    }
  }

  /**
   * Makes the recording of a finding, if its schedule shows it again.
   *
   * @param worker one that starts its executions
   */
  public void make(Worker worker, Job job, String fingerprint) throws WorkerException, IOException {
    Path reads = files.directory().resolveSibling("reads");
    Target target = with(job.target(), Map.of(ReadNames.VARIABLE, reads.toString()));
    Job reading = new Job(target, job.schedule(), job.limits(), job.detail());
    for (int i = 0; i < TRIES; i++) {
      Files.deleteIfExists(reads);
      Instant start = Instant.now().minus(COARSENESS);
      try {
        Result result = worker.run(reading);
        if (result.findings().stream().anyMatch(f -> f.fingerprint().equals(fingerprint))) {
          files.save(fingerprint, of(job.target(), ReadNames.of(reads), start), key);
          return;
        }
      } finally {
        Files.deleteIfExists(reads);
      }
    }
  }

  /** A target with more in the environment of its program. */
  static Target with(Target target, Map<String, String> variables) {
    Map<String, String> all = new HashMap<>(target.program().environment());
    all.putAll(variables);
    return in(target, all);
  }

  /** A target with another environment of its program. */
  static Target in(Target target, Map<String, String> environment) {
    Program p = target.program();
    Program other =
        new Program(
            p.importPath(), p.executable(), p.runner(), p.directory(), p.code(), environment);
    return switch (target) {
      case Target.OneTest t -> new Target.OneTest(other, t.test(), t.below(), t.flags());
      case Target.Main m -> new Target.Main(other, m.arguments());
    };
  }

  private Recording of(Target target, ReadNames names, Instant start) throws IOException {
    Program program = target.program();
    Map<String, String> environment = program.environment();
    Map<String, Recording.Value> variables = new LinkedHashMap<>();
    for (String name : names.variables()) {
      record(name, environment, variables);
    }
    if (names.allVariables()) {
      environment.keySet().stream().sorted().forEach(name -> record(name, environment, variables));
    }
    Map<String, Recording.Content> contents = new LinkedHashMap<>();
    long room = RecordingFiles.MOST_OF_FINDING;
    for (String opened : names.files()) {
      String name = directories.named(opened);
      try {
        Path path = Path.of(opened).normalize();
        if (contents.size() == MOST_NAMES || isLeftOut(path, program)) {
          continue;
        }
        Optional<Recording.Content> content = content(path, start, room);
        content.ifPresent(c -> contents.put(name, c));
        if (content.isPresent()
            && content.get() instanceof Recording.Content.Known(long size, String _, boolean kept)
            && kept) {
          room -= size;
        }
      } catch (IOException | InvalidPathException e) {
        // It can't be read, or not in this locale; a replay reads what is there.
      }
    }
    return new Recording(program.importPath(), target.name(), variables, contents);
  }

  private void record(
      String name, Map<String, String> environment, Map<String, Recording.Value> to) {
    if (!Sensitive.mayBeRecorded(name) || to.size() == MOST_NAMES) {
      return;
    }
    String value = environment.get(name);
    if (value == null) {
      to.put(name, new Recording.Value.Unset());
    } else if (!values || Sensitive.isSecret(name, value)) {
      to.put(name, hidden(key, name, value));
    } else {
      to.put(name, new Recording.Value.Text(value));
    }
  }

  static Recording.Value.Hidden hidden(Optional<RecordingKey> key, String name, String value) {
    return new Recording.Value.Hidden(key.map(k -> k.digest(name + "=" + value)).orElse(""));
  }

  static Recording.Content.Hidden hidden(Optional<RecordingKey> key, long size, String sha256) {
    return new Recording.Content.Hidden(key.map(k -> k.digest(size + " " + sha256)).orElse(""));
  }

  private boolean isLeftOut(Path path, Program program) {
    return !path.isAbsolute()
        || path.equals(program.executable())
        || LocalWorker.isTemporary(path)
        || NO_FILES.stream().anyMatch(path::startsWith)
        || directories.unchanging().stream().anyMatch(path::startsWith);
  }

  /** Empty if nothing can be said of it, or the execution has changed it. */
  private Optional<Recording.Content> content(Path path, Instant start, long room)
      throws IOException {
    if (!Files.exists(path)) {
      return Optional.of(new Recording.Content.Absent());
    }
    Optional<ReadFile> read = ReadFile.of(path);
    if (read.isEmpty() || !Files.getLastModifiedTime(path).toInstant().isBefore(start)) {
      return Optional.empty();
    }
    ReadFile file = read.get();
    if (!values || Sensitive.isSecret(path, path.startsWith(directories.moduleRoot()))) {
      return Optional.of(hidden(key, file.size(), file.sha256()));
    }
    boolean kept =
        file.bytes().isPresent()
            && file.size() <= room
            && files.keep(file.bytes().get(), file.sha256());
    return Optional.of(new Recording.Content.Known(file.size(), file.sha256(), kept));
  }
}
