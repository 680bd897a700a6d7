package dev.harrier.cli.checkfix;

import dev.harrier.base.file.IoErrors;
import dev.harrier.base.file.Trees;
import dev.harrier.base.text.Plurals;
import dev.harrier.cli.exploring.GeneratedOverlays;
import dev.harrier.cli.exploring.InputRecordings;
import dev.harrier.cli.exploring.ReplayBuild;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.git.Git;
import dev.harrier.cli.git.GitException;
import dev.harrier.cli.gocommand.Host;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.output.SourceDetails;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.OwnPrograms;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.StoredFindings;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.recording.GivenInputs;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.ide.current.StoredFinding;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import dev.harrier.report.Revision;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.json.MalformedJsonException;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.words.ShellWords;
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

/** One {@code harrier check-fix}. */
final class CheckFixSession {
  private final CommandContext context;
  private final OutputOptions output;
  private final ShutdownHandler shutdown;
  private final CheckFixRequest request;
  private final Instant started = Instant.now();

  /**
   * What is asked for.
   *
   * @param finding as it was given
   * @param base the commit before the change; empty for the program that showed the finding
   * @param fix the commit with the change; empty for the files as they are
   * @param time for explorations
   * @param inputs which recordings of what the test reads are given to it
   * @param buildFlags {@code -modfile}, if it was given
   * @param runFlags {@code -exec}, if it was given
   * @param line the command line, for the record
   */
  record CheckFixRequest(
      String finding,
      Optional<String> base,
      Optional<String> fix,
      Duration time,
      GivenInputs.Accepted inputs,
      List<String> buildFlags,
      List<String> runFlags,
      List<String> line) {}

  CheckFixSession(
      CommandContext context,
      OutputOptions output,
      ShutdownHandler shutdown,
      CheckFixRequest request) {
    this.context = context;
    this.output = output;
    this.shutdown = shutdown;
    this.request = request;
  }

  ExitStatus run() throws UserError {
    Host.mustBeLinux("check-fix");
    try (Watch watch = new Watch();
        Sources.Checkouts checkouts = new Sources.Checkouts()) {
      shutdown.onRequest(watch::cancel);
      Installation installation = Installation.find(context);
      if (!installation.canBeControlled()) {
        throw UserError.usage(installation.whyNotControlled());
      }
      RunStore store = installation.store(context);
      Sources now = new Sources(context, installation);
      Subject subject = subject(stored(store), now, checkouts, watch);
      if (!(subject.code.schedule() instanceof Schedule.Controlled schedule)) {
        throw UserError.usage(
            "finding %s was made with Go's own scheduler: look for a schedule with harrier fuzz"
                .formatted(subject.fingerprint));
      }
      Sources changed = request.fix().isPresent() ? checkouts.of(now, request.fix().get()) : now;
      RunDirectory directory = store.begin(started);
      RunRecord header =
          installation.header(directory, request.line(), context, started, output.policy());
      directory.save(header);
      Check check = new Check(store, directory, subject, schedule, now, changed);
      RunReport report;
      try {
        report = check(check, header, checkouts, watch);
      } finally {
        Trees.delete(InputRecordings.given(directory));
      }
      // The files of another commit are gone by now.
      SourceDetails details =
          request.fix().isPresent()
              ? SourceDetails.NONE
              : SourceDetails.of(now.installation(), now.context());
      ExitStatus shown =
          Reporting.report(
              output, store, directory, report, details, context, Reporting.Stream.OUTPUT);
      return status(report, shown);
    } catch (ToolchainException | GitException | ReplayCodeException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException | WorkerException | MalformedJsonException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  /**
   * What is checked.
   *
   * @param fingerprint by which the user called it
   * @param finding as its schedule shows it
   * @param code how that was made
   * @param scheduled how the schedule was found, if it had none
   */
  private record Subject(
      String fingerprint,
      RunReport report,
      Finding finding,
      ReplayCode code,
      Optional<FixCheck.Scheduled> scheduled) {
    static Subject of(StoredFinding stored, ReplayCode code) {
      return new Subject(
          stored.finding().fingerprint(),
          stored.report(),
          stored.finding(),
          code,
          Optional.empty());
    }
  }

  /** The commit before the change, if it is known. */
  private static Optional<String> found(RunRecord run) {
    return run.revision().filter(r -> !r.changed()).map(Revision::commit);
  }

  /** What is checked, and where. */
  private record Check(
      RunStore store,
      RunDirectory directory,
      Subject subject,
      Schedule.Controlled schedule,
      Sources now,
      Sources changed) {}

  /**
   * The newest that has a schedule of a test in the module, if there is one; else one that has a
   * schedule, or a test.
   */
  private StoredFinding stored(RunStore store) throws UserError, StoreException {
    List<StoredFinding> found =
        new StoredFindings(store)
            .find(request.finding()).stream()
                .filter(stored -> !stored.run().ran("check-fix"))
                .sorted(
                    Comparator.comparing(stored -> GeneratedOverlays.isNeededBy(stored.finding())))
                .toList();
    return found.stream()
        .filter(stored -> stored.finding().witness().schedule().isPresent())
        .findFirst()
        .or(() -> found.stream().filter(stored -> !stored.finding().test().isEmpty()).findFirst())
        .or(() -> found.stream().findFirst())
        .orElseThrow(() ->
            UserError.usage(
                "the run that found %s is gone; only checks of its fixes are stored"
                    .formatted(request.finding())));
  }

  /** How it was made; of a finding without a schedule, how it can be made to happen. */
  private Subject subject(
      StoredFinding stored, Sources now, Sources.Checkouts checkouts, Watch watch)
      throws UserError,
          ReplayCodeException,
          GitException,
          ToolchainException,
          StoreException,
          IOException {
    Finding finding = stored.finding();
    Optional<String> schedule = finding.witness().schedule();
    if (GeneratedOverlays.isNeededBy(finding)
        && finding.witness().rerun() instanceof Rerun.Command(List<String> replay)) {
      throw UserError.usage(
          "finding %s is of a generated test, and check-fix can't check such findings; replay it with the changed code: %s"
              .formatted(finding.fingerprint(), ShellWords.joined(replay)));
    }
    if (schedule.isPresent()) {
      return Subject.of(stored, ReplayCode.parse(schedule.get()));
    }
    UnscheduledFinding unscheduled = new UnscheduledFinding(stored, now.installation());
    Optional<String> base = request.base().or(() -> found(stored.run()));
    if (base.isEmpty()) {
      return Subject.of(stored, unscheduled.inDefaultOrder());
    }
    ScheduleSearch.Found found =
        new ScheduleSearch(
                checkouts.of(now, base.get()),
                stored.run().moduleRoot(),
                shutdown,
                request.buildFlags(),
                request.time().dividedBy(4),
                watch)
            .of(finding, unscheduled.importPath());
    Finding shown = found.finding().orElseThrow(() -> neverShown(finding, found));
    return new Subject(
        finding.fingerprint(),
        stored.report(),
        shown,
        ReplayCode.parse(shown.witness().schedule().orElseThrow()),
        Optional.of(found.how()));
  }

  /** Then silence after the change would say nothing. */
  private static UserError neverShown(Finding finding, ScheduleSearch.Found found) {
    return UserError.usage(
        found.tests() == 0
            ? "no test reaches finding %s, so no change can be tried"
                .formatted(finding.fingerprint())
            : "no schedule showed finding %s before the change, in %s of %s: that it does not show after it says nothing. Try a longer -time"
                .formatted(
                    finding.fingerprint(),
                    Plurals.count(found.executions(), "execution"),
                    Plurals.count(found.tests(), "test")));
  }

  private RunReport check(Check check, RunRecord header, Sources.Checkouts checkouts, Watch watch)
      throws UserError,
          ToolchainException,
          StoreException,
          GitException,
          WorkerException,
          IOException {
    ReplayBuild build = build(check.changed);
    build.checkOrigin(check.subject.code);
    FormerPrograms former =
        new FormerPrograms(
            new KeptPrograms(
                check.store,
                check.subject.fingerprint,
                check.subject.code,
                new OwnPrograms(context)),
            check.subject.code,
            check.directory,
            request.base(),
            found(check.subject.report.run()),
            check.now,
            checkouts,
            this::build,
            watch);
    return switch (build.target(check.subject.code, check.directory, watch)) {
      case ReplayBuild.Built.Failed(List<String> failures) -> {
        failures.forEach(context.errors()::println);
        yield failed(check, header, FixVerdict.Failure.DOES_NOT_BUILD);
      }
      case ReplayBuild.Built.NoSuchTest _ -> failed(check, header, FixVerdict.Failure.TEST_GONE);
      case ReplayBuild.Built.Ready(Target after) -> tried(check, header, former, after, watch);
    };
  }

  private ReplayBuild build(Sources sources) {
    return new ReplayBuild(
        sources.context(),
        sources.installation(),
        shutdown,
        request.buildFlags(),
        request.runFlags());
  }

  private RunReport failed(Check check, RunRecord header, FixVerdict.Failure why) {
    FixVerdict verdict = new FixVerdict.ProgramFails(why, "");
    FixCheck came =
        new FixCheck(
            check.subject.fingerprint,
            shown(check.subject.code),
            verdict,
            check.subject.scheduled,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.empty());
    return report(header, came, List.of(), new RunRecord.Basis.Traces(0, 0), List.of(), List.of());
  }

  private static String shown(ReplayCode code) {
    return code.test().isEmpty() ? code.importPath() : code.importPath() + "." + code.test();
  }

  private RunReport tried(
      Check check, RunRecord header, FormerPrograms former, Target after, Watch watch)
      throws UserError,
          ToolchainException,
          StoreException,
          GitException,
          WorkerException,
          IOException {
    Finding sought = check.subject.finding;
    KnownFindings known = new KnownFindings(sought);
    known.add(check.subject.report.findings());
    ScheduleExploration exploration =
        new ScheduleExploration(
            check.changed.context(),
            check.changed.installation(),
            shutdown,
            check.directory,
            request.buildFlags(),
            request.runFlags());
    FixTrial trial =
        new FixTrial(
            exploration,
            SuppressionFilter.of(
                context.settings(), check.changed.installation().modules(), List.of()),
            watch,
            known,
            sought,
            check.subject.code,
            check.schedule,
            request.time());
    Optional<Target> old = former.of(after);
    if (old.isPresent()) {
      old = Optional.of(given(check, old.get(), "before", Set.of()).target());
    }
    GivenInputs inputs = given(check, after, "after", changedFiles(check));
    FixVerdict verdict = trial.run(old, inputs.target());
    Optional<FixCheck.Changed> changed = Optional.empty();
    if (verdict.isAccepted() && !shutdown.isRequested()) {
      OtherTests others =
          new OtherTests(trial.search(), former, exploration, check.subject.code, after);
      changed = others.explore(lines(check), check.now.installation().go().moduleRoot(), watch);
      verdict = others.another().orElse(verdict);
    }
    FixCheck came =
        new FixCheck(
            check.subject.fingerprint,
            shown(check.subject.code),
            verdict,
            check.subject.scheduled,
            trial.replay(),
            trial.atCause(),
            trial.search().before(),
            trial.search().after(),
            here(trial.search().suspected().stream().toList(), check).stream()
                .map(FixCheck.Left::of)
                .findFirst(),
            here(trial.search().left(), check).stream().map(FixCheck.Left::of).toList(),
            changed);
    long processes =
        trial.replayed() + trial.search().outcomes().stream().mapToLong(Outcome::processes).sum();
    long events =
        trial.events() + trial.search().outcomes().stream().mapToLong(Outcome::events).sum();
    List<Remark> remarks = new ArrayList<>(inputs.remarks());
    trial.search().outcomes().stream()
        .flatMap(o -> o.remarks().stream())
        .distinct()
        .forEach(remarks::add);
    return report(
        header,
        came,
        here(trial.shown(), check),
        RunRecord.Basis.Traces.of(processes, events),
        trial.search().outcomes().stream()
            .flatMap(outcome -> outcome.gaps().stream())
            .distinct()
            .toList(),
        remarks);
  }

  /**
   * What a program of the finding's test is given of what the finding's execution read.
   *
   * @param name of the directory for copies of files
   * @param changed files that the program reads as they are
   */
  private GivenInputs given(Check check, Target target, String name, Set<String> changed)
      throws StoreException, IOException {
    return new InputRecordings(check.changed.installation(), context)
        .given(
            target,
            check.subject.code.fingerprint(),
            InputRecordings.recorded(check.store, request.finding()),
            new GivenInputs.Terms(request.inputs(), changed),
            InputRecordings.given(check.directory).resolve(name));
  }

  /** Asks Git about the change. */
  @FunctionalInterface
  private interface Question<T> {
    T ask(Git git, String from, Optional<String> to) throws GitException, IOException;
  }

  /** What Git says of the change; empty where it does not know. */
  private <T> Optional<T> ofChange(Check check, Question<T> question) throws IOException {
    Optional<String> from =
        request.base().or(() -> check.subject.report.run().revision().map(Revision::commit));
    if (from.isEmpty()) {
      return Optional.empty();
    }
    try {
      Git git = new Git(check.now.installation().go().moduleRoot(), context.environment());
      Optional<String> to =
          request.fix().isPresent()
              ? Optional.of(git.commit(request.fix().get()))
              : Optional.empty();
      return Optional.of(question.ask(git, git.commit(from.get()), to));
    } catch (GitException e) {
      return Optional.empty();
    }
  }

  /** The lines that the change has; empty where Git does not know. */
  private Optional<ChangedLines> lines(Check check) throws IOException {
    Path root = check.now.installation().go().moduleRoot();
    return ofChange(check, (git, from, to) -> ChangedLines.between(git, root, from, to));
  }

  /** The files that the change has; none where Git does not know. */
  private Set<String> changedFiles(Check check) throws IOException {
    return ofChange(check, Git::changedFiles).orElse(Set.of());
  }

  /** Findings of a checkout, with the files of the user's module. */
  private static List<Finding> here(List<Finding> findings, Check check) throws IOException {
    return Sources.moved(
        findings,
        check.changed.installation().go().moduleRoot(),
        check.now.installation().go().moduleRoot());
  }

  private RunReport report(
      RunRecord header,
      FixCheck check,
      List<Finding> findings,
      RunRecord.Basis basis,
      List<Gap> gaps,
      List<Remark> more) {
    List<Remark> remarks = new ArrayList<>();
    RunOutcome outcome = outcome(check.verdict());
    if (!(outcome instanceof RunOutcome.Interrupted)) {
      remarks.add(new Remark.FixChecked(check));
    }
    remarks.addAll(more);
    RunRecord.Ending end =
        new RunRecord.Ending(
            Duration.between(started, Instant.now()), outcome, basis, gaps, remarks);
    return new RunReport(header.ended(end), findings);
  }

  /** Silence says nothing where it was asked for. */
  private RunOutcome outcome(FixVerdict verdict) {
    if (verdict.isAccepted() && shutdown.isRequested()) {
      return new RunOutcome.Interrupted();
    }
    return verdict instanceof FixVerdict.ProgramFails
        ? new RunOutcome.TargetFailed(1, new TargetFailure.NotJudged())
        : new RunOutcome.Passed();
  }

  /** By the verdict, whatever else fails a run. */
  private static ExitStatus status(RunReport report, ExitStatus shown) {
    return report.run().ending().stream()
        .flatMap(end -> end.remarks().stream())
        .filter(Remark.FixChecked.class::isInstance)
        .map(remark -> ((Remark.FixChecked) remark).check().verdict())
        .map(verdict ->
            switch (verdict) {
              case FixVerdict.Proved _, FixVerdict.NotShownAgain _ -> shown;
              case FixVerdict.StillThere _, FixVerdict.AnotherOne _ -> ExitStatus.FINDINGS;
              case FixVerdict.ProgramFails _ -> ExitStatus.TARGET_FAILED;
            })
        .findFirst()
        .orElse(shown);
  }
}
