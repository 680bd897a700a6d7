package dev.harrier.cli.fuzzing;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.distributed.CampaignLink;
import dev.harrier.cli.distributed.CampaignOptions;
import dev.harrier.cli.distributed.WithoutGo;
import dev.harrier.cli.exploring.Contrasts;
import dev.harrier.cli.exploring.ExplorationProgress;
import dev.harrier.cli.exploring.FuzzJob;
import dev.harrier.cli.exploring.InputRecordings;
import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.cli.exploring.WorkSource;
import dev.harrier.cli.exploring.Workers;
import dev.harrier.cli.gocommand.Host;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.gocommand.LeftOutNotes;
import dev.harrier.cli.gocommand.Races;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.output.SourceDetails;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.OwnPrograms;
import dev.harrier.cli.process.Progress;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.Exploration;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.loop.SteeringFiles;
import dev.harrier.explore.loop.Techniques;
import dev.harrier.explore.loop.WorkQueue;
import dev.harrier.explore.loop.WorkQueueException;
import dev.harrier.explore.prepare.Preparation;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Start;
import dev.harrier.explore.worker.StartNotes;
import dev.harrier.explore.worker.Worker;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.Contrast;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.PackageBuilder;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** One {@code harrier fuzz}: prepare, build, explore, keep, report. */
public final class FuzzSession {
  /** More lines of messages about packages that do not build are counted. */
  private static final int MESSAGES = 20;

  /** So much time is there to record what the tests of findings read, however much is left. */
  private static final Duration LEAST_FOR_INPUTS = Duration.ofSeconds(3);

  private static final Duration MOST_FOR_INPUTS = Duration.ofSeconds(30);

  private final CommandContext context;
  private final OutputOptions output;
  private final ShutdownHandler shutdown;
  private final FuzzJob job;
  private final Optional<CampaignOptions.Access> campaign;
  private final Purpose purpose;

  /** Why it could not continue, if it could not; the result until then is reported. */
  private Optional<String> lost = Optional.empty();

  /**
   * @param campaign to take part in
   */
  public FuzzSession(
      CommandContext context,
      OutputOptions output,
      ShutdownHandler shutdown,
      FuzzJob job,
      Optional<CampaignOptions.Access> campaign,
      Purpose purpose) {
    this.purpose = purpose;
    this.context = context;
    this.output = output;
    this.shutdown = shutdown;
    this.job = job;
    this.campaign = campaign;
  }

  public ExitStatus run() throws UserError {
    Host.mustBeLinux("fuzz");
    return run(Optional.empty());
  }

  /** As the exploration of a run that has begun. */
  public ExitStatus run(BegunRun begun) throws UserError {
    return run(Optional.of(begun));
  }

  private ExitStatus run(Optional<BegunRun> begun) throws UserError {
    try (Watch watch = new Watch()) {
      Installation installation = installation();
      boolean controlled = isControlled(installation);
      SuppressionFilter suppressions =
          SuppressionFilter.of(context.settings(), installation.modules(), List.of());
      return run(installation, controlled, suppressions, begun, watch);
    } catch (ToolchainException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  private ExitStatus run(
      Installation installation,
      boolean controlled,
      SuppressionFilter suppressions,
      Optional<BegunRun> begun,
      Watch watch)
      throws UserError, ToolchainException, StoreException, IOException {
    try (WorkSource source = source(installation, controlled)) {
      BegunRun run =
          begun.isPresent()
              ? begun.get()
              : BegunRun.of(installation, context, job.line(), Instant.now(), output.policy());
      return Reporting.report(
          output,
          run.store(),
          run.directory(),
          explore(
              installation, controlled, source, suppressions, run.directory(), run.header(), watch),
          SourceDetails.of(installation, context),
          context,
          Reporting.Stream.OUTPUT);
    }
  }

  /** In a campaign it may be that of others. */
  private Installation installation()
      throws UserError, ToolchainException, StoreException, IOException {
    return campaign.isPresent() && WithoutGo.isGoMissing(context)
        ? CampaignLink.withoutGo(
            campaign.get(), CampaignOptions.retryPolicy(context, shutdown), context)
        : Installation.find(context, purpose.goFlags());
  }

  private WorkSource source(Installation installation, boolean controlled) throws UserError {
    return campaign.isPresent()
        ? CampaignLink.open(
            campaign.get(),
            CampaignOptions.retryPolicy(context, shutdown),
            installation,
            job,
            context.directory())
        : new LocalStore(kept(installation), installation.go().moduleRoot(), job, controlled);
  }

  private boolean isControlled(Installation installation) throws UserError {
    boolean possible = installation.canBeControlled();
    if (!possible && job.races().orElse(Races.OFF) != Races.OFF) {
      throw UserError.usage(installation.whyNotControlled() + "; without that -races finds none");
    }
    return switch (job.mode()) {
      case NATIVE -> false;
      case CONTROLLED -> {
        if (!possible) {
          throw UserError.usage(installation.whyNotControlled() + "; or explore with -mode native");
        }
        yield true;
      }
      case AUTO -> {
        if (!possible) {
          context
              .errors()
              .printf("harrier: %s; exploring natively%n", installation.whyNotControlled());
        }
        yield possible;
      }
    };
  }

  /** Wherever possible, unless the user says otherwise. */
  private Races races(Installation installation, boolean controlled) throws ToolchainException {
    boolean another = installation.isRaceDetected(job.buildFlags());
    Races races = job.races().orElse(controlled && !another ? Races.PACKAGES : Races.OFF);
    if (races != Races.OFF && another) {
      throw new ToolchainException(
          "GOFLAGS has -race, which is Go's race detector, and -races is Harrier's: use only"
              + " one of them");
    }
    return races;
  }

  private RunReport explore(
      Installation installation,
      boolean controlled,
      WorkSource source,
      SuppressionFilter suppressions,
      RunDirectory directory,
      RunRecord header,
      Watch watch)
      throws ToolchainException, UserError, IOException {
    Races races = races(installation, controlled);
    BuildSettings build = installation.settings(context, job.buildFlags());
    ReplayCodes codes =
        ReplayCodes.of(
            build.with(races.detection(build.races())), job.selection().arguments(), installation);
    PackageBuilder builder = source.builder(build(installation, races), codes);
    Preparation preparation =
        installation.preparation(builder, job.runFlags(), directory, watch, shutdown);
    List<Target> targets = targets(preparation);
    List<Remark> leftOut =
        new LeftOutNotes(installation, context).of(job.packages(), job.buildFlags());
    FuzzReport report =
        new FuzzReport(
            job, purpose, codes, suppressions, preparation, header, shutdown::isRequested);
    if (targets.isEmpty()) {
      return report.ofNothing(leftOut);
    }
    Techniques.Settings settings =
        settings(controlled, races != Races.OFF && preparation.remarks().isEmpty());
    SteeringFiles steering =
        new SteeringFiles(kept(installation), job.fresh(), settings.identity());
    Guidance guidance = Guidance.of(installation, context, job, settings, steering, source);
    StartNotes starts = new StartNotes(job.start());
    Supplier<Worker> workerFactory =
        Workers.factory(installation, directory, watch, source.names(), starts, purpose.observed());
    Outcome outcome;
    long begun = System.nanoTime();
    try (WorkQueue queue = source.queue(targets, codes, report::witnessed, guidance::covered)) {
      Exploration exploration =
          new Exploration(queue, purpose.around(guidance.guide()), Limits.of(job.limit()), purpose);
      shutdown.onRequest(exploration::stop);
      outcome = explore(exploration, workerFactory, directory, header, report::found);
    }
    noteShown(outcome.discoveries());
    List<Discovery> failures = purpose.failuresCount() ? outcome.discoveries() : List.of();
    List<Remark> remarks = new ArrayList<>();
    Map<String, Contrast> contrasts =
        contrasts(failures, codes, workerFactory, begun, remarks::add);
    recordInputs(
        outcome.discoveries(), installation, source, directory, watch, begun, remarks::add);
    remarks.addAll(leftOut);
    remarks.addAll(guidance.remarks());
    remarks.addAll(preparation.remarks());
    remarks.addAll(source.remarks());
    remarks.addAll(steering.remarks());
    remarks.addAll(outcome.remarks());
    starts.remark().ifPresent(remarks::add);
    return report.of(outcome, lost, explored(outcome, codes, guidance), contrasts, remarks);
  }

  private List<Target> targets(Preparation preparation) throws ToolchainException, IOException {
    List<Target> targets;
    try (Progress progress = new Progress(context)) {
      targets = preparation.targets(job.packages(), job.selection(), progress::say);
    }
    complain(preparation.failures());
    return targets;
  }

  private Techniques.Settings settings(boolean controlled, boolean races) {
    return new Techniques.Settings(
        controlled,
        races,
        job.without(),
        job.mixes(),
        job.faults(),
        job.seed(),
        job.conditions(),
        job.limit());
  }

  private Explored explored(Outcome outcome, ReplayCodes codes, Guidance guidance) {
    return new Explored(
        Optional.of(
            new Explored.Executions(
                outcome.executions(), outcome.duration().toMillis(), outcome.proving())),
        purpose.failuresCount() ? outcome.firstFindings() : List.of(),
        outcome.complete().size(),
        outcome.novelty(),
        Explored.TestsWithInput.of(outcome.inputs().values()),
        Optional.of(connections(outcome)),
        outcome.withdrawn().size(),
        purpose.failuresCount()
            ? FailureNotes.of(outcome.failing(), codes, Discovery.proven(outcome.discoveries()))
            : List.of(),
        guidance.measured());
  }

  private static Explored.Connections connections(Outcome outcome) {
    List<String> outside =
        outcome.carriers().entrySet().stream()
            .filter(test -> test.getValue().kernel())
            .map(test -> test.getKey().shown())
            .sorted()
            .toList();
    return new Explored.Connections(outcome.carriers().size() - outside.size(), outside);
  }

  private Optional<GoBuild> build(Installation installation, Races races)
      throws ToolchainException, IOException {
    return installation.hasGo()
        ? Optional.of(installation.build(context, races, job.buildFlags()))
        : Optional.empty();
  }

  /** What go says of each package, unless that is too much to read. */
  private void complain(List<String> failures) {
    List<String> lines = failures.stream().flatMap(String::lines).toList();
    int shown = output.isVerbose() ? lines.size() : Math.min(MESSAGES, lines.size());
    lines.subList(0, shown).forEach(context.errors()::println);
    if (shown < lines.size()) {
      context
          .errors()
          .printf(
              "harrier: %,d more lines on %,d packages; -v shows them%n",
              lines.size() - shown, failures.size());
    }
  }

  private static Path kept(Installation installation) {
    return installation.location().directory().resolve("fuzz");
  }

  /** For {@code check-fix}, which runs those programs again. */
  private void noteShown(List<Discovery> discoveries) throws IOException {
    OwnPrograms own = new OwnPrograms(context);
    Set<Path> executables =
        discoveries.stream()
            .map(discovery -> discovery.target().program().executable())
            .collect(Collectors.toSet());
    for (Path executable : executables) {
      own.note(executable);
    }
  }

  private Map<String, Contrast> contrasts(
      List<Discovery> failures,
      ReplayCodes codes,
      Supplier<Worker> workerFactory,
      long begun,
      Consumer<Remark> remarks) {
    Supplier<Duration> left = () -> job.budget().withProofs().minusNanos(System.nanoTime() - begun);
    return Contrasts.of(
        failures,
        codes,
        workerFactory,
        () -> Limits.of(job.limit()).wantedFor(left.get()),
        () -> shutdown.isRequested() || !left.get().isPositive(),
        remarks);
  }

  /** Also where the time is over: what is missing can't be had later. */
  private void recordInputs(
      List<Discovery> discoveries,
      Installation installation,
      WorkSource source,
      RunDirectory directory,
      Watch watch,
      long begun,
      Consumer<Remark> remarks) {
    long start = System.nanoTime();
    Duration rest = job.budget().withProofs().minusNanos(start - begun);
    Duration time = rest.compareTo(LEAST_FOR_INPUTS) < 0 ? LEAST_FOR_INPUTS : rest;
    Duration most = time.compareTo(MOST_FOR_INPUTS) > 0 ? MOST_FOR_INPUTS : time;
    Supplier<Duration> left = () -> most.minusNanos(System.nanoTime() - start);
    new InputRecordings(installation, context)
        .make(
            discoveries,
            directory,
            output.hasValues(),
            Workers.factory(
                installation,
                directory,
                watch,
                source.names(),
                new StartNotes(Start.EXEC),
                List.of()),
            () -> Limits.of(job.limit()).wantedFor(left.get()),
            () -> shutdown.isRequested() || !left.get().isPositive(),
            remarks);
  }

  private Outcome explore(
      Exploration exploration,
      Supplier<Worker> workerFactory,
      RunDirectory directory,
      RunRecord header,
      Function<Outcome, SuppressionFilter.Filtered> found) {
    try (ExplorationProgress _ = ExplorationProgress.show(context, exploration::progress);
        RunningRecord _ =
            RunningRecord.begin(
                directory, header, exploration, o -> found.apply(o).kept(), output::allowed)) {
      return exploration.run(job.workers(), workerFactory);
    } catch (WorkQueueException e) {
      lost = Optional.of(String.valueOf(e.getMessage()));
      return exploration.soFar();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
