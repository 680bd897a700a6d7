package dev.harrier.explore.worker;

import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.base.file.IoErrors;
import dev.harrier.base.file.Trees;
import dev.harrier.explore.execute.ChildProcess;
import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.execute.OutputSize;
import dev.harrier.explore.execute.Snapshot;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.observe.Observation;
import dev.harrier.explore.schedule.PlanText;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.toolchain.run.RaceLogs;
import dev.harrier.toolchain.run.TestRun;
import dev.harrier.toolchain.tool.Children;
import dev.harrier.tracing.wire.FileHeader;
import dev.harrier.tracing.wire.UnreadableTraceException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Does executions on this machine, in a directory of its own. */
public final class LocalWorker implements Worker {
  /** What a process may write, many times: traces, and what it prints. */
  private static final long ROOM_IN_MEMORY = 1L << 30;

  private final Optional<TemporaryDirectory> memory = TemporaryDirectory.inMemory(ROOM_IN_MEMORY);
  private final Path directory;
  private final Path traces;
  private final Path races;
  private final Path copies;
  private final Path output;
  private final Path plan;
  private boolean made;
  private Optional<CopyEnvironment> latest = Optional.empty();
  private final AnalysisContext context;
  private final SymbolTables symbols;
  private final Watch watch;
  private final List<Observation<?>> observed;
  private final TemporaryFiles temporary = new TemporaryFiles();
  private final Snapshots snapshots;
  private final String explorer = explorer();

  /** Whether a file is, or was, in a directory that a worker has made for temporary files. */
  public static boolean isTemporary(Path file) {
    return TemporaryDirectory.isNamed(file);
  }

  /** A worker that starts each execution. */
  public LocalWorker(
      Path directory,
      AnalysisContext context,
      SymbolTables symbols,
      Watch watch,
      List<Observation<?>> observed) {
    this(directory, context, symbols, watch, observed, new StartNotes(Start.EXEC));
  }

  /**
   * @param directory for what one execution leaves, where there is no room for it in memory; is
   *     made, and emptied before each
   * @param context of the analyses; used only by this worker
   * @param observed what to record of each execution
   * @param starts how executions are started
   */
  public LocalWorker(
      Path directory,
      AnalysisContext context,
      SymbolTables symbols,
      Watch watch,
      List<Observation<?>> observed,
      StartNotes starts) {
    this.snapshots = new Snapshots(starts, watch);
    this.directory = memory.map(TemporaryDirectory::directory).orElse(directory);
    this.traces = this.directory.resolve("traces");
    this.races = this.directory.resolve("races");
    this.copies = this.directory.resolve("copies");
    this.output = this.directory.resolve("output");
    this.plan = this.directory.resolve("plan");
    this.context = context;
    this.symbols = symbols;
    this.watch = watch;
    this.observed = List.copyOf(observed);
  }

  @Override
  public Result run(Job job) throws WorkerException {
    try {
      prepare(job);
      long start = System.nanoTime();
      Optional<Copied> copied = copied(job);
      ChildProcess.Ended ended = copied.isPresent() ? copied.get().ended : started(job);
      Duration wall = Duration.ofNanos(System.nanoTime() - start);
      long wanted = job.limits().reading().toNanos();
      Result result =
          examine(
              job,
              ended,
              copied.map(c -> c.snapshot.trace()),
              wall,
              () -> System.nanoTime() - start > wanted);
      if (copied.isPresent()) {
        copied.get().snapshot.forgetTrace();
      }
      return result;
    } catch (IOException e) {
      throw new WorkerException(
          "can't run %s: %s".formatted(job.target().shown(), IoErrors.described(e)), e);
    }
  }

  private ChildProcess.Ended started(Job job) throws IOException {
    Program program = job.target().program();
    List<String> command = new ArrayList<>(program.command());
    command.addAll(job.target().arguments());
    return ChildProcess.run(
        command,
        program.directory(),
        environment(job.target(), job.schedule(), job.recordsDetails()),
        output,
        new OutputSize(List.of(output, traces)),
        job.limits(),
        watch);
  }

  private record Copied(Snapshot snapshot, ChildProcess.Ended ended) {}

  /** The environment of a test, which is the same for all its copies. */
  private record CopyEnvironment(Target test, Schedule schedule, Map<String, String> environment) {}

  private Map<String, String> environmentOfCopies(Target.OneTest test, Schedule schedule) {
    if (latest.isEmpty()
        || !latest.get().test.equals(test)
        || !latest.get().schedule.equals(schedule)) {
      Map<String, String> environment = environment(test, schedule, false);
      environment.computeIfPresent("HARRIER_CONTROL", (_, control) -> Snapshot.settings(control));
      environment.put("HARRIER_PLAN", plan.toString());
      environment.put("HARRIER_FORK", copies.toString());
      latest = Optional.of(new CopyEnvironment(test, schedule, environment));
    } else {
      temporary.prepare(test.program().environment(), latest.get().environment);
    }
    return latest.get().environment;
  }

  /** Empty if the execution has to be started: nothing of it was done then. */
  private Optional<Copied> copied(Job job) throws IOException {
    if (!(job.schedule() instanceof Schedule.Controlled schedule)
        || !(job.target() instanceof Target.OneTest test)) {
      return Optional.empty();
    }
    Snapshot.Request request =
        new Snapshot.Request(schedule.variable(), hasPlan(job), test.pattern());
    if (!request.fits()) {
      return Optional.empty();
    }
    Optional<Snapshot> snapshot =
        snapshots.of(test, environmentOfCopies(test, schedule.ofSharedProcess()), copies, output);
    if (snapshot.isEmpty()) {
      return Optional.empty();
    }
    if (output.toFile().length() > 0) {
      try (FileChannel printed = FileChannel.open(output, StandardOpenOption.WRITE)) {
        printed.truncate(0);
      }
    }
    Optional<ChildProcess.Ended> ended =
        ChildProcess.copy(
            snapshot.get(),
            request,
            new OutputSize(List.of(output, traces, snapshot.get().trace())),
            job.limits(),
            watch);
    if (ended.isEmpty()) {
      snapshots.lost(test.program());
      prepare(job);
    }
    return ended.map(e -> new Copied(snapshot.get(), e));
  }

  private RaceLogs races(Program program) {
    return RaceLogs.temporary(program.environment(), races.resolve("race"));
  }

  private void prepare(Job job) throws IOException {
    if (!made) {
      for (Path place : List.of(traces, races, copies)) {
        Files.createDirectories(place);
      }
      made = true;
    }
    for (Path place : List.of(traces, races)) {
      for (Path old : files(place)) {
        Files.delete(old);
      }
    }
    if (hasPlan(job)) {
      Files.writeString(
          plan,
          PlanText.lines(
              job.schedule().plan(),
              job.recordsDetails(),
              symbols.of(job.target().program().executable())::textOffset));
    }
  }

  private static boolean hasPlan(Job job) {
    return job.recordsDetails() || !job.schedule().plan().isEmpty();
  }

  private static List<Path> files(Path place) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(place)) {
      stream.forEach(files::add);
    }
    return files;
  }

  private Map<String, String> environment(Target target, Schedule schedule, boolean details) {
    Program program = target.program();
    Map<String, String> environment = new HashMap<>(program.environment());
    environment.put(TestRun.TRACE, traces.toString());
    environment.put("HARRIER_ENDS_WITH", explorer);
    environment.put("PWD", program.directory().toString());
    environment.put("HARRIER_EXPLORED", target.symbolPrefix());
    RaceLogs races = races(program);
    environment.put(
        RaceLogs.VARIABLE,
        (schedule instanceof Schedule.Controlled ? races.withoutWait() : races).options());
    environment.putAll(schedule.environment(plan, details));
    temporary.prepare(program.environment(), environment);
    return environment;
  }

  /** This process's number and, on Linux, the namespace that the number is of. */
  private static String explorer() {
    String pid = String.valueOf(ProcessHandle.current().pid());
    try {
      return pid + " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException e) {
      return pid;
    }
  }

  private static String advice(ChildProcess.Ended ended, ProcessOutput printed) throws IOException {
    return ended.exit() instanceof Exit.OutOfTime
        ? "A longer -limit gives it time"
        : "The disk is full, or it ended before Go's runtime had started; its last output: "
            + printed.tail().strip();
  }

  /**
   * To read the trace of a long execution may take as long as the execution: where no one wants to
   * know any more, the result is what its beginning shows.
   *
   * @param trace of a copy
   */
  private Result examine(
      Job job,
      ChildProcess.Ended ended,
      Optional<Path> trace,
      Duration wall,
      BooleanSupplier unwanted)
      throws WorkerException, IOException {
    Program program = job.target().program();
    ProcessOutput printed = new ProcessOutput(output);
    boolean well = ended.exit().equals(new Exit.Exited(0));
    Examination examination =
        new Examination(
            context,
            symbols.of(program.executable()),
            races(program),
            observed,
            job.detail(),
            job.schedule(),
            ended.exit() instanceof Exit.OutOfTime,
            well ? "" : printed.end(),
            unwanted);
    // No one waits for what a canceled run shows, and there may be much of it.
    List<Path> written = new ArrayList<>();
    if (!(ended.exit() instanceof Exit.Canceled)) {
      trace.ifPresent(written::add);
      written.addAll(files(traces));
    }
    Optional<Path> leader = trace.isPresent() ? trace : leader(written, ended.pid());
    for (Path file : written) {
      try {
        if (leader.equals(Optional.of(file))) {
          examination.leader(file);
        } else {
          examination.child(file);
        }
      } catch (UnreadableTraceException e) {
        // The process was ended before it had written a header. If it was the leader, that is said
        // below; a child that did nothing has nothing to say.
      }
    }
    boolean early =
        ended.exit() instanceof Exit.Canceled || ended.exit() instanceof Exit.OutOfShare;
    if (!examination.hasLeader() && !early) {
      throw new WorkerException(
          "%s left no trace: %s. %s"
              .formatted(job.target().shown(), ended.exit().words(), advice(ended, printed)));
    }
    return new Result(
        ended.exit(),
        wall,
        // An execution has one test: what a timer's goroutine does there is of that test as well.
        examination.findings().stream()
            .map(f -> f.chargedByDefaultTo(job.target().name()))
            .toList(),
        examination.canonical(),
        examination.choices(),
        examination.completeness(),
        examination.missesRaces(),
        examination.processes(),
        examination.events(),
        examination.failedTests(),
        examination.skippedTests(),
        well ? "" : printed.tail(),
        !well && printed.saysAddressInUse(),
        examination.observations(),
        examination.interleaving());
  }

  /** That of the process itself; of the first that began, if a runner had it for a child. */
  private static Optional<Path> leader(List<Path> traces, long pid) throws IOException {
    Optional<Path> first = Optional.empty();
    long earliest = Long.MAX_VALUE;
    for (Path trace : traces) {
      if (String.valueOf(trace.getFileName()).startsWith(pid + "-")) {
        return Optional.of(trace);
      }
      long began = FileHeader.read(trace).map(FileHeader::monotonic).orElse(Long.MAX_VALUE);
      if (began < earliest) {
        earliest = began;
        first = Optional.of(trace);
      }
    }
    return first;
  }

  /** Ends what left its group behind, a daemon that a test started, and empties the directory. */
  @Override
  public void close() {
    snapshots.close();
    Children.with(TestRun.TRACE, traces).end();
    try (temporary) {
      if (memory.isPresent()) {
        memory.get().close();
      } else {
        Trees.delete(directory);
      }
    } catch (IOException e) {
      // What is left is in the run's own directory, and goes when that is pruned.
    }
  }
}
