package dev.harrier.cli.fuzz;

import dev.harrier.cli.session.CacheDirectory;
import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.Installation;
import dev.harrier.coverage.Coverage;
import dev.harrier.explore.corpus.SteeringFiles;
import dev.harrier.explore.guide.AccessPointGuide;
import dev.harrier.explore.guide.ComputingGuide;
import dev.harrier.explore.guide.ConfirmGuide;
import dev.harrier.explore.guide.CoverageGuide;
import dev.harrier.explore.guide.CoverageMemory;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.guide.MeetingGuide;
import dev.harrier.explore.guide.NativeGuide;
import dev.harrier.explore.guide.OrderGuide;
import dev.harrier.explore.guide.OrderMemory;
import dev.harrier.explore.guide.PortfolioGuide;
import dev.harrier.explore.guide.ReversalGuide;
import dev.harrier.explore.guide.SystematicGuide;
import dev.harrier.explore.portfolio.Portfolio;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.usage.CoverageReport;
import dev.harrier.report.words.Shortfalls;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.usage.UsageRequest;
import dev.harrier.toolchain.usage.UsageScanner;
import dev.harrier.toolchain.usage.Usages;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Puts together what steers one {@code harrier fuzz}, and tells how far it got. */
final class Guidance {
  /** Longer than any timeout in a test; it costs nothing where the clock is virtual. */
  private static final Duration VIRTUAL_PATIENCE = Duration.ofHours(1);

  private static final Duration RAISED_PATIENCE = Duration.ofSeconds(10);

  /** Where schedules are controlled, one in so many executions tries an order too. */
  private static final int SHARE = 3;

  /**
   * There, so many executions come first: an order needs a run to change, and a plain one is cheap.
   */
  private static final int FIRST = 2;

  /** There, one in so many executions turns operations round. */
  private static final int REVERSALS = 2;

  /** There, one in so many executions is directed at a prediction, if there is one. */
  private static final int PREDICTIONS = 2;

  /** There, in one of so many executions racing accesses are points, if any are known. */
  private static final int ACCESSES = 2;

  /** There, in one of so many executions computing takes time, if the test reads the clock. */
  private static final int COMPUTING = 4;

  /** There is nothing to turn round before. */
  private static final int FIRST_REVERSAL = 1;

  /** There, one in so many executions is the next one of all schedules of its test. */
  private static final int SYSTEMATIC = 4;

  /** Most bugs show before. */
  private static final int FIRST_SYSTEMATIC = 12;

  /**
   * How executions go.
   *
   * @param controlled one goroutine at a time
   * @param races whether they look for data races themselves
   */
  record Mode(boolean controlled, boolean races) {}

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
      Mode mode,
      SteeringFiles kept,
      EngineSource source)
      throws IOException {
    boolean controlled = mode.controlled;
    Guide guide =
        predictions(
            job,
            controlled,
            accesses(job, controlled, systematic(job, mode, reversals(job, controlled, kept))));
    if (!job.steering().has(Steering.Part.COVERAGE)) {
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
          new CoverageGuide(guide, coverage, job.steering().enough(), covered),
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
    return new UsageScanner(installation.go(), CacheDirectory.of(context.environment()))
        .scan(
            new UsageRequest(
                context.directory(),
                job.packages(),
                job.buildFlags(),
                Optional.of(installation.overlay().json()),
                !job.selection().mains(),
                job.steering().dependencies()));
  }

  private static Guide predictions(FuzzJob job, boolean controlled, Guide base) {
    if (!job.steering().has(Steering.Part.PREDICTIONS)) {
      return base;
    }
    return controlled ? new ConfirmGuide(base, PREDICTIONS) : new MeetingGuide(base);
  }

  private static Guide accesses(FuzzJob job, boolean controlled, Guide base) {
    return controlled && job.steering().has(Steering.Part.ACCESSES)
        ? new AccessPointGuide(base, ACCESSES)
        : base;
  }

  /** Where races are not looked for, nobody knows whether all that matters is a decision. */
  private static Guide systematic(FuzzJob job, Mode mode, Guide base) {
    return mode.controlled && mode.races && job.steering().has(Steering.Part.SYSTEMATIC)
        ? new SystematicGuide(base, FIRST_SYSTEMATIC, SYSTEMATIC, true, job.procs())
        : base;
  }

  private static Guide reversals(FuzzJob job, boolean controlled, SteeringFiles kept) {
    Guide base = orders(job, controlled, kept.orders());
    return controlled && job.steering().has(Steering.Part.REVERSALS)
        ? new ReversalGuide(base, FIRST_REVERSAL, REVERSALS, job.seed(), kept.reversals())
        : base;
  }

  /** Under which schedules came about that mean something to another exploration. */
  static String settings(FuzzJob job) {
    return "%d %s".formatted(job.procs(), job.mixes());
  }

  private static Guide computing(FuzzJob job, Guide base) {
    return job.steering().has(Steering.Part.COMPUTING) ? new ComputingGuide(base, COMPUTING) : base;
  }

  private static Guide orders(FuzzJob job, boolean controlled, OrderMemory memory) {
    Guide base =
        controlled
            ? computing(
                job, new PortfolioGuide(new Portfolio(job.mixes(), job.seed(), job.procs())))
            : new NativeGuide();
    if (!job.steering().has(Steering.Part.ORDERS)) {
      return base;
    }
    return new OrderGuide(
        base,
        new OrderGuide.Settings(
            controlled ? SHARE : 1,
            controlled ? FIRST : 0,
            job.steering().has(Steering.Part.FEEDBACK),
            controlled ? RAISED_PATIENCE : job.limit().dividedBy(2),
            controlled ? Optional.of(VIRTUAL_PATIENCE) : Optional.empty(),
            job.seed()),
        memory);
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

  /**
   * Everything that was not covered, a line each; empty if coverage is not known.
   *
   * @param shown how a path is shown
   */
  List<String> gaps(UnaryOperator<String> shown) {
    return measured().stream()
        .flatMap(report -> report.uncovered().stream())
        .map(uncovered -> Shortfalls.line(uncovered, shown))
        .toList();
  }

  /** How far the executions got; empty if that is not known. */
  Optional<CoverageReport> measured() {
    return coverage.map(Coverage::report);
  }
}
