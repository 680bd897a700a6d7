package dev.harrier.bench.parsers;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.Engine;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.race.SeenRaces;
import dev.harrier.binary.decode.LoggedTrace;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.log.HookTable;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.coverage.Coverage;
import dev.harrier.explore.corpus.Corpus;
import dev.harrier.explore.coverage.CoverageFile;
import dev.harrier.explore.loop.SteeringFiles;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.ide.launch.Launcher;
import dev.harrier.ide.lsp.LspServer;
import dev.harrier.ide.mcp.McpStdioServer;
import dev.harrier.leaks.BlockedGoroutines;
import dev.harrier.leaks.GoroutineProfile;
import dev.harrier.leaks.LeakFindings;
import dev.harrier.leaks.LeakFold;
import dev.harrier.leaks.LeakLog;
import dev.harrier.model.trace.Trace;
import dev.harrier.report.Renderer;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.ci.GithubRenderer;
import dev.harrier.report.ci.GitlabRenderer;
import dev.harrier.report.ci.MarkdownRenderer;
import dev.harrier.report.html.HtmlRenderer;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.json.JsonRenderer;
import dev.harrier.report.json.MalformedJsonException;
import dev.harrier.report.junit.JunitRenderer;
import dev.harrier.report.sarif.SarifRenderer;
import dev.harrier.report.suppress.HarrierToml;
import dev.harrier.report.suppress.SuppressionException;
import dev.harrier.report.suppress.Suppressions;
import dev.harrier.report.text.Palette;
import dev.harrier.report.text.TextRenderer;
import dev.harrier.report.words.RuleNames;
import dev.harrier.toolchain.run.Runner;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.sanitizer.RaceLog;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.wire.UnreadableTraceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A fuzz test for each reader. The limit is for fuzzing, which knows no other word for a hang. */
@Timeout(120)
final class ParsersTest {
  @TempDir private static Path directory;

  private static final AnalysisContext CONTEXT =
      new AnalysisContext(List.of("example.com/programs"), "", _ -> List.of());

  private static final RuleNames RULES = new RuleNames(() -> Set.of("goroutine-leak"));

  /** The file of what is kept of the test that {@link #steering} has, named by its checksum. */
  private static final String KEPT_OF_M = "c7d2817f-19.json";

  /** Frames are asked for at so many places of the code, so many bytes from each other. */
  private static final long PLACES = 256;

  private static final long PLACE_DISTANCE = 1024;

  private static final int MOST_MESSAGES = 32;

  /** What servers start in place of Harrier: it does nothing, whatever its arguments. */
  private static final List<String> NO_HARRIER = List.of("true");

  private static @Nullable SampleExecutable sample;

  @FuzzTest
  void trace(byte[] input) throws IOException {
    Path file = Files.write(directory.resolve("process.htrace"), input);
    ReadingBounds.hold(
        () -> {
          try (RecordedTrace trace = RecordedTrace.open(file, _ -> Symbolizer.NONE)) {
            analyze(trace);
          }
        },
        Set.of(UnreadableTraceException.class));
  }

  @FuzzTest
  void replayString(byte[] input) {
    ReadingBounds.hold(
        () -> {
          ReplayCode code = ReplayCode.parse(text(input));
          if (!ReplayCode.parse(code.toString()).equals(code)) {
            throw new IllegalStateException("%s is read as another schedule".formatted(code));
          }
        },
        Set.of(ReplayCodeException.class));
  }

  @FuzzTest
  void run(byte[] input) {
    String text = text(input);
    ReadingBounds.hold(
        () -> {
          RunReport report =
              new RunReport(
                  JsonDocuments.readRun(new StringReader(text)),
                  JsonDocuments.readFindings(new StringReader(text), directory));
          SourcePaths paths = new SourcePaths(directory);
          List<Renderer> renderers =
              List.of(
                  new TextRenderer(paths, Palette.PLAIN, TextRenderer.Volume.BRIEF),
                  new TextRenderer(paths, Palette.PLAIN, TextRenderer.Volume.WHOLE),
                  new JsonRenderer(),
                  new SarifRenderer(),
                  new JunitRenderer(),
                  new HtmlRenderer(paths),
                  new GithubRenderer(),
                  new GitlabRenderer(),
                  new MarkdownRenderer());
          for (Renderer renderer : renderers) {
            renderer.render(report, new StringBuilder());
          }
        },
        Set.of(MalformedJsonException.class));
  }

  @FuzzTest
  void baseline(byte[] input) {
    ReadingBounds.hold(
        () -> JsonDocuments.readBaseline(new StringReader(text(input))),
        Set.of(MalformedJsonException.class));
  }

  @FuzzTest
  void corpus(byte[] input) throws IOException {
    Path file = Files.write(directory.resolve("corpus"), input);
    ReadingBounds.hold(() -> Corpus.read(file).targets(), Set.of(IOException.class));
  }

  @FuzzTest
  void coverage(byte[] input) throws IOException {
    Path file = Files.write(directory.resolve("coverage"), input);
    Path here = directory.resolve("coverage-here");
    ReadingBounds.hold(
        () -> {
          Files.deleteIfExists(here);
          CoverageFile kept = new CoverageFile(here, directory, false);
          kept.add(file);
          kept.add(file);
          kept.recall(new Coverage(List.of()));
        },
        Set.of(IOException.class));
  }

  @FuzzTest
  void orders(byte[] input) throws IOException {
    steering("orders", input);
  }

  @FuzzTest
  void reversals(byte[] input) throws IOException {
    steering("reversals", input);
  }

  /** What another machine kept of a target, added here twice, and then recalled. */
  private static void steering(String kind, byte[] input) throws IOException {
    Path executable = Files.writeString(directory.resolve("m.test"), "first build");
    Program program =
        new Program("example.com/m", executable, new Runner(List.of()), directory, "a", Map.of());
    Target target = new Target.OneTest(program, "TestM", "", List.of());
    Path shard = directory.resolve("shard");
    Path here = directory.resolve("here");
    Files.createDirectories(shard.resolve(kind));
    Files.write(shard.resolve(kind).resolve(KEPT_OF_M), input);
    ReadingBounds.hold(
        () -> {
          Files.deleteIfExists(here.resolve(kind).resolve(KEPT_OF_M));
          SteeringFiles kept = new SteeringFiles(here, false, "");
          kept.add(shard);
          kept.add(shard);
          kept.orders().recall(target);
          kept.reversals().recall(target);
        },
        Set.of(IOException.class));
  }

  /** The input is what gzip has packed: of packed bytes few changes can be unpacked. */
  @FuzzTest
  void profile(byte[] input) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(input);
    }
    Path file = Files.write(directory.resolve("goroutine.pb.gz"), packed.toByteArray());
    ReadingBounds.hold(() -> findings(GoroutineProfile.read(file)), Set.of(IOException.class));
  }

  @FuzzTest
  void leakLog(byte[] input) throws IOException {
    Path file = Files.write(directory.resolve("leaks.jsonl"), input);
    ReadingBounds.hold(() -> findings(LeakLog.read(file).goroutines()), Set.of(IOException.class));
  }

  private static void findings(List<BlockedGoroutines> goroutines) {
    LeakFold.fold(goroutines).forEach(LeakFindings::of);
  }

  @FuzzTest
  void raceReport(byte[] input) {
    ReadingBounds.hold(() -> RaceLog.parse(text(input)), Set.of());
  }

  @FuzzTest
  void ignoreFile(byte[] input) throws IOException {
    Files.write(directory.resolve(".harrier.toml"), input);
    ReadingBounds.hold(
        () -> Suppressions.load(HarrierToml.read(directory), RULES, List.of()),
        Set.of(SuppressionException.class, IOException.class));
  }

  /** A whole file, from its first byte. */
  @FuzzTest
  void executable(byte[] input) throws IOException {
    Path file = Files.write(directory.resolve("program"), input);
    ReadingBounds.hold(() -> symbols(file), Set.of(UnusableBinaryException.class));
    ReadingBounds.hold(() -> HookTable.read(file), Set.of(UnusableBinaryException.class));
  }

  /** Words of a sound executable are replaced: see {@link SampleExecutable#patched}. */
  @FuzzTest
  void symbolTables(byte[] input) throws IOException {
    Path file = Files.write(directory.resolve("patched"), sample().patched(input));
    ReadingBounds.hold(() -> symbols(file), Set.of(UnusableBinaryException.class));
  }

  /** Asks for what a trace asks: frames at places of the code, and where Go's library is. */
  private static void symbols(Path file) throws IOException {
    GoSymbols symbols = GoSymbols.open(file);
    symbols.goroot();
    for (long place = 0; place < PLACES; place++) {
      symbols.frames(place * PLACE_DISTANCE, (place & 1) == 0);
    }
  }

  @FuzzTest
  void binaryLog(byte[] input) throws IOException {
    Path file = Files.write(directory.resolve("process.hlog"), sample().logged(input));
    Path executable = sample().rewritten();
    ReadingBounds.hold(
        () -> analyze(LoggedTrace.open(file, executable)), Set.of(UnusableBinaryException.class));
  }

  private static void analyze(Trace trace) {
    SeenRaces races = new SeenRaces(List.of(), trace, CONTEXT);
    new Engine(Catalog.rules(), CONTEXT).run(trace, races::see).plus(races.findings());
  }

  private static synchronized SampleExecutable sample() throws IOException {
    SampleExecutable known = sample;
    if (known == null) {
      known = SampleExecutable.build(directory);
      sample = known;
    }
    return known;
  }

  /** Each line is a message of an editor; the server answers all and ends with the input. */
  @FuzzTest
  void lspMessages(byte[] input) {
    StringBuilder framed = new StringBuilder();
    for (String message : text(input).lines().limit(MOST_MESSAGES).toList()) {
      int length = message.getBytes(StandardCharsets.UTF_8).length;
      framed.append("Content-Length: %d\r\n\r\n%s".formatted(length, message));
    }
    ReadingBounds.hold(
        () -> {
          try (Launcher launcher = new Launcher(NO_HARRIER)) {
            new LspServer(launcher, directory.resolve("cache"), "test")
                .serve(bytes(framed), OutputStream.nullOutputStream(), new CompletableFuture<>());
          }
        },
        Set.of());
  }

  /** Each line is a message of an agent. */
  @FuzzTest
  void mcpMessages(byte[] input) {
    String messages = String.join("\n", text(input).lines().limit(MOST_MESSAGES).toList());
    ReadingBounds.hold(
        () -> {
          try (Launcher launcher = new Launcher(NO_HARRIER)) {
            new McpStdioServer(launcher, directory, directory.resolve("cache"), "test")
                .serve(bytes(messages), OutputStream.nullOutputStream(), new CompletableFuture<>());
          }
        },
        Set.of());
  }

  private static InputStream bytes(CharSequence text) {
    return new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String text(byte[] input) {
    return new String(input, StandardCharsets.UTF_8);
  }
}
