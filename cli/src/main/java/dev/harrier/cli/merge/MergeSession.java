package dev.harrier.cli.merge;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.git.Git;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.output.SourceDetails;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.RunHeader;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.confirm.FindingMerge;
import dev.harrier.explore.corpus.Corpus;
import dev.harrier.explore.coverage.CoverageFile;
import dev.harrier.explore.loop.SteeringFiles;
import dev.harrier.explore.recording.RecordingFiles;
import dev.harrier.explore.recording.RecordingKey;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.ModuleRoot;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.store.StoreLocation;
import dev.harrier.toolchain.driver.MainModule;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * One {@code harrier merge}: read all, see whether it belongs together, join, report. It needs no
 * Go, so that it can run where the shards did not.
 */
final class MergeSession {
  private final CommandContext context;
  private final OutputOptions output;
  private final List<String> command;
  private final Instant started = Instant.now();

  MergeSession(CommandContext context, OutputOptions output, List<String> command) {
    this.context = context;
    this.output = output;
    this.command = command;
  }

  ExitStatus run(List<Path> directories, boolean fresh, boolean allowMissing) throws UserError {
    Path root =
        ModuleRoot.above(context.directory())
            .orElseThrow(() ->
                UserError.usage(
                    "%s is not in a Go module; change to the module that was explored"
                        .formatted(context.directory())));
    List<MergeSource> sources = new ArrayList<>();
    for (Path directory : directories) {
      sources.add(MergeSource.read(directory, context.directory(), root));
    }
    try {
      List<MainModule> modules = MainModule.in(root);
      check(sources, modules.stream().map(MainModule::path).toList());
      SuppressionFilter suppressions = SuppressionFilter.of(context.settings(), modules, List.of());
      StoreLocation location =
          StoreLocation.forWriting(root, CacheDirectory.of(context.environment()));
      List<Remark> remarks = corpora(sources, location.directory().resolve("fuzz"), root, fresh);
      RunStore store = new RunStore(location.directory(), root);
      RunDirectory directory = store.begin(started);
      Shards shards = new Shards(sources, allowMissing);
      RunReport report = report(shards, suppressions, directory, root, remarks);
      takeRecordings(shards.joined(), report.findings(), directory);
      return Reporting.report(
          output, store, directory, report, SourceDetails.NONE, context, Reporting.Stream.OUTPUT);
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  /** What is joined must be of one module, of one state of its sources, of one Go and Harrier. */
  private static void check(List<MergeSource> sources, List<String> modules) throws UserError {
    MergeSource first = sources.getFirst();
    for (MergeSource source : sources) {
      if (!source.corpus().targets().isEmpty()
          && !modules.contains("std")
          && source.corpus().targets().stream()
              .noneMatch(t -> modules.stream().anyMatch(t::startsWith))) {
        throw UserError.usage(
            "%s is of another module: it knows %s, and this is %s"
                .formatted(
                    source.name(),
                    new TreeSet<>(source.corpus().targets()).first(),
                    String.join(", ", modules)));
      }
      for (MergeSource other : sources) {
        Optional<String> target = other.corpus().otherSources(source.corpus());
        if (target.isPresent()) {
          throw UserError.usage(
              "%s and %s are of different sources of %s; explore one commit on all machines"
                  .formatted(other.name(), source.name(), target.get()));
        }
      }
      same("Harrier", first, source, RunRecord::harrierVersion);
      same("Go", first, source, run -> run.go().version());
    }
    if (sources.stream().allMatch(source -> source.run().isEmpty())
        && sources.stream().allMatch(source -> source.corpus().targets().isEmpty())) {
      throw UserError.usage("there is nothing to join: no run and no corpus");
    }
  }

  private static void same(
      String what, MergeSource a, MergeSource b, Function<RunRecord, String> version)
      throws UserError {
    Optional<String> one = a.run().map(run -> version.apply(run.run()));
    Optional<String> two = b.run().map(run -> version.apply(run.run()));
    if (one.isPresent() && two.isPresent() && !one.equals(two)) {
      throw UserError.usage(
          "%s is of %s %s, %s of %s %s: a schedule of one means something else to the other"
              .formatted(a.name(), what, one.get(), b.name(), what, two.get()));
    }
  }

  /** Returns what the user should know. */
  private static List<Remark> corpora(
      List<MergeSource> sources, Path kept, Path root, boolean fresh) throws IOException {
    Corpus corpus = Corpus.open(kept.resolve("corpus"), fresh);
    SteeringFiles steering = new SteeringFiles(kept, fresh, "");
    CoverageFile coverage = new CoverageFile(kept.resolve("coverage"), root, fresh);
    List<Remark> remarks = new ArrayList<>();
    for (MergeSource source : sources) {
      corpus.add(source.corpus());
      steering.add(source.kept());
      coverage.add(source.kept().resolve("coverage"));
      remarks.addAll(source.corpus().remarks());
      if (source.run().isEmpty()) {
        remarks.add(new Remark.CorpusOnly(source.name()));
      }
    }
    remarks.addAll(corpus.remarks());
    remarks.addAll(steering.remarks());
    remarks.addAll(coverage.remarks());
    return remarks;
  }

  /**
   * Takes over the recordings of the findings, the proven ones first: that of the run whose
   * schedule a finding now has, else of another one.
   */
  private void takeRecordings(
      List<MergeSource> sources, List<Finding> findings, RunDirectory directory)
      throws IOException {
    RecordingFiles taken = new RecordingFiles(directory.recordings());
    Optional<RecordingKey> key = RecordingKey.in(CacheDirectory.of(context.environment()));
    Set<String> done = new HashSet<>();
    for (Finding finding :
        findings.stream().sorted(Comparator.comparing(f -> !f.strength().isProven())).toList()) {
      Optional<String> recorded = recorded(finding);
      if (recorded.filter(done::add).isEmpty()) {
        continue;
      }
      List<RecordingFiles> runs =
          sources.stream()
              .sorted(Comparator.comparing(source -> !source.hasScheduleOf(finding)))
              .flatMap(source -> source.explored().stream())
              .map(MergeSource.Explored::recordings)
              .toList();
      for (RecordingFiles run : runs) {
        if (taken.take(recorded.get(), run, key, output.hasValues())) {
          break;
        }
      }
    }
  }

  /** The fingerprint under which the recording of a finding is kept: that of its schedule. */
  private static Optional<String> recorded(Finding finding) {
    try {
      Optional<String> schedule = finding.witness().schedule();
      return schedule.isEmpty()
          ? Optional.empty()
          : Optional.of(ReplayCode.parse(schedule.get()).fingerprint());
    } catch (ReplayCodeException e) {
      return Optional.empty(); // A replay refuses it.
    }
  }

  private RunReport report(
      Shards shards,
      SuppressionFilter suppressions,
      RunDirectory directory,
      Path root,
      List<Remark> more) {
    List<MergeSource> sources = shards.joined();
    List<RunReport> runs = sources.stream().flatMap(s -> s.run().stream()).toList();
    List<Finding> findings = runs.stream().flatMap(run -> run.findings().stream()).toList();
    SuppressionFilter.Filtered filtered = suppressions.apply(FindingMerge.of(findings));
    List<Remark> remarks = new ArrayList<>(filtered.remarks());
    remarks.addAll(more);
    remarks.addAll(RunEndings.remarks(sources));
    List<Gap> gaps = Gap.joined(shards.lost(), RunEndings.gaps(runs));
    RunRecord header =
        RunHeader.of(
            directory,
            runs.stream()
                .map(run -> run.run().go())
                .findFirst()
                .orElse(new RunRecord.GoInstallation("", Path.of(""))),
            command,
            context,
            root,
            new Git(root, context.environment()).revision(),
            started,
            output.policy());
    RunRecord.Ending ending =
        new RunRecord.Ending(
            Duration.between(started, Instant.now()),
            RunEndings.outcome(sources),
            RunEndings.basis(runs),
            gaps,
            remarks,
            RunEndings.explored(runs));
    return new RunReport(header.ended(ending), filtered.kept());
  }
}
