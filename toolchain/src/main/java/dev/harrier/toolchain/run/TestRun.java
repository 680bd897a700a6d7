package dev.harrier.toolchain.run;

import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.patch.UserOverlay;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import dev.harrier.toolchain.tool.Children;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One run of {@code go test} with an instrumented runtime. {@code go} does everything it always
 * does; a wrapper that it starts each test binary through keeps a link to the binary, whose symbols
 * the trace needs and which {@code go} deletes.
 */
public final class TestRun {
  /** The variable that says for an instrumented process in which directory its trace goes. */
  public static final String TRACE = "HARRIER_TRACE";

  private static final Pattern RACE_FLAG = Pattern.compile("--?race(=true)?");

  /** What a process maps of the file in which it counts, and what it writes at a time. */
  private static final int PAGE = 4096;

  private static final int CHUNK = 64 << 10;

  private static final String WRAPPER = "exec.sh";

  private final GoToolchain go;
  private final Overlay overlay;
  private final TestRequest request;
  private final TraceOrigin.Reader headers;
  private final AtomicBoolean canceled = new AtomicBoolean();
  private volatile Optional<ProcessHandle> running = Optional.empty();

  public TestRun(GoToolchain go, Overlay overlay, TestRequest request, TraceOrigin.Reader headers) {
    this.headers = headers;
    this.go = go;
    this.overlay = overlay;
    this.request = request;
  }

  /**
   * Runs to the end and ends every process that the tests left behind.
   *
   * @param out what {@code go test} prints goes here as it comes
   * @throws ToolchainException if {@code go} rejects its arguments or finds no package, or the test
   *     binaries reject a pattern of tests
   */
  public TestResult run(OutputStream out, OutputStream err) throws ToolchainException, IOException {
    Files.createDirectories(request.traces());
    Files.createDirectories(request.executables());
    bound();
    ProcessBuilder builder = new ProcessBuilder(command()).directory(request.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(environment());
    GoOutput output = new GoOutput();
    int status;
    try {
      Process process = builder.start();
      running = Optional.of(process.toHandle());
      process.getOutputStream().close();
      if (canceled.get()) {
        children().end(process.toHandle());
      }
      Thread errors = pump(process.getErrorStream(), err, output);
      Thread prints = pump(process.getInputStream(), out, output);
      status = process.waitFor();
      running = Optional.empty();
      children().end();
      prints.join();
      errors.join();
    } catch (InterruptedException e) {
      cancel();
      Thread.currentThread().interrupt();
      status = -1;
    }
    out.flush();
    err.flush();
    Files.deleteIfExists(written());
    return new TestResult(outcome(status, output), processes());
  }

  /** All processes of the run count in this file what they write, and read there what they may. */
  private Path written() {
    return request.traces().resolve("written");
  }

  private void bound() throws IOException {
    if (request.disk() > 0) {
      ByteBuffer page = ByteBuffer.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN);
      page.putLong(Long.BYTES, Math.max(1, request.disk() / CHUNK));
      Files.write(written(), page.array());
    }
  }

  /** Where the race detector writes, in processes that are built with it. */
  public RaceLogs races() {
    return RaceLogs.of(
        go.environment(), request.runDirectory().resolve("race"), request.directory());
  }

  /** Ends the run from another thread; {@link #run} then returns with what there is. */
  public void cancel() {
    canceled.set(true);
    running.ifPresent(children()::end);
  }

  private Children children() {
    return Children.with(TRACE, request.traces());
  }

  private List<String> command() throws ToolchainException, IOException {
    List<String> flags = new ArrayList<>(request.flags());
    flags.addAll(request.arguments());
    Runner runner = Runner.of(go, flags);
    Path wrapper = request.runDirectory().resolve(WRAPPER);
    try (InputStream script = TestRun.class.getResourceAsStream(WRAPPER)) {
      if (script == null) {
        throw new IOException("Harrier's own jar lacks " + WRAPPER + ": build it again");
      }
      Files.copy(script, wrapper, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
    List<String> command = new ArrayList<>();
    command.add(go.command().toString());
    command.add("test");
    command.add("-overlay=" + overlay.json());
    List<String> words = new ArrayList<>(List.of(wrapper.toString(), "" + runner.words().size()));
    words.addAll(runner.words());
    command.add("-exec=" + Runner.quoted(words));
    command.add("-count=1");
    command.addAll(UserOverlay.without(Runner.without(request.flags())));
    command.addAll(request.packages());
    command.addAll(UserOverlay.without(Runner.without(request.arguments())));
    return command;
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(go.environment());
    environment.put(TRACE, request.traces().toString());
    environment.put("HARRIER_BIN", request.executables().toString());
    if (request.reclaim()) {
      environment.put("HARRIER_RECLAIM", "1");
    }
    if (isRaceDetected()) {
      environment.put(RaceLogs.VARIABLE, races().options());
    }
    return environment;
  }

  /** Else a test that itself runs {@code go test -race} would miss what that prints. */
  private boolean isRaceDetected() {
    String always = go.environment().getOrDefault("GOFLAGS", "");
    return Stream.of(request.flags(), request.arguments(), List.of(always.split("\\s+")))
        .flatMap(List::stream)
        .anyMatch(RACE_FLAG.asMatchPredicate());
  }

  private static Thread pump(InputStream from, OutputStream to, GoOutput watch) {
    GoOutput.Stream lines = watch.stream();
    return Thread.ofVirtual()
        .start(() -> {
          byte[] buffer = new byte[8192];
          try (from) {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
              lines.see(new String(buffer, 0, n, StandardCharsets.ISO_8859_1));
              to.write(buffer, 0, n);
              to.flush();
            }
          } catch (IOException e) {
            // The reader of our output is gone, or the process is: no one left to report to.
            watch.lost();
          }
          lines.end();
        });
  }

  private RunOutcome outcome(int status, GoOutput output) throws ToolchainException, IOException {
    if (canceled.get()) {
      return new RunOutcome.Interrupted();
    }
    if (status != 0 && output.haveHooksFailed()) {
      return new RunOutcome.ToolFailed(new ToolFailure.HooksDoNotCompile(go.version().toString()));
    }
    Optional<String> bad = output.badUsage();
    if (bad.isPresent() && traces().isEmpty()) {
      throw new ToolchainException(bad.get());
    }
    Optional<RefusedPattern> refused = output.refused().filter(this::isGiven);
    if (status != 0 && refused.isPresent()) {
      throw new ToolchainException(refused.get().sentence());
    }
    Optional<ToolFailure> uninstrumented = uninstrumented();
    if (uninstrumented.isPresent()) {
      return new RunOutcome.ToolFailed(uninstrumented.get());
    }
    if (status == 0) {
      return new RunOutcome.Passed();
    }
    Optional<Duration> limit = output.timeLimit();
    return limit.isPresent()
        ? new RunOutcome.TimedOut(limit.get())
        : new RunOutcome.TargetFailed(status, output.failure());
  }

  /** A test may run other tests, and show what these are given. */
  private boolean isGiven(RefusedPattern refused) {
    return Stream.concat(request.flags().stream(), request.arguments().stream())
        .map(word -> word.substring(word.indexOf('=') + 1))
        .flatMap(value -> Stream.of(value.split("[/|]")))
        .anyMatch(refused.element()::equals);
  }

  /** Checks that every test binary that ran wrote a trace, with the overlay that was asked for. */
  private Optional<ToolFailure> uninstrumented() throws IOException {
    KeptExecutables kept = KeptExecutables.of(request.executables(), traces());
    for (long pid : kept.pids()) {
      Optional<TraceOrigin> trace = kept.leader(pid);
      if (trace.isEmpty()) {
        return Optional.of(new ToolFailure.NoTrace(pid, request.traces().toString()));
      }
      if (trace.get().digest() != overlay.digest()) {
        return Optional.of(new ToolFailure.OtherOverlay(pid));
      }
    }
    return Optional.empty();
  }

  private List<TraceOrigin> traces() throws IOException {
    List<TraceOrigin> traces = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(request.traces(), "*.htrace")) {
      for (Path file : files) {
        headers.read(file).ifPresent(traces::add);
      }
    }
    return traces;
  }

  /** The processes that have begun a trace; while the run continues there may be more later. */
  public List<TracedProcess> processes() throws IOException {
    List<TraceOrigin> traces = traces();
    List<TracedProcess> processes =
        new ArrayList<>(KeptExecutables.of(request.executables(), traces).processes());
    Set<Path> known = traces.stream().map(TraceOrigin::path).collect(Collectors.toSet());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(request.traces(), "*.htrace")) {
      for (Path file : files) {
        if (!known.contains(file)) {
          // Its header is damaged, or was never written, which is said where it is read.
          processes.add(new TracedProcess(file, Optional.empty(), true));
        }
      }
    }
    return processes;
  }
}
