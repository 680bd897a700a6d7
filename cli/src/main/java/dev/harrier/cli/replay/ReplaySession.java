package dev.harrier.cli.replay;

import dev.harrier.base.file.IoErrors;
import dev.harrier.base.file.Trees;
import dev.harrier.cli.exploring.Contrasts;
import dev.harrier.cli.exploring.GeneratedOverlays;
import dev.harrier.cli.exploring.InputRecordings;
import dev.harrier.cli.exploring.ReplayBuild;
import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.cli.exploring.Workers;
import dev.harrier.cli.gocommand.Host;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.output.SourceDetails;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.Progress;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.StoredFindings;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.cause.CauseSearch;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.recording.GivenInputs;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.ide.current.StoredFinding;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Contrast;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.finding.Witness;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.words.ShellWords;
import dev.harrier.toolchain.driver.FlagValue;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One {@code harrier replay}. */
final class ReplaySession {
  /** Replays are for people who wait: a cause that takes longer is left out. */
  private static final Duration CAUSE_TIME = Duration.ofMinutes(5);

  private static final Duration CONTRAST_TIME = Duration.ofSeconds(20);

  private final CommandContext context;
  private final OutputOptions output;
  private final ShutdownHandler shutdown;
  private final ReplayRequest request;
  private final Instant started = Instant.now();

  /**
   * What is asked for.
   *
   * @param finding as it was given
   * @param inputs which recordings of what the test reads are given to it
   * @param buildFlags {@code -modfile}, if it was given
   * @param runFlags {@code -exec}, if it was given
   * @param overlay as the go command takes it
   * @param programArguments what is for the program
   * @param line the command line, for the record
   */
  record ReplayRequest(
      String finding,
      int count,
      Duration limit,
      boolean delve,
      GivenInputs.Accepted inputs,
      List<String> buildFlags,
      List<String> runFlags,
      Optional<String> overlay,
      List<String> programArguments,
      List<String> line) {
    ReplayRequest with(Path other) {
      return new ReplayRequest(
          finding,
          count,
          limit,
          delve,
          inputs,
          buildFlags,
          runFlags,
          Optional.of(other.toString()),
          programArguments,
          line);
    }
  }

  ReplaySession(
      CommandContext context,
      OutputOptions output,
      ShutdownHandler shutdown,
      ReplayRequest request) {
    this.context = context;
    this.output = output;
    this.shutdown = shutdown;
    this.request = request;
  }

  ExitStatus run() throws UserError {
    Host.mustBeLinux("replay");
    try (Watch watch = new Watch()) {
      Installation installation =
          Installation.find(
              context, request.overlay().map(file -> "-overlay=" + file).stream().toList());
      RunStore store = installation.store(context);
      List<StoredFinding> stored = stored(store);
      Optional<Path> kept =
          request.overlay().isPresent()
              ? Optional.empty()
              : new GeneratedOverlays(context).of(stored, store);
      if (kept.isPresent()) {
        return new ReplaySession(context, output, shutdown, request.with(kept.get())).run();
      }
      ReplayCode code = code(stored);
      if (code.schedule() instanceof Schedule.Controlled && !installation.canBeControlled()) {
        throw UserError.usage(installation.whyNotControlled());
      }
      ReplayBuild build =
          new ReplayBuild(
              context, installation, shutdown, buildFlags(installation), request.runFlags());
      build.checkOrigin(code);
      List<String> programArguments = programArguments(code);
      RunDirectory directory = store.begin(started);
      RunRecord header =
          installation.header(directory, request.line(), context, started, output.policy());
      directory.save(header);
      Target target = target(build, directory, code, programArguments, watch);
      try {
        GivenInputs inputs = inputs(target, code, installation, store, directory);
        return run(installation, store, directory, header, code, inputs, stored, watch);
      } finally {
        Trees.delete(InputRecordings.given(directory));
      }
    } catch (ToolchainException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException | WorkerException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  private ExitStatus run(
      Installation installation,
      RunStore store,
      RunDirectory directory,
      RunRecord header,
      ReplayCode code,
      GivenInputs inputs,
      List<StoredFinding> stored,
      Watch watch)
      throws UserError, StoreException, WorkerException, ToolchainException, IOException {
    Target target = inputs.target();
    List<Remark> remarks = new ArrayList<>(Differences.between(code, target, installation));
    remarks.addAll(inputs.remarks());
    Job job = new Job(target, code.schedule(), Limits.of(request.limit()), Detail.WORDS);
    if (request.delve()) {
      return new Delve(context, store, code).run(job, directory);
    }
    Replay.Outcome outcome = replay(installation, directory, job, code, watch, remarks);
    if (code.isOfFailure() || output.isVerbose()) {
      context.errors().print(outcome.output());
    }
    remarks.add(Verdict.of(outcome));
    return Reporting.report(
        output,
        store,
        directory,
        report(header, code, outcome, stored, remarks),
        SourceDetails.of(installation, context),
        context,
        Reporting.Stream.OUTPUT);
  }

  /** A debugger needs what tests are otherwise linked without; flags of the user stay. */
  private List<String> buildFlags(Installation installation) throws ToolchainException {
    List<String> flags = request.buildFlags();
    return request.delve() && FlagValue.given(installation.go(), "ldflags", flags).isEmpty()
        ? Stream.concat(flags.stream(), Stream.of("-ldflags=")).toList()
        : flags;
  }

  /**
   * The schedule that someone means: a replay string, or that of a stored finding.
   *
   * @param found all that stored runs have of the finding
   */
  private ReplayCode code(List<StoredFinding> found) throws UserError {
    try {
      if (ReplayCode.isMeant(request.finding())) {
        return ReplayCode.parse(request.finding());
      }
      Optional<String> schedule =
          found.stream()
              .sorted(Comparator.comparing(stored -> !isOfOverlay(stored.finding())))
              .flatMap(stored -> stored.finding().witness().schedule().stream())
              .findFirst();
      if (schedule.isEmpty()) {
        Finding finding = found.getFirst().finding();
        throw UserError.usage(
            ("finding %s has no schedule yet: it was found in a run that Go's scheduler controlled."
                    + " Look for one with: harrier fuzz -run '^%s$' %s")
                .formatted(
                    finding.fingerprint(),
                    finding.topLevelTest(),
                    finding.location().packagePath()));
      }
      return ReplayCode.parse(schedule.get());
    } catch (ReplayCodeException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
  }

  /** What stored runs have of the finding that someone means; empty for a replay string. */
  private List<StoredFinding> stored(RunStore store) throws UserError, StoreException {
    return ReplayCode.isMeant(request.finding())
        ? List.of()
        : new StoredFindings(store).find(request.finding());
  }

  /**
   * A finding of a generated test, as the run reported it that wrote the test: what its calls are,
   * and whether users may make them, only that run knew.
   */
  private static Finding asReported(Finding replayed, List<StoredFinding> stored) {
    return stored.stream()
        .map(StoredFinding::finding)
        .filter(known -> known.fingerprint().equals(replayed.fingerprint()))
        .filter(known ->
            known.explanation().evidence().stream().anyMatch(Evidence.InScenario.class::isInstance))
        .filter(known -> isSame(replayed.defect(), known.defect()))
        .findFirst()
        .map(known -> {
          boolean same = known.rule().equals(replayed.rule());
          Explanation seen = replayed.explanation();
          Explanation judged = known.explanation();
          return new Finding(
              known.rule(),
              replayed.strength().isProven() ? known.strength() : replayed.strength(),
              same ? replayed.defect() : known.defect(),
              same ? replayed.location() : known.location(),
              replayed.test(),
              new Explanation(
                  seen.participants(),
                  seen.objects(),
                  seen.steps(),
                  union(seen.evidence(), judged.evidence()),
                  union(seen.doubts(), judged.doubts()),
                  judged.fix(),
                  judged.suggestedFix()),
              replayed.witness(),
              replayed.fingerprint(),
              replayed.sightings());
        })
        .orElse(replayed);
  }

  /** Whether it went wrong in the same way: a failed test with the same results, if with any. */
  private static boolean isSame(Defect replayed, Defect known) {
    return !(known instanceof Defect.NonLinearizable(String results, List<String> _))
        || (replayed instanceof Defect.TestFailed(String message) && message.contains(results));
  }

  private static <T> List<T> union(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).distinct().toList();
  }

  /** Whether a run made a finding with the overlay: another run may have tests of its own. */
  private boolean isOfOverlay(Finding finding) {
    return request.overlay().filter(file -> GeneratedOverlays.isOf(finding, file)).isPresent();
  }

  /**
   * Only flags of package testing are taken from others; what a program makes of its own is not.
   */
  private List<String> programArguments(ReplayCode code) throws UserError {
    List<String> needed = code.programArguments();
    List<String> given = request.programArguments();
    if (given.isEmpty() && !needed.isEmpty()) {
      List<String> command = new ArrayList<>(List.of("harrier", "replay", request.finding(), "--"));
      command.addAll(needed);
      throw UserError.usage(
          "the finding was made with arguments that Harrier passes to the program only if you give"
              + " them: if they do no harm, type "
              + ShellWords.joined(command));
    }
    return given;
  }

  private Target target(
      ReplayBuild build,
      RunDirectory directory,
      ReplayCode code,
      List<String> programArguments,
      Watch watch)
      throws UserError, ToolchainException, IOException {
    return switch (build.target(code, programArguments, directory, watch)) {
      case ReplayBuild.Built.Ready(Target target) -> target;
      case ReplayBuild.Built.Failed(List<String> failures) -> {
        failures.forEach(context.errors()::println);
        throw new UserError(ExitStatus.TARGET_FAILED, "the code under test does not build");
      }
      case ReplayBuild.Built.NoSuchTest _ ->
          throw UserError.usage(
              "%s has no test %s: the replay string is for other code, or needs the -overlay that the finding's replay line has"
                  .formatted(code.importPath(), code.test()));
    };
  }

  /** What the test reads as it was when the finding was made, as far as that has changed. */
  private GivenInputs inputs(
      Target target,
      ReplayCode code,
      Installation installation,
      RunStore store,
      RunDirectory directory)
      throws StoreException, IOException {
    return new InputRecordings(installation, context)
        .given(
            target,
            code.fingerprint(),
            InputRecordings.recorded(store, request.finding()),
            new GivenInputs.Terms(request.inputs(), Set.of()),
            InputRecordings.given(directory));
  }

  private Replay.Outcome replay(
      Installation installation,
      RunDirectory directory,
      Job job,
      ReplayCode code,
      Watch watch,
      List<Remark> remarks)
      throws WorkerException {
    Supplier<Worker> workers = Workers.factory(installation, directory, watch);
    try (Progress progress = new Progress(context);
        Worker worker = workers.get()) {
      progress.say("replaying " + job.target().shown());
      Replay.Outcome outcome =
          new Replay(worker, job, code.fingerprint(), Replay::judge, shutdown::isRequested)
              .run(request.count());
      if (outcome.finding().isEmpty() || outcome.shown() < outcome.runs()) {
        return outcome.with(witness ->
            witness.causedBy(Optional.of(new Cause.NotSought(Cause.Obstacle.NOT_EVERY_REPLAY))));
      }
      progress.say("looking for the cause in " + job.target().shown());
      Optional<Cause> cause;
      try (Worker other = workers.get()) {
        cause = cause(List.of(worker, other), job, code, remarks);
      }
      Instant end = Instant.now().plus(CONTRAST_TIME);
      BooleanSupplier stop = () -> shutdown.isRequested() || Instant.now().isAfter(end);
      ReplayCodes codes = ReplayCodes.of(code.build(), code.programArguments(), installation);
      Optional<Contrast> contrast = Contrasts.of(worker, job, code.fingerprint(), codes, stop);
      return outcome.with(witness -> witness.causedBy(cause).contrasted(contrast));
    }
  }

  private Optional<Cause> cause(
      List<Worker> workers, Job job, ReplayCode code, List<Remark> remarks) throws WorkerException {
    Instant begun = Instant.now();
    Instant end = begun.plus(CAUSE_TIME);
    CauseSearch search =
        new CauseSearch(
            workers,
            job,
            code.fingerprint(),
            () -> shutdown.isRequested() || Instant.now().isAfter(end));
    Optional<Cause> cause = search.findMinimizing();
    if (search.isCutOff()) {
      remarks.add(
          new Remark.CauseNotFound(
              search.executions(), Duration.between(begun, Instant.now()).toSeconds()));
    }
    return cause;
  }

  private RunOutcome runOutcome(ReplayCode code, Replay.Outcome outcome) {
    if (shutdown.isRequested()) {
      return new RunOutcome.Interrupted();
    }
    return code.isOfFailure() && outcome.shown() > 0
        ? new RunOutcome.TargetFailed(
            1, new TargetFailure.ReplaysFailed(code.test(), outcome.shown(), outcome.runs()))
        : new RunOutcome.Passed();
  }

  private Rerun again(String fingerprint) {
    return request
        .overlay()
        .<Rerun>map(
            file -> new Rerun.Command(List.of("harrier", "replay", "-overlay", file, fingerprint)))
        .orElseGet(() -> new Rerun.ReplayStored(fingerprint));
  }

  private RunReport report(
      RunRecord header,
      ReplayCode code,
      Replay.Outcome outcome,
      List<StoredFinding> stored,
      List<Remark> remarks) {
    List<Finding> findings =
        outcome.finding().stream()
            .map(f -> asReported(f, stored))
            .map(f ->
                f.with(
                    new Witness(
                        again(f.fingerprint().substring(0, 8)),
                        Optional.of(code.toString()),
                        Optional.of(new Witness.Reproduction(outcome.shown(), outcome.runs())),
                        f.witness().interleaving(),
                        f.witness().cause(),
                        f.witness().contrast())))
            .toList();
    RunRecord.Ending end =
        new RunRecord.Ending(
            Duration.between(started, Instant.now()),
            runOutcome(code, outcome),
            new RunRecord.Basis.Traces(outcome.runs(), outcome.events()),
            List.of(),
            remarks);
    return new RunReport(header.ended(end), findings);
  }

  /** In what the code that is replayed differs from the code that a schedule was found with. */
  private static final class Differences {
    private Differences() {}

    static List<Remark> between(ReplayCode code, Target target, Installation installation) {
      List<Remark> remarks = new ArrayList<>();
      if (!code.code().isEmpty() && !code.code().equals(target.program().code())) {
        remarks.add(new Remark.OtherSources(code.importPath()));
      }
      String go = installation.go().version().toString();
      if (!code.goVersion().isEmpty() && !code.goVersion().equals(go)) {
        remarks.add(new Remark.OtherGo(code.goVersion(), go));
      } else if (!code.hooks().isEmpty() && !code.hooks().equals(installation.hooks())) {
        remarks.add(new Remark.OtherHooks());
      }
      return remarks;
    }
  }

  /** What a replay did, as data of its run. */
  private static final class Verdict {
    private Verdict() {}

    static Remark of(Replay.Outcome outcome) {
      return new Remark.Replayed(
          outcome.shown(),
          outcome.runs(),
          outcome.equal(),
          outcome.watchdog(),
          outcome.missed(),
          outcome
              .divergence()
              .map(d -> new Remark.Divergence(d.run(), d.position(), d.found(), d.expected())));
    }
  }
}
