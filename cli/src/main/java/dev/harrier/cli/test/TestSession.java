package dev.harrier.cli.test;

import dev.harrier.analysis.catalog.Catalog;
import dev.harrier.analysis.engine.AnalysisResult;
import dev.harrier.analysis.engine.Folding;
import dev.harrier.base.file.IoErrors;
import dev.harrier.base.process.Background;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.gocommand.Host;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.gocommand.LeftOutNotes;
import dev.harrier.cli.gocommand.SourceLoops;
import dev.harrier.cli.gocommand.TraceHeaders;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.output.SourceDetails;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.output.TraceGaps;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.Progress;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.cli.reading.Reruns;
import dev.harrier.cli.reading.TraceReading;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.trace.Completeness;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.text.Palette;
import dev.harrier.report.text.TextRenderer;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.run.TestRequest;
import dev.harrier.toolchain.run.TestResult;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import dev.harrier.toolchain.run.TestRun;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One {@code harrier test}: prepare, run, read the traces, keep, report. */
final class TestSession {
  /** What chooses among tests, in a command line. */
  private static final Pattern SELECTION = Pattern.compile("(?:^| )--?(run|skip)[= ](\\S+)");

  private static final Pattern NO_REPETITION =
      Pattern.compile("(?:^|.* )--?count[= ]0+(?= |$)(?!.* --?count[= ])");

  /** The analysis of a few tests may take longer than a fifth of their time. */
  private static final Duration LEAST_PATIENCE = Duration.ofMinutes(1);

  private final CommandContext context;
  private final OutputOptions output;
  private final ShutdownHandler shutdown;
  private final TestJob job;
  private final Instant started = Instant.now();
  private final PrintStream testOutput;
  private final Optional<TestEvents> events;

  TestSession(CommandContext context, OutputOptions output, ShutdownHandler shutdown, TestJob job) {
    this.context = context;
    this.output = output;
    this.shutdown = shutdown;
    this.job = job;
    this.testOutput = output.forPeople(context);
    this.events = job.json() ? Optional.of(new TestEvents(testOutput)) : Optional.empty();
  }

  ExitStatus run() throws UserError {
    Host.mustBeLinux("test");
    try {
      Installation installation = Installation.find(context, job.runFlags());
      if (job.reclaim() && !installation.overlay().extent().provesLeaks()) {
        throw UserError.usage(
            "-reclaim needs Go 1.26 or newer: the collector of Go %s can't prove that a goroutine is leaked"
                .formatted(installation.go().version()));
      }
      Background<SuppressionFilter, UserError> suppressions =
          Background.start(() ->
              SuppressionFilter.of(
                  context.settings(),
                  installation.modules(),
                  job.isWhole() ? Catalog.rules().all() : List.of()));
      // A mistake shows before anything runs, and leaves no run.
      SuppressionFilter.check(context.settings(), installation.modules());
      RunStore store = installation.store(context);
      RunDirectory directory = store.begin(started);
      Background<RunRecord, RuntimeException> header =
          Background.start(() -> begun(installation, directory));
      return report(store, directory, test(installation, suppressions, store, directory, header));
    } catch (ToolchainException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    } finally {
      // Whatever happened, who reads the stream is to see the tests end.
      events.ifPresent(stream -> stream.release(List.of()));
    }
  }

  /** Keeps what is known of the run; the tests need not wait for Git and for the disk. */
  private RunRecord begun(Installation installation, RunDirectory directory) throws IOException {
    RunRecord header =
        installation.header(directory, job.line(), context, started, output.policy());
    try {
      directory.save(header);
    } catch (StoreException.Unwritable e) {
      // To keep the report fails as well, and says so, when that has been shown.
    }
    return header;
  }

  private RunReport test(
      Installation installation,
      Background<SuppressionFilter, UserError> suppressions,
      RunStore store,
      RunDirectory directory,
      Background<RunRecord, RuntimeException> header)
      throws ToolchainException, StoreException, UserError, IOException {
    TestRequest request =
        new TestRequest(
            context.directory(),
            job.packages(),
            job.flags(),
            job.rest(),
            directory.path(),
            job.disk(),
            job.reclaim());
    TestRun run =
        new TestRun(installation.go(), installation.overlay(), request, TraceHeaders::read);
    shutdown.onRequest(run::cancel);
    TraceReading reading =
        new TraceReading(
            installation.modules(),
            installation.go().goroot(),
            installation.settings(context, job.runFlags()),
            run.races(),
            SourceLoops.of(installation.go()));
    TestResult result;
    Instant begun = Instant.now();
    ReadAhead ahead = ReadAhead.of(run::processes, reading::read, shutdown::isRequested);
    try (ahead;
        StallWatch _ =
            StallWatch.over(request.traces(), request.executables(), reading, context.errors());
        WarmUp _ = WarmUp.with(store.before(directory), reading::read)) {
      result = run.run(events.map(e -> (OutputStream) e).orElse(testOutput), context.errors());
    }
    Instant deadline = Instant.now().plus(patience(Duration.between(begun, Instant.now())));
    List<AnalysisResult> results = read(result.processes(), ahead, reading, deadline);
    List<Finding> findings =
        Folding.fold(results.stream().flatMap(r -> r.findings().stream()).toList());
    SuppressionFilter.Filtered filtered = suppressions.get().apply(findings);
    FindingConfirmation search =
        new FindingConfirmation(
            new ScheduleExploration(
                context, installation, shutdown, directory, job.buildFlags(), job.runFlags()),
            job.confirm());
    List<Finding> judged = search.judged(filtered.kept());
    List<Remark> remarks = new ArrayList<>(filtered.remarks());
    remarks.addAll(search.remarks());
    remarks.addAll(new LeftOutNotes(installation, context).of(job.packages(), job.runFlags()));
    boolean idle = !results.isEmpty() && results.stream().noneMatch(TestSession::didSomething);
    if (idle) {
      remarks.add(noTest());
    }
    RunOutcome outcome = shutdown.isRequested() ? new RunOutcome.Interrupted() : result.outcome();
    RunRecord.Ending end =
        ending(
            outcome, idle ? List.of() : results, remarks, Explored.withdrawn(search.withdrawn()));
    RunReport report =
        SourceDetails.of(installation, context).in(new RunReport(header.get().ended(end), judged));
    release(report, results, installation.modules());
    return report;
  }

  /** Whether a process ran a test, or something can be said of it for another reason. */
  private static boolean didSomething(AnalysisResult result) {
    return result.ranTests()
        || !result.findings().isEmpty()
        || !(result.completeness() instanceof Completeness.Whole);
  }

  private Remark noTest() {
    String flags = String.join(" ", job.runFlags());
    if (NO_REPETITION.matcher(flags).find()) {
      return new Remark.NoRepetition();
    }
    String selection =
        SELECTION
            .matcher(flags)
            .results()
            .map(flag -> "-%s=%s".formatted(flag.group(1), flag.group(2)))
            .collect(Collectors.joining(" "));
    return new Remark.NoTestRan(selection);
  }

  /** Puts the findings that fail the run where the stream of events has their tests. */
  private void release(RunReport report, List<AnalysisResult> results, List<MainModule> modules)
      throws IOException {
    if (events.isEmpty()) {
      return;
    }
    Map<String, String> packages = new HashMap<>();
    results.stream()
        .flatMap(r -> r.findings().stream())
        .forEach(f -> packages.putIfAbsent(f.fingerprint(), Reruns.testPackage(f, modules)));
    TextRenderer renderer =
        new TextRenderer(
            new SourcePaths(context.directory()), Palette.PLAIN, TextRenderer.Volume.BRIEF);
    List<TestEvents.TestFinding> findings = new ArrayList<>();
    for (Finding finding : report.failing()) {
      StringBuilder text = new StringBuilder();
      renderer.renderFinding(report.run(), finding, text);
      String path = packages.getOrDefault(finding.fingerprint(), finding.location().packagePath());
      findings.add(new TestEvents.TestFinding(path, finding.test(), text.toString()));
    }
    events.get().release(findings);
  }

  /**
   * How long the analysis may take after tests that took so long. A Duration divides by way of
   * BigDecimal, which takes Java longer to load than to read a small trace.
   */
  private static Duration patience(Duration tests) {
    Duration fifth = Duration.ofNanos(tests.toNanos() / 5);
    return fifth.compareTo(LEAST_PATIENCE) < 0 ? LEAST_PATIENCE : fifth;
  }

  /** Reads as many traces at a time as there are processors; the results are in their order. */
  private List<AnalysisResult> read(
      List<TracedProcess> processes, ReadAhead ahead, TraceReading reading, Instant deadline) {
    AtomicInteger done = new AtomicInteger();
    BooleanSupplier asked = shutdown.endOfReading();
    BooleanSupplier ended = () -> asked.getAsBoolean() || Instant.now().isAfter(deadline);
    try (Progress progress = new Progress(context)) {
      progress.say("reading %d traces".formatted(processes.size()));
      return processes.parallelStream()
          .map(process -> {
            AnalysisResult result = ahead.of(process).orElseGet(() -> reading.read(process, ended));
            progress.say(
                "read %d of %d traces".formatted(done.incrementAndGet(), processes.size()));
            return result;
          })
          .toList();
    }
  }

  private RunRecord.Ending ending(
      RunOutcome outcome, List<AnalysisResult> results, List<Remark> remarks, Explored explored) {
    return new RunRecord.Ending(
        Duration.between(started, Instant.now()),
        outcome,
        new RunRecord.Basis.Traces(
            results.size(), results.stream().mapToLong(AnalysisResult::events).sum()),
        TraceGaps.of(results),
        remarks,
        explored);
  }

  /** Shows the findings even if they can't be kept. */
  private ExitStatus report(RunStore store, RunDirectory directory, RunReport report)
      throws UserError, StoreException {
    if (job.json()) {
      output.suppressDefaultReport();
    }
    boolean aside = job.json() && !output.claimsStandardOutput();
    return Reporting.report(
        output,
        store,
        directory,
        report,
        // The stream of events has shown them by now.
        SourceDetails.NONE,
        context,
        aside ? Reporting.Stream.ERRORS : Reporting.Stream.OUTPUT);
  }
}
