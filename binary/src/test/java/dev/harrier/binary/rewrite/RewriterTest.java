package dev.harrier.binary.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.binary.decode.LoggedTrace;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.program.Execution;
import dev.harrier.binary.program.GoBuild;
import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Stack;
import dev.harrier.testkit.TraceCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real programs, rewritten and run: same output, same status, and a log that is exactly right. */
final class RewriterTest {
  private static final int ROUNDS = 200;

  @TempDir static Path directory;

  static Stream<GoBuild> builds() {
    return Stream.of(
        GoBuild.with(GoBuild.INSTALLED),
        GoBuild.with(GoBuild.INSTALLED, "-buildmode=pie", "-ldflags=-s -w"),
        GoBuild.with(GoBuild.INSTALLED, "-buildmode=pie", "-ldflags=-linkmode=external"),
        GoBuild.with(GoBuild.INSTALLED, "-ldflags=-linkmode=external -extldflags=-static"),
        GoBuild.with(GoBuild.INSTALLED, "-race"),
        GoBuild.with(GoBuild.INSTALLED, "-gcflags=all=-N -l"),
        GoBuild.with(GoBuild.INSTALLED).environment("GOAMD64", "v3"),
        GoBuild.with("go1.27.4"),
        GoBuild.with("go1.25.7"),
        GoBuild.with("go1.24.13"),
        GoBuild.with("go1.23.12"),
        GoBuild.with("go1.22.12", "-buildmode=pie"));
  }

  @Test
  void aProgramWithMorePlacesThanRecordsCanNameIsRefused() throws IOException {
    Path program = GoBuild.with(GoBuild.INSTALLED).build("workload", directory);
    Path copy = program.resolveSibling("copy");

    assertThatThrownBy(() -> Rewriter.rewrite(program, copy, LogSettings.RING, 50))
        .isInstanceOf(UnusableBinaryException.class)
        .hasMessageContaining("has more than 50 places with channel operations, locks")
        .hasMessageContaining("let harrier test watch its tests");
    assertThat(copy).doesNotExist();
  }

  @ParameterizedTest
  @MethodSource("builds")
  void theCopyBehavesLikeTheOriginalAndItsLogIsRight(GoBuild build) throws IOException {
    Path program = build.build("workload", directory);
    byte[] before = Files.readAllBytes(program);
    Path copy = program.resolveSibling("copy");

    RewriteReport report = Rewriter.rewrite(program, copy, LogSettings.RING);

    assertThat(program).hasBinaryContent(before);
    assertThat(report.blindSpots()).isEmpty();
    Path logs = Files.createDirectory(program.resolveSibling("logs"));
    Execution original = run(program, Map.of());
    assertThat(original.status()).isEqualTo(3);
    assertThat(run(copy, Map.of())).isEqualTo(original);
    assertThat(logs).isEmptyDirectory();
    assertThat(run(copy, Map.of("HARRIER_LOG", logs.toString()))).isEqualTo(original);

    LoggedTrace trace = LoggedTrace.open(onlyFile(logs), copy);
    TraceCheck.Result result = TraceCheck.run(trace);
    // First: where records are missing, violations say nothing.
    assertThat(result.completeness()).isEqualTo(new Completeness.Whole());
    assertThat(result.violations()).isEmpty();
    assertThat(result.strangers()).isZero();
    assertThat(result.count("Acquire"))
        .isEqualTo(result.count("Release"))
        .isGreaterThan(8 * ROUNDS + 8 * ROUNDS + 2 * ROUNDS);
    // Four senders of the buffered stage and five of the pipeline.
    assertThat(result.count("Send")).isGreaterThan(4 * ROUNDS + 5 * ROUNDS);
    assertThat(result.count("ContextNew")).isEqualTo(3 * (ROUNDS / 16 + 1));
    assertThat(result.count("ContextCancel")).isEqualTo(result.count("ContextNew"));
    assertThat(result.count("Signal") + result.count("Broadcast")).isEqualTo(2 * ROUNDS);
    assertThat(result.count("Panic")).isEqualTo(7);
    assertThat(locksOf(trace))
        .contains("main.(*counter).add", "main.readers.func1", "main.conds.func1");
  }

  /** The innermost functions of the program itself that take a lock. */
  private static Set<String> locksOf(LoggedTrace trace) {
    Set<String> functions = new HashSet<>();
    trace.replay(e -> {
      if (e instanceof Event.Acquire a) {
        Stack stack = trace.stack(a.stack());
        stack.frames().stream()
            .map(f -> f.function())
            .filter(f -> f.startsWith("main."))
            .findFirst()
            .ifPresent(functions::add);
      }
    });
    return functions;
  }

  @Test
  void aLogSurvivesTheKillingOfItsProgram() throws Exception {
    Path program = GoBuild.with(GoBuild.INSTALLED).build("workload", directory);
    Path copy = program.resolveSibling("copy");
    Rewriter.rewrite(program, copy, new LogSettings(1 << 22, false));
    Path logs = Files.createDirectory(program.resolveSibling("logs"));
    ProcessBuilder builder = new ProcessBuilder(copy.toString(), "1000000");
    builder.environment().put("HARRIER_LOG", logs.toString());
    Process process = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    assertThat(process.waitFor(300, TimeUnit.MILLISECONDS)).isFalse();
    process.destroyForcibly().waitFor();

    TraceCheck.Result result = TraceCheck.run(LoggedTrace.open(onlyFile(logs), copy));

    assertThat(result.completeness()).isInstanceOf(Completeness.Partial.class);
    assertThat(result.count("Send")).isGreaterThan(100);
  }

  @Test
  void aProgramDoesNotWaitForeverForAConsumerThatIsNotThere() throws IOException {
    Path program = GoBuild.with(GoBuild.INSTALLED).build("workload", directory);
    Path copy = program.resolveSibling("copy");
    Rewriter.rewrite(program, copy, new LogSettings(1 << 13, true));
    Path logs = Files.createDirectory(program.resolveSibling("logs"));

    Execution done = run(copy, Map.of("HARRIER_LOG", logs.toString()));

    assertThat(done).isEqualTo(run(program, Map.of()));
    assertThat(TraceCheck.run(LoggedTrace.open(onlyFile(logs), copy)).completeness())
        .isInstanceOfSatisfying(
            Completeness.Partial.class, p -> assertThat(p.missing()).isGreaterThan(1000));
  }

  @Test
  void aProgramRunsAsEverWhereNoLogCanBeWritten() throws IOException {
    Path program = GoBuild.with(GoBuild.INSTALLED).build("workload", directory);
    Path copy = program.resolveSibling("copy");
    Rewriter.rewrite(program, copy, LogSettings.RING);
    assertThat(run(copy, Map.of("HARRIER_LOG", "/nonexistent/" + "x".repeat(5000))))
        .isEqualTo(run(program, Map.of()));
  }

  @Test
  void theCompilerItselfIsRewrittenThoughItsProfileInlinedHookedFunctions() throws IOException {
    Path compiler = Path.of(go("tool", "-n", "compile"));
    Path work = Files.createTempDirectory(directory, "compile");
    Path copy = work.resolve("compile");
    RewriteReport report = Rewriter.rewrite(compiler, copy, LogSettings.RING);
    assertThat(report.blindSpots()).isEmpty();
    assertThat(report.sites().keySet()).contains(HookEvent.ADD_INLINED);
    Files.writeString(
        work.resolve("tiny.go"), "package tiny\n\nfunc Add(a, b int) int { return a + b }\n");
    Path logs = Files.createDirectory(work.resolve("logs"));
    Path expected = work.resolve("expected.o");
    Path actual = work.resolve("actual.o");

    Execution original = compile(work, compiler, expected, Map.of());
    Execution rewritten = compile(work, copy, actual, Map.of("HARRIER_LOG", logs.toString()));

    assertThat(rewritten).isEqualTo(original);
    assertThat(actual).hasSameBinaryContentAs(expected);
    TraceCheck.Result result = TraceCheck.run(LoggedTrace.open(onlyFile(logs), copy));
    assertThat(result.violations()).isEmpty();
    // A thread that is in the midst of a record when the process exits leaves it unfinished.
    assertThat(result.completeness())
        .satisfiesAnyOf(
            all -> assertThat(all).isEqualTo(new Completeness.Whole()),
            all ->
                assertThat(all)
                    .isInstanceOfSatisfying(
                        Completeness.Partial.class,
                        partial -> assertThat(partial.missing()).isLessThanOrEqualTo(2)));
    assertThat(result.count("Send")).isPositive();
    assertThat(result.count("Add")).isPositive();
    assertThat(addedIn(LoggedTrace.open(onlyFile(logs), copy))).isZero();
  }

  /** The sum of all that was added to wait groups: nothing, if no Add and no Done is missing. */
  private static int addedIn(LoggedTrace trace) {
    int[] sum = {0};
    trace.replay(e -> {
      if (e instanceof Event.Add a) {
        sum[0] += a.delta();
      }
    });
    return sum[0];
  }

  private static Execution compile(
      Path work, Path compiler, Path output, Map<String, String> environment) {
    return Execution.run(
        work,
        environment,
        List.of(compiler.toString(), "-c=4", "-p=tiny", "-o", output.toString(), "tiny.go"));
  }

  /** Whatever is wrong with a file, it is refused, or rewritten as it is; nothing else happens. */
  @Test
  void damagedFilesAreRefused() throws IOException {
    Path program = GoBuild.with(GoBuild.INSTALLED).build("server", directory);
    byte[] sound = Files.readAllBytes(program);
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < 20; i++) {
      byte[] damaged = sound.clone();
      // Half of them in the headers and the tables of the runtime, where it matters.
      int range = i % 2 == 0 ? 1024 : sound.length;
      for (int flips = 0; flips < 50; flips++) {
        damaged[16 + random.nextInt(range - 16)] ^= (byte) (1 << random.nextInt(8));
      }
      Path file = Files.write(program.resolveSibling("damaged" + i), damaged);
      Path copy = program.resolveSibling("copy-of-damaged" + i);
      try {
        Rewriter.rewrite(file, copy, LogSettings.RING);
        assertThat(copy).exists();
      } catch (UnusableBinaryException e) {
        refused++;
        assertThat(copy).doesNotExist();
        assertThat(e).hasMessageContaining(file.toString());
      }
      assertThat(file).hasBinaryContent(damaged);
    }
    assertThat(refused).isGreaterThan(5);
  }

  @Test
  void anExistingFileIsNotOverwritten() throws IOException {
    Path program = GoBuild.with(GoBuild.INSTALLED).build("frames", directory);
    Path out = Files.writeString(program.resolveSibling("precious"), "precious");
    assertThatThrownBy(() -> Rewriter.rewrite(program, out, LogSettings.RING))
        .isInstanceOf(IOException.class);
    assertThat(out).hasContent("precious");
  }

  @Test
  void logsAndProgramsThatDoNotBelongTogetherAreRefused() throws IOException {
    Path program = GoBuild.with(GoBuild.INSTALLED).build("frames", directory);
    Path copy = program.resolveSibling("copy");
    Rewriter.rewrite(program, copy, LogSettings.RING);
    Path logs = Files.createDirectory(program.resolveSibling("logs"));
    Execution.run(
        directory, Map.of("HARRIER_LOG", logs.toString()), List.of(copy.toString(), "stacks"));
    Path log = onlyFile(logs);

    assertThatThrownBy(() -> LoggedTrace.open(log, program))
        .isInstanceOf(UnusableBinaryException.class)
        .hasMessageContaining("not rewritten by harrier trace");
    assertThatThrownBy(() -> LoggedTrace.open(program, copy))
        .isInstanceOf(UnusableBinaryException.class)
        .hasMessageContaining("not a log");
  }

  private static Execution run(Path program, Map<String, String> environment) {
    return Execution.run(directory, environment, List.of(program.toString(), "" + ROUNDS, "exit"));
  }

  private static String go(String... arguments) {
    return Execution.run(
            directory, Map.of(), Stream.concat(Stream.of("go"), Stream.of(arguments)).toList())
        .output()
        .strip();
  }

  private static Path onlyFile(Path logs) throws IOException {
    try (Stream<Path> files = Files.list(logs)) {
      List<Path> all = files.toList();
      assertThat(all).hasSize(1);
      return all.getFirst();
    }
  }
}
