package dev.harrier.cli;

import dev.harrier.model.file.IoErrors;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.RunOutcome;
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
import dev.harrier.vet.race.ClosureRaces;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
final class VetCommand implements Callable<Integer> {
  private final CommandContext surroundings;
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

  @Parameters(
      paramLabel = "PACKAGES",
      description = "Package patterns, as go vet takes them (default: the current directory).")
  private List<String> packages = new ArrayList<>();

  VetCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws UserError {
    output.check(surroundings);
    try {
      GoToolchain go = GoToolchain.find(surroundings.directory(), surroundings.environment());
      SuppressionFilter sifting =
          SuppressionFilter.of(MainModule.of(go, surroundings.directory()), looked());
      Path caches = CacheDirectory.of(surroundings.environment());
      VetResult result = new Vet(Exporter.builtBy("go", caches)).run(request());
      SuppressionFilter.Sifted sifted = sifting.sift(result.findings());
      StoreLocation location = StoreLocation.forWriting(go.moduleRoot(), caches);
      RunStore store = new RunStore(location.directory(), go.moduleRoot());
      RunDirectory directory = store.begin(started);
      RunReport report = new RunReport(record(go, directory, result, sifted), sifted.kept());
      directory.save(report);
      store.finish(directory);
      output.write(report, surroundings, surroundings.output(), surroundings.outputIsTerminal());
      return ExitStatus.of(report).code();
    } catch (ToolchainException | VetException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  /** Only a look at everything can say that a suppression is not needed. */
  private List<Rule> looked() {
    boolean whole = tests && tags.isEmpty() && packages.equals(List.of("./..."));
    return whole ? List.of(ClosureRaces.RULE) : List.of();
  }

  private VetRequest request() {
    return new VetRequest(
        surroundings.directory(), packages, tags, tests, Optional.empty(), Optional.empty());
  }

  /** A package that did not load fails the run, unless something was found in another. */
  private RunRecord record(
      GoToolchain go, RunDirectory directory, VetResult result, SuppressionFilter.Sifted sifted) {
    List<String> notes = new ArrayList<>(sifted.notes());
    result.problems().forEach(p -> notes.add(p.toString()));
    RunOutcome outcome =
        result.problems().isEmpty()
            ? new RunOutcome.Passed()
            : new RunOutcome.TargetFailed(
                1,
                "%d problems: not every package was analysed".formatted(result.problems().size()));
    List<String> command = new ArrayList<>(List.of("harrier"));
    command.addAll(spec.root().commandLine().getParseResult().originalArgs());
    return new RunRecord(
        directory.id(),
        Version.current(),
        new RunRecord.GoInstallation(go.version().toString(), go.goroot()),
        command,
        surroundings.directory(),
        go.moduleRoot(),
        ProcessHandle.current().pid(),
        started,
        Optional.of(
            new RunRecord.Ending(
                Duration.between(started, Instant.now()),
                outcome,
                Completenesses.join(List.of()),
                new RunRecord.Basis.Source(result.packages(), result.functions()),
                notes)));
  }
}
