package dev.harrier.cli.fuzzing;

import dev.harrier.cli.exploring.FuzzJob;
import dev.harrier.cli.exploring.WorkSource;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.coverage.Coverage;
import dev.harrier.explore.coverage.CoverageMemory;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.loop.SteeringFiles;
import dev.harrier.explore.loop.Techniques;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.usage.CoverageReport;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.UsageRequest;
import dev.harrier.toolchain.source.Usages;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Puts together what steers one {@code harrier fuzz}, and says how far it got. */
final class Guidance {
  private final Guide guide;
  private final Optional<Coverage> coverage;
  private final List<Remark> remarks;

  private Guidance(Guide guide, Optional<Coverage> coverage, List<Remark> remarks) {
    this.guide = guide;
    this.coverage = coverage;
    this.remarks = remarks;
  }

  /** Reads the sources of the packages, unless their coverage is of no interest. */
  static Guidance of(
      Installation installation,
      CommandContext context,
      FuzzJob job,
      Techniques.Settings settings,
      SteeringFiles kept,
      WorkSource source)
      throws IOException {
    Guide guide = Techniques.guide(settings, kept.orders(), kept.reversals());
    if (job.without().contains(Techniques.Part.COVERAGE)) {
      return new Guidance(guide, Optional.empty(), List.of());
    }
    try {
      Usages usages =
          source.usages(
              installation.hasGo()
                  ? Optional.of(() -> scanned(installation, context, job))
                  : Optional.empty());
      Coverage coverage = new Coverage(usages.all());
      CoverageMemory covered = source.coverage();
      covered.recall(coverage);
      return new Guidance(
          Techniques.covering(guide, coverage, covered),
          Optional.of(coverage),
          usages.problems().stream()
              .<Remark>map(p -> new Remark.CoverageDoubtful(p.toString()))
              .toList());
    } catch (ToolchainException e) {
      return new Guidance(
          guide,
          Optional.empty(),
          List.of(new Remark.CoverageUnknown(String.valueOf(e.getMessage()))));
    }
  }

  private static Usages scanned(Installation installation, CommandContext context, FuzzJob job)
      throws ToolchainException {
    return installation
        .sources(context)
        .scan(
            new UsageRequest(
                context.directory(),
                job.packages(),
                job.buildFlags(),
                Optional.of(installation.overlay().json()),
                !job.selection().mains(),
                job.dependencies()));
  }

  Guide guide() {
    return guide;
  }

  /** How many requirements of coverage are met; 0 if that is not known. */
  int covered() {
    return coverage.map(Coverage::covered).orElse(0);
  }

  /** What the user should know of coverage besides what was measured. */
  List<Remark> remarks() {
    return remarks;
  }

  /** How far the executions got; empty if that is not known. */
  Optional<CoverageReport> measured() {
    return coverage.map(Coverage::report);
  }
}
