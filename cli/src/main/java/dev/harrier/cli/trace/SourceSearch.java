package dev.harrier.cli.trace;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.output.SourceDetails;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Hands what a traced executable could do to the tests of the module that it was built from: the
 * tests of the packages where a predicted deadlock would be stuck are explored until it happens.
 */
final class SourceSearch {
  private final CommandContext context;
  private final ShutdownHandler shutdown;
  private final Installation installation;
  private final LocalSources sources;
  private final Duration time;
  private final List<Remark> remarks = new ArrayList<>();

  private SourceSearch(
      CommandContext context, ShutdownHandler shutdown, Installation installation, Duration time)
      throws IOException {
    this.context = context;
    this.shutdown = shutdown;
    this.installation = installation;
    this.sources = LocalSources.of(installation.modules());
    this.time = time;
  }

  /**
   * Looks for the module before anything runs.
   *
   * @param source its directory
   * @param time how long to search
   */
  static SourceSearch in(
      Path source, CommandContext context, ShutdownHandler shutdown, Duration time)
      throws UserError {
    Path directory = context.directory().resolve(source).normalize();
    if (!Files.isDirectory(directory)) {
      throw UserError.usage(
          "expected a directory with a Go module after -source, found " + directory);
    }
    CommandContext there = context.in(directory);
    try {
      Installation installation = Installation.find(there);
      if (!installation.canBeControlled()) {
        throw UserError.usage("-source: " + installation.whyNotControlled());
      }
      return new SourceSearch(there, shutdown, installation, time);
    } catch (ToolchainException e) {
      throw UserError.usage("-source: " + e.getMessage());
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  /** What the module says of findings. */
  SourceDetails details() {
    return SourceDetails.of(installation, context);
  }

  /** What the user should know of the search. */
  List<Remark> remarks() {
    return remarks;
  }

  /** The findings, with the result of the search in the predictions. */
  List<Finding> judged(List<Finding> findings, RunDirectory directory) throws IOException {
    Map<Set<String>, List<Finding>> open =
        findings.stream()
            .filter(f -> f.strength() == Strength.PREDICTED)
            .filter(f -> !packages(f).isEmpty())
            .collect(
                Collectors.groupingBy(this::packages, LinkedHashMap::new, Collectors.toList()));
    if (open.isEmpty() || shutdown.isRequested()) {
      return findings;
    }
    ScheduleExploration exploration =
        new ScheduleExploration(context, installation, shutdown, directory, List.of(), List.of());
    Map<Finding, Finding> judged = new LinkedHashMap<>();
    try (Watch watch = new Watch()) {
      for (Map.Entry<Set<String>, List<Finding>> entry : open.entrySet()) {
        search(
            exploration,
            entry.getKey(),
            entry.getValue(),
            time.dividedBy(open.size()),
            watch,
            judged);
      }
    } catch (ToolchainException e) {
      remarks.add(
          new Remark.NotTried(Remark.Trial.PREDICTIONS, "", String.valueOf(e.getMessage())));
    }
    return findings.stream().map(f -> judged.getOrDefault(f, f)).toList();
  }

  /** Where a prediction would be stuck, as far as it is in the module: patterns of packages. */
  private Set<String> packages(Finding prediction) {
    return prediction.participants().stream()
        .flatMap(p -> p.stack().frames().stream())
        .flatMap(frame -> sources.find(frame.file()).stream())
        .map(file -> Objects.requireNonNull(file.getParent(), "a directory"))
        .map(Path::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void search(
      ScheduleExploration exploration,
      Set<String> packages,
      List<Finding> predictions,
      Duration share,
      Watch watch,
      Map<Finding, Finding> judged)
      throws ToolchainException, IOException {
    List<Target> targets = exploration.targets(List.copyOf(packages), "", watch);
    if (targets.isEmpty()) {
      remarks.add(
          new Remark.NotTried(
              Remark.Trial.PREDICTIONS, String.join(", ", packages), "there is no test"));
      return;
    }
    Map<Finding, Finding> local = new LinkedHashMap<>();
    predictions.forEach(p -> local.put(p, sources.localised(p)));
    Outcome outcome = exploration.confirm(List.copyOf(local.values()), targets, share, watch);
    local.forEach((p, there) -> judged.put(p, replayed(exploration.judged(there, outcome))));
    remarks.add(
        new Remark.Tried(outcome.executions(), targets.size(), context.directory().toString()));
  }

  /** The run is not kept in that module, so only the whole replay string works there. */
  private static Finding replayed(Finding finding) {
    Witness witness = finding.witness();
    return witness
        .schedule()
        .map(code ->
            finding.with(witness.rerunBy(new Rerun.Command(List.of("harrier", "replay", code)))))
        .orElse(finding);
  }
}
