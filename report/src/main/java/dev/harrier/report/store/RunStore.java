package dev.harrier.report.store;

import dev.harrier.base.file.ForeignFiles;
import dev.harrier.base.file.IoErrors;
import dev.harrier.base.file.Trees;
import dev.harrier.base.process.Background;
import dev.harrier.base.process.Processes;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunId;
import dev.harrier.report.RunProgress;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.json.MalformedJsonException;
import dev.harrier.report.json.NewerVersionException;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The runs of one module. */
public final class RunStore {
  private static final String LATEST = "latest";

  /** How many runs are kept. */
  public static final int RUNS_KEPT = 20;

  /** How long a run is kept. */
  public static final Duration AGE_KEPT = Duration.ofDays(90);

  /** How many bytes the runs but the newest may take. */
  public static final long BYTES_KEPT = 512L << 20;

  private final Path directory;
  private final Path moduleRoot;

  /**
   * Those from before the run that continues, read meanwhile: it takes longer than a small test.
   */
  private Optional<Background<List<KeptRun>, RuntimeException>> older = Optional.empty();

  /**
   * The store in {@code directory}, which need not exist.
   *
   * @param moduleRoot where the files that findings name are looked for
   */
  public RunStore(Path directory, Path moduleRoot) {
    this.directory = directory;
    this.moduleRoot = moduleRoot;
  }

  private Path runs() {
    return directory.resolve("runs");
  }

  private RunDirectory at(RunId id) {
    return new RunDirectory(id, runs().resolve(id.value()));
  }

  /**
   * Makes the directory of a new run, with {@code traces} and {@code bin} in it.
   *
   * @throws StoreException.Unwritable if it can't be made
   */
  public RunDirectory begin(Instant start) throws StoreException.Unwritable {
    try {
      Files.createDirectories(runs());
      for (int attempt = 1; ; attempt++) {
        RunDirectory run = at(RunId.of(start, attempt));
        try {
          Files.createDirectory(run.path());
        } catch (FileAlreadyExistsException e) {
          continue;
        }
        Files.createDirectory(run.traces());
        Files.createDirectory(run.binaries());
        older = Optional.of(Background.start(() -> kept(run)));
        return run;
      }
    } catch (IOException e) {
      throw StoreLocation.unwritable(runs(), e);
    }
  }

  /**
   * Makes a run the latest, and removes what is no longer kept since it began.
   *
   * @throws StoreException.Unwritable if the link can't be set or old runs can't be removed
   */
  public void finish(RunDirectory run) throws StoreException.Unwritable {
    try {
      Path link = directory.resolve(LATEST);
      Path next = directory.resolve("." + LATEST + "-" + run.id());
      Files.deleteIfExists(next);
      Files.createSymbolicLink(next, directory.relativize(run.path()));
      Files.move(next, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      List<KeptRun> newestFirst = new ArrayList<>(List.of(KeptRun.read(run)));
      newestFirst.addAll(older.isPresent() ? older.get().get() : kept(run));
      new Pruning(RUNS_KEPT, AGE_KEPT, BYTES_KEPT).apply(newestFirst);
    } catch (IOException e) {
      throw StoreLocation.unwritable(directory, e);
    }
  }

  /** Whether a file of a store is the link to its latest run, or is about to be. */
  static boolean isLatest(Path store, Path file) {
    String name = String.valueOf(file.getFileName());
    return store.equals(file.getParent())
        && (name.equals(LATEST) || name.startsWith("." + LATEST + "-"));
  }

  private List<KeptRun> kept(RunDirectory besides) throws IOException {
    List<KeptRun> runs = new ArrayList<>();
    for (RunId id : newestFirst()) {
      if (!id.equals(besides.id())) {
        runs.add(KeptRun.read(at(id)));
      }
    }
    return runs;
  }

  /**
   * Removes a run without a result: what it was to run can't be run.
   *
   * @throws StoreException.Unwritable if it can't be removed
   */
  public void discard(RunDirectory run) throws StoreException.Unwritable {
    try {
      Trees.delete(run.path());
    } catch (IOException e) {
      throw StoreLocation.unwritable(run.path(), e);
    }
  }

  /** The newest run that began before this one. Another Harrier may remove it at any moment. */
  public Optional<RunDirectory> before(RunDirectory run) throws StoreException.Unreadable {
    return list().stream().filter(id -> id.compareTo(run.id()) < 0).findFirst().map(this::at);
  }

  /** All runs, newest first. */
  public List<RunId> list() throws StoreException.Unreadable {
    try {
      return newestFirst();
    } catch (IOException e) {
      throw new StoreException.Unreadable(
          "can't list %s: %s".formatted(runs(), IoErrors.reason(e)));
    }
  }

  private List<RunId> newestFirst() throws IOException {
    List<RunId> ids = new ArrayList<>();
    try (DirectoryStream<Path> children = Files.newDirectoryStream(runs())) {
      for (Path child : children) {
        String name = String.valueOf(child.getFileName());
        if (RunId.isRunId(name)) {
          ids.add(new RunId(name));
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    ids.sort(Collections.reverseOrder());
    return List.copyOf(ids);
  }

  /** The newest run that has an end. */
  public RunReport latest() throws StoreException.Unreadable {
    for (RunId id : list()) {
      if (hasEnded(id)) {
        return read(id);
      }
    }
    throw new StoreException.Unreadable(
        "no finished run in %s; start one with harrier test".formatted(directory));
  }

  /** What is known of a run apart from its findings, which are not read. */
  public RunRecord header(RunId id) throws StoreException.Unreadable {
    existing(id);
    return header(at(id).path(), moduleRoot);
  }

  /**
   * Whether a run is there that has findings, or is known to have none. While it writes them it has
   * not: what it covers is known when it has its end.
   */
  public boolean hasEnded(RunId id) {
    if (!Files.exists(at(id).path().resolve(RunDirectory.FINDINGS))) {
      return false;
    }
    try {
      return !isRunning(header(id));
    } catch (StoreException.Unreadable e) {
      // A reader of it gets the reason.
      return true;
    }
  }

  /** A run and its findings. */
  public RunReport read(RunId id) throws StoreException.Unreadable {
    return readAt(existing(id), moduleRoot);
  }

  private Path existing(RunId id) throws StoreException.Unreadable {
    Path run = at(id).path();
    if (!Files.isDirectory(run)) {
      throw new StoreException.Unreadable(
          "no run %s in %s; harrier report -list shows the runs that are there"
              .formatted(id, directory));
    }
    return run;
  }

  /**
   * A run as it is now: whole if it has ended, else with what was found until now, which may be
   * nothing.
   *
   * @param mostBytes of findings; more are refused
   */
  public RunReport soFar(RunId id, long mostBytes) throws StoreException.Unreadable {
    Path run = existing(id);
    long bytes =
        Math.max(
            run.resolve(RunDirectory.FOUND).toFile().length(),
            run.resolve(RunDirectory.FINDINGS).toFile().length());
    if (bytes > mostBytes) {
      throw new StoreException.Unreadable(
          "run %s has %,d MB of findings, too much to show here; harrier report %s prints them"
              .formatted(id, bytes >> 20, id));
    }
    return soFarAt(run, moduleRoot);
  }

  /** Another text whenever what {@link #soFar} says may have changed. */
  public String stamp(RunId id) {
    StringBuilder stamp = new StringBuilder();
    for (String name : List.of(RunDirectory.RUN, RunDirectory.FINDINGS, RunDirectory.FOUND)) {
      File file = at(id).path().resolve(name).toFile();
      stamp.append(file.lastModified()).append('/').append(file.length()).append(' ');
    }
    return stamp.toString();
  }

  /** How far a run is; empty if it does not say, or has ended. */
  public Optional<RunProgress> progress(RunId id) throws StoreException.Unreadable {
    return readIfThere(at(id).path().resolve(RunDirectory.PROGRESS), JsonDocuments::readProgress);
  }

  /** Whether a run that has no end may still get one: its process is there. */
  public static boolean isRunning(RunRecord run) {
    return run.ending().isEmpty() && Processes.isRunning(run.pid());
  }

  /** Whether a directory is that of a run, wherever it is. */
  public static boolean isRun(Path directory) {
    return Files.isRegularFile(directory.resolve(RunDirectory.RUN));
  }

  /**
   * A run that was brought here from elsewhere.
   *
   * @param run its directory
   * @param moduleRoot where the files that findings name are looked for
   */
  public static RunReport readAt(Path run, Path moduleRoot) throws StoreException.Unreadable {
    RunRecord header = header(run, moduleRoot);
    Path findings = run.resolve(RunDirectory.FINDINGS);
    if (header.ending().isEmpty() && !Files.exists(findings)) {
      throw new StoreException.Unreadable(unfinished(header));
    }
    List<Finding> found = read(findings, reader -> JsonDocuments.readFindings(reader, moduleRoot));
    return new RunReport(header, found);
  }

  private static RunRecord header(Path run, Path moduleRoot) throws StoreException.Unreadable {
    return read(run.resolve(RunDirectory.RUN), reader -> JsonDocuments.readRun(reader, moduleRoot));
  }

  /**
   * As {@link #readAt}, of a run that need not have ended: then with what it had found until it was
   * killed, which may be nothing.
   */
  public static RunReport soFarAt(Path run, Path moduleRoot) throws StoreException.Unreadable {
    RunRecord header = header(run, moduleRoot);
    if (header.ending().isPresent() || Files.exists(run.resolve(RunDirectory.FINDINGS))) {
      return readAt(run, moduleRoot);
    }
    return new RunReport(
        header,
        readIfThere(
                run.resolve(RunDirectory.FOUND),
                reader -> JsonDocuments.readFindings(reader, moduleRoot))
            .orElse(List.of()));
  }

  /** The lines of source that the findings of a run name, as far as they were kept. */
  public KeptLines lines(RunId id) throws StoreException.Unreadable {
    Path file = at(id).path().resolve(RunDirectory.LINES);
    return Files.exists(file) ? read(file, KeptLines::read) : KeptLines.NONE;
  }

  /** Where a run is kept. */
  public RunDirectory directory(RunId id) {
    return at(id);
  }

  private static String unfinished(RunRecord run) {
    return isRunning(run)
        ? "run %s is still running (process %d)".formatted(run.id(), run.pid())
        : "run %s was killed before it could report; run it again: %s"
            .formatted(run.id(), String.join(" ", run.command()));
  }

  private static <T> T read(Path file, Parser<T> parser) throws StoreException.Unreadable {
    return readIfThere(file, parser).orElseThrow(() -> damaged(file, "it is missing"));
  }

  private static <T> Optional<T> readIfThere(Path file, Parser<T> parser)
      throws StoreException.Unreadable {
    try (Reader reader = Files.newBufferedReader(ForeignFiles.checked(file))) {
      return Optional.of(parser.parse(reader));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (NewerVersionException e) {
      throw new StoreException.Unreadable(
          "can't read %s: %s; update Harrier, or start the run again with this one"
              .formatted(file, e.getMessage()));
    } catch (MalformedJsonException e) {
      throw damaged(file, String.valueOf(e.getMessage()));
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // What was not foreseen of damaged data costs its run, not the command.
      throw damaged(file, e.toString());
    } catch (IOException e) {
      throw damaged(file, IoErrors.reason(e));
    }
  }

  private static StoreException.Unreadable damaged(Path file, String what) {
    return new StoreException.Unreadable(
        "the store is damaged: %s: %s; delete the directory %s, the other runs do not need it"
            .formatted(file, what, file.getParent()));
  }

  @FunctionalInterface
  private interface Parser<T> {
    T parse(Reader reader) throws IOException;
  }
}
