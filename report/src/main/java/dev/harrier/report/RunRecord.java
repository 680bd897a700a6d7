package dev.harrier.report;

import dev.harrier.model.command.Invocation;
import dev.harrier.model.command.Secrets;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.RunOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a run was and how it ended, apart from what it found.
 *
 * @param command the command line, beginning with {@code harrier}, without {@linkplain Secrets
 *     passwords}
 * @param invocation what the command line asks for
 * @param directory where it was given
 * @param moduleRoot the Go module that it was about
 * @param revision what the module was then; empty where Git does not say
 * @param pid the Harrier process, which distinguishes a run that is still under way from one that
 *     was killed
 * @param policy which findings fail it
 * @param ending empty while the run continues, and for ever if Harrier was killed
 */
public record RunRecord(
    RunId id,
    String harrierVersion,
    GoInstallation go,
    List<String> command,
    Invocation invocation,
    Path directory,
    Path moduleRoot,
    Optional<Revision> revision,
    long pid,
    Instant started,
    FailurePolicy policy,
    Optional<Ending> ending) {
  public RunRecord {
    command = Secrets.hidden(command);
  }

  /** The Go that built and ran the program. */
  public record GoInstallation(String version, Path root) {}

  /**
   * How a run ended.
   *
   * @param basis what was looked at
   * @param gaps what was not looked at
   * @param remarks what the user should know besides
   * @param explored what an exploration knows besides
   */
  public record Ending(
      Duration duration,
      RunOutcome outcome,
      Basis basis,
      List<Gap> gaps,
      List<Remark> remarks,
      Explored explored) {
    public Ending {
      gaps = List.copyOf(gaps);
      remarks = List.copyOf(remarks);
    }

    /** Of a run that is not an exploration. */
    public Ending(
        Duration duration, RunOutcome outcome, Basis basis, List<Gap> gaps, List<Remark> remarks) {
      this(duration, outcome, basis, gaps, remarks, Explored.NOTHING);
    }
  }

  /** What the findings rest on, and how much there was of it. */
  public sealed interface Basis {
    /** Traces of processes, and the events in all of them. */
    record Traces(int processes, long events) implements Basis {
      /** Of an exploration, which may have more processes than are counted. */
      public static Traces of(long processes, long events) {
        return new Traces((int) Math.min(Integer.MAX_VALUE, processes), events);
      }
    }

    /** Source code: packages, and the functions in them that have code. */
    record Source(int packages, int functions) implements Basis {}

    /** What processes in production wrote, or profiles of them, and the goroutines in all. */
    record Production(int processes, long goroutines) implements Basis {}
  }

  /**
   * Whether this command of Harrier's made it.
   *
   * @param name such as "replay"
   */
  public boolean ran(String name) {
    return invocation.command().equals(name);
  }

  /**
   * Whether something was not looked at that is a reason to fail: a whole process, test or shard,
   * or less where the policy says so. What the user interrupted is not.
   */
  public boolean failsByGaps() {
    return ending
        .filter(end -> !(end.outcome() instanceof RunOutcome.Interrupted))
        .filter(end -> end.gaps().stream().anyMatch(policy::fails))
        .isPresent();
  }

  /** The same run, judged by another policy. */
  public RunRecord judgedBy(FailurePolicy other) {
    return with(other, ending);
  }

  /** The same run, ended. */
  public RunRecord ended(Ending how) {
    return with(policy, Optional.of(how));
  }

  private RunRecord with(FailurePolicy judge, Optional<Ending> end) {
    return new RunRecord(
        id,
        harrierVersion,
        go,
        command,
        invocation,
        directory,
        moduleRoot,
        revision,
        pid,
        started,
        judge,
        end);
  }
}
