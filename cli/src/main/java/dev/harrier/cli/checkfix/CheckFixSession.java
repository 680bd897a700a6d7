package dev.harrier.cli.checkfix;

import dev.harrier.cli.exploring.ReplayBuild;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.git.Git;
import dev.harrier.cli.git.GitException;
import dev.harrier.cli.git.Worktree;
import dev.harrier.cli.gocommand.Host;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.output.Reporting;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.StoredFindings;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.ide.current.StoredFinding;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.file.IoErrors;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.json.MalformedJsonException;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
   * @param buildFlags {@code -modfile}, if it was given
   * @param runFlags {@code -exec}, if it was given
   * @param arguments all that came after {@code harrier check-fix}
   */
  record CheckFixRequest(
      String finding,
      Optional<String> base,
      Optional<String> fix,
      Duration time,
      List<String> buildFlags,
      List<String> runFlags,
      List<String> arguments) {}

  /** A directory with sources, and the Go that is meant there. */
  private record Sources(CommandContext context, Installation installation) {}

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
        Checkouts checkouts = new Checkouts()) {
      shutdown.onRequest(watch::cancel);
      Installation installation = Installation.find(context);
      if (!installation.canBeControlled()) {
        throw UserError.usage(installation.whyNotControlled());
      }
      RunStore store = installation.store(context);
      StoredFinding stored = stored(store);
      ReplayCode code = ReplayCode.parse(stored.finding().witness().schedule().orElseThrow());
      if (!(code.schedule() instanceof Schedule.Controlled schedule)) {
        throw UserError.usage(
            "finding %s was made with Go's own scheduler: look for a schedule with harrier fuzz"
                .formatted(stored.finding().fingerprint()));
      }
      Sources changed = sources(request.fix(), installation, checkouts);
      RunDirectory directory = store.begin(started);
      List<String> command = new ArrayList<>(List.of("harrier", "check-fix"));
      command.addAll(request.arguments());
      RunRecord header =
          installation.header(directory, command, context.directory(), started, output.measure());
      directory.save(header);
      Check check = new Check(store, directory, stored, code, schedule, installation, changed);
      RunReport report = check(check, header, checkouts, watch);
      ExitStatus shown =
          Reporting.report(output, store, directory, report, context, Reporting.Stream.OUTPUT);
      return status(report, shown);
    } catch (ToolchainException | GitException | ReplayCodeException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (StoreException | WorkerException | MalformedJsonException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  /** What is checked, and where. */
  private record Check(
      RunStore store,
      RunDirectory directory,
      StoredFinding stored,
      ReplayCode code,
      Schedule.Controlled schedule,
      Installation installation,
      Sources changed) {}

  /** The newest that has a schedule. */
  private StoredFinding stored(RunStore store) throws UserError, StoreException {
    List<StoredFinding> found = new StoredFindings(store).find(request.finding());
    return found.stream()
        .filter(stored -> !stored.run().ran("check-fix"))
        .filter(stored -> stored.finding().witness().schedule().isPresent())
        .findFirst()
        .orElseThrow(() -> {
          Finding finding = found.getFirst().finding();
          return UserError.usage(
              ("finding %s has no schedule yet: it was found in a run that Go's scheduler controlled."
                      + " Look for one with: harrier fuzz -run '^%s$' %s")
                  .formatted(
                      finding.fingerprint(),
                      finding.topLevelTest(),
                      finding.location().packagePath()));
        });
  }

  /** The files as they are, or a commit in a directory of its own. */
  private Sources sources(Optional<String> ref, Installation installation, Checkouts checkouts)
      throws GitException, ToolchainException, StoreException, IOException {
    if (ref.isEmpty()) {
      return new Sources(context, installation);
    }
    Path root = installation.go().moduleRoot();
    Path place = checkouts.add(root, context.environment(), ref.get());
    CommandContext there =
        new CommandContext(
            place,
            context.environment(),
            context.output(),
            context.errors(),
            context.outputIsTerminal(),
            context.errorsIsTerminal());
    return new Sources(there, Installation.find(there));
  }

  private RunReport check(Check check, RunRecord header, Checkouts checkouts, Watch watch)
      throws UserError,
          ToolchainException,
          StoreException,
          GitException,
          WorkerException,
          IOException {
    ReplayBuild build = build(check.changed);
    build.checkOrigin(check.code);
    return switch (build.target(check.code, List.of(), check.directory, watch)) {
      case ReplayBuild.Built.Failed(List<String> failures) -> {
        failures.forEach(context.errors()::println);
        yield failed(check, header, FixVerdict.Failure.DOES_NOT_BUILD);
      }
      case ReplayBuild.Built.NoSuchTest _ -> failed(check, header, FixVerdict.Failure.TEST_GONE);
      case ReplayBuild.Built.Ready(Target after) ->
          tried(check, header, before(check, after, checkouts, watch), after, watch);
    };
  }

  private ReplayBuild build(Sources sources) {
    return new ReplayBuild(
        sources.context, sources.installation, shutdown, request.buildFlags(), request.runFlags());
  }

  /** The target before the change: of a commit, or as the store keeps it. */
  private Optional<Target> before(Check check, Target after, Checkouts checkouts, Watch watch)
      throws UserError, ToolchainException, StoreException, GitException, IOException {
    KeptPrograms kept =
        new KeptPrograms(check.store, check.stored.finding().fingerprint(), check.code);
    if (request.base().isEmpty()) {
      Optional<Target> stored = kept.before(after, check.directory);
      if (stored.isPresent()) {
        return stored;
      }
    }
    Optional<String> commit =
        request
            .base()
            .or(() ->
                check
                    .stored
                    .run()
                    .revision()
                    .filter(revision -> !revision.changed())
                    .map(revision -> revision.commit()));
    if (commit.isEmpty()) {
      return Optional.empty();
    }
    RunDirectory own =
        new RunDirectory(check.directory.id(), check.directory.path().resolve("before"));
    Sources sources = sources(commit, check.installation, checkouts);
    return build(sources).target(check.code, List.of(), own, watch)
            instanceof ReplayBuild.Built.Ready(Target target)
        ? Optional.of(kept.keep(target.program().executable(), after, check.directory))
        : Optional.empty();
  }

  private RunReport failed(Check check, RunRecord header, FixVerdict.Failure why) {
    FixVerdict verdict = new FixVerdict.ProgramFails(why, "");
    FixCheck came =
        new FixCheck(
            check.stored.finding().fingerprint(),
            shown(check.code),
            verdict,
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
      Check check, RunRecord header, Optional<Target> before, Target after, Watch watch)
      throws UserError, StoreException, WorkerException, IOException {
    Finding sought = check.stored.finding();
    KnownFindings known = new KnownFindings(sought);
    known.add(check.stored.report().findings());
    ScheduleExploration exploration =
        new ScheduleExploration(
            check.changed.context,
            check.changed.installation,
            shutdown,
            check.directory,
            request.buildFlags(),
            request.runFlags());
    FixTrial trial =
        new FixTrial(
            exploration,
            SuppressionFilter.of(check.changed.installation.modules(), List.of()),
            watch,
            known,
            sought,
            check.code,
            check.schedule,
            request.time());
    FixVerdict verdict = trial.run(before, after);
    FixCheck came =
        new FixCheck(
            sought.fingerprint(),
            shown(check.code),
            verdict,
            trial.replay(),
            trial.before(),
            trial.after(),
            List.of(),
            Optional.empty());
    long processes =
        trial.replayed() + trial.outcomes().stream().mapToLong(Outcome::processes).sum();
    long events = trial.events() + trial.outcomes().stream().mapToLong(Outcome::events).sum();
    return report(
        header,
        came,
        here(trial.shown(), check),
        RunRecord.Basis.Traces.of(processes, events),
        trial.outcomes().stream().flatMap(outcome -> outcome.gaps().stream()).distinct().toList(),
        trial.outcomes().stream().flatMap(o -> o.remarks().stream()).distinct().toList());
  }

  /** Findings of a checkout, with the files of the user's module. */
  private static List<Finding> here(List<Finding> findings, Check check) throws IOException {
    Path there = check.changed.installation.go().moduleRoot();
    Path root = check.installation.go().moduleRoot();
    return there.equals(root)
        ? findings
        : JsonDocuments.readFindings(
            new StringReader(JsonDocuments.findings(findings, there)), root);
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
        ? new RunOutcome.TargetFailed(1, "the changed code can't be judged")
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

  /** Commits in directories of their own, until this is closed or the process is asked to end. */
  private static final class Checkouts implements AutoCloseable {
    private final List<Worktree> trees = new ArrayList<>();

    /** The directory of a commit that is a directory of the repository. */
    synchronized Path add(Path of, Map<String, String> environment, String ref)
        throws GitException, IOException {
      String commit = new Git(of, environment).commit(ref);
      Worktree tree = Worktree.of(of, environment, commit);
      trees.add(tree);
      return tree.directory();
    }

    @Override
    public synchronized void close() throws IOException {
      for (Worktree tree : trees) {
        tree.close();
      }
    }
  }
}
