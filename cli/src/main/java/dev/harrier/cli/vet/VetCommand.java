package dev.harrier.cli.vet;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.exploring.ConfirmTime;
import dev.harrier.cli.git.Git;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.output.SourceDetails;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.Invocations;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.cli.process.Version;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.report.Revision;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.store.StoreLocation;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.vet.Vet;
import dev.harrier.vet.VetResult;
import dev.harrier.vet.load.Exporter;
import dev.harrier.vet.load.VetException;
import dev.harrier.vet.load.VetRequest;
import dev.harrier.vet.race.FindingMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harrier vet}: static data races through closures; runs no code of the user. */
@Command(
    name = "vet",
    description = "Find data races on variables that closures capture, without running anything.")
public final class VetCommand implements Callable<Integer> {
  private final CommandContext context;
  private final ShutdownHandler shutdown;
  private final Instant started = Instant.now();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = {"-tags", "--tags"},
      split = ",",
      paramLabel = "TAG",
      description = "Build tags, as go vet takes them.")
  private List<String> tags = new ArrayList<>();

  @Option(
      names = {"-test", "--test"},
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Load test files too (default).")
  private boolean tests = true;

  @Option(
      names = {"-confirm", "--confirm"},
      arity = "0..1",
      paramLabel = ConfirmTime.LABEL,
      defaultValue = "off",
      converter = ConfirmTime.class,
      preprocessor = ConfirmTime.Bare.class,
      description =
          "How long to explore the tests that reach the reported accesses, and tests generated for"
              + " the other reports, until the races happen: "
              + ConfirmTime.WORDS
              + " (default ${DEFAULT-VALUE}). A race that happened has a replay.")
  private Duration confirm = Duration.ZERO;

  @Option(
      names = {"-no-store", "--no-store"},
      description = "Print only, and store no run; for editors, which run vet on every save.")
  private boolean noStore;

  @Parameters(
      paramLabel = "PACKAGES",
      description = "Package patterns, as go vet takes them (default: the current directory).")
  private List<String> packages = new ArrayList<>();

  public VetCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    output.check(context);
    try {
      GoToolchain go = GoToolchain.find(context.directory(), context.environment());
      SuppressionFilter filter =
          SuppressionFilter.of(
              context.settings(), MainModule.of(go, context.directory()), looked());
      Path caches = CacheDirectory.inUse(context.environment());
      CompletableFuture<Void> ended = new CompletableFuture<>();
      shutdown.onRequest(() -> ended.complete(null));
      Exporter exporter = Exporter.builtBy("go", caches);
      VetResult result = new Vet(exporter).run(request(), ended);
      SuppressionFilter.Filtered filtered = filter.apply(result.findings());
      if (!confirm.isZero()) {
        ConfirmingTime time = ConfirmingTime.of(confirm, ended);
        RaceConfirmation confirmation =
            new RaceConfirmation(context, shutdown, request(), exporter, time);
        Path generated =
            StoreLocation.forWriting(go.moduleRoot(), caches).directory().resolve("confirm");
        filtered =
            confirmed(filtered, confirmation.judged(filtered.kept(), result.ways(), generated));
      }
      return finish(go, caches, result, filtered).code();
    } catch (ToolchainException | VetException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  private static SuppressionFilter.Filtered confirmed(
      SuppressionFilter.Filtered filtered, RaceConfirmation.Judged judged) {
    List<Remark> remarks = new ArrayList<>(filtered.remarks());
    remarks.addAll(judged.remarks());
    return new SuppressionFilter.Filtered(judged.findings(), remarks);
  }

  private ExitStatus finish(
      GoToolchain go, Path caches, VetResult result, SuppressionFilter.Filtered filtered)
      throws UserError, StoreException {
    Optional<Revision> revision = new Git(go.moduleRoot(), context.environment()).revision();
    RunReport report = report(go, RunId.of(started, 1), revision, result, filtered);
    SourceDetails details = SourceDetails.of(go, context);
    if (noStore) {
      return Reporting.show(output, report, details, context, Reporting.Stream.OUTPUT);
    }
    RunStore store;
    RunDirectory directory;
    try {
      StoreLocation location = StoreLocation.forWriting(go.moduleRoot(), caches);
      store = new RunStore(location.directory(), go.moduleRoot());
      directory = store.begin(started);
    } catch (StoreException e) {
      ExitStatus _ = Reporting.show(output, report, details, context, Reporting.Stream.OUTPUT);
      throw e;
    }
    return Reporting.report(
        output,
        store,
        directory,
        report(go, directory.id(), revision, result, filtered),
        details,
        context,
        Reporting.Stream.OUTPUT);
  }

  /** Only a look at everything can say that a suppression is not needed. */
  private List<Rule> looked() {
    boolean whole = tests && tags.isEmpty() && packages.equals(List.of("./..."));
    return whole ? List.of(FindingMapper.RULE) : List.of();
  }

  private VetRequest request() {
    return new VetRequest(
        context.directory(),
        packages,
        tags,
        tests,
        Optional.empty(),
        Optional.empty(),
        !confirm.isZero());
  }

  /** A package that did not load fails the run, unless something was found in another. */
  private RunReport report(
      GoToolchain go,
      RunId id,
      Optional<Revision> revision,
      VetResult result,
      SuppressionFilter.Filtered filtered) {
    List<Remark> remarks = new ArrayList<>(filtered.remarks());
    remarks.addAll(result.problems());
    if (!result.withheld().isEmpty()) {
      remarks.add(new Remark.Withheld(result.withheld().size()));
    }
    List<Gap> gaps =
        result.ended()
            ? List.of(new Gap.UnanalyzedFunctions(result.packages() == 0 ? 0 : result.unreached()))
            : List.of();
    RunRecord run =
        new RunRecord(
            id,
            Version.current(),
            new RunRecord.GoInstallation(go.version().toString(), go.goroot()),
            Invocations.line(spec),
            context.invocation(),
            context.directory(),
            go.moduleRoot(),
            revision,
            ProcessHandle.current().pid(),
            started,
            output.policy(),
            Optional.of(
                new RunRecord.Ending(
                    Duration.between(started, Instant.now()),
                    outcome(result),
                    new RunRecord.Basis.Source(result.packages(), result.functions()),
                    gaps,
                    remarks)));
    return new RunReport(run, filtered.kept());
  }

  private static RunOutcome outcome(VetResult result) {
    if (result.ended()) {
      return new RunOutcome.Interrupted();
    }
    if (!result.faults().isEmpty()) {
      return new RunOutcome.ToolFailed(new ToolFailure.FunctionsNotAnalyzed(result.faults()));
    }
    int problems = result.problems().size();
    return problems == 0
        ? new RunOutcome.Passed()
        : new RunOutcome.TargetFailed(1, new TargetFailure.NotAnalyzed(problems));
  }
}
