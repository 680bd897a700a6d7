package dev.harrier.model.fix;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Operation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A check of a fix, with the evidence for its verdict.
 *
 * @param finding the fingerprint of what was to be fixed
 * @param test with its package
 * @param scheduled how a schedule of it was found; empty where it had one, or none was looked for
 * @param replay of the schedule that showed the finding; empty where there is none
 * @param atCause executions directed at the cause of the finding; empty where it has none
 * @param before how often executions showed the finding before the change; empty if that is not
 *     known
 * @param after the same with the change
 * @param suspected the finding as it was shown again, but only where that is suspicious
 * @param left other findings that the program had before and that were shown again
 * @param changed the changed lines, and the tests that reach them; empty if they are not known
 */
public record FixCheck(
    String finding,
    String test,
    FixVerdict verdict,
    Optional<Scheduled> scheduled,
    Optional<Replay> replay,
    Optional<AtCause> atCause,
    Optional<Search> before,
    Optional<Search> after,
    Optional<Left> suspected,
    List<Left> left,
    Optional<Changed> changed) {
  public FixCheck {
    left = List.copyOf(left);
  }

  /** A finding that does not decide the verdict. */
  public record Left(String finding, String rule, Location at) {
    /** What is said of a finding. */
    public static Left of(Finding finding) {
      return new Left(finding.fingerprint(), finding.rule().id(), finding.location());
    }
  }

  /**
   * A schedule that shows the finding before the change, where what found it had none.
   *
   * @param test that shows it
   * @param executions until one showed it, of all tests
   * @param tests that were explored: its own, or those that reach its lines
   */
  public record Scheduled(String test, long executions, long tests) {}

  /**
   * A replay of the schedule with the changed program.
   *
   * @param matched decisions whose operations the changed program has too
   * @param decisions of the schedule
   * @param byPosition whether they could only be matched by their position, because the program of
   *     the finding is gone
   * @param shown how many runs showed the finding
   */
  public record Replay(long matched, long decisions, boolean byPosition, long shown, long runs) {}

  /**
   * Executions of the changed program in which the operations that decided were to come in the
   * order that showed the finding.
   *
   * @param gone the one that the changed program has not; then there are no executions
   * @param reached how many got to all of them
   * @param inOrder how many had them in that order
   * @param orderedBy what the goroutine of the former operation had begun, and waited in as a rule,
   *     when the latter one came first
   */
  public record AtCause(
      Optional<Operation> gone,
      long executions,
      long reached,
      long inOrder,
      Optional<Operation> orderedBy) {
    /** The changed program has not this operation. */
    public static AtCause without(Operation gone) {
      return new AtCause(Optional.of(gone), 0, 0, 0, Optional.empty());
    }

    /** Whether all executions got to the operations, and none had them in that order. */
    public boolean isOrdered() {
      return executions > 0 && reached == executions && inOrder == 0;
    }
  }

  /**
   * Executions of the finding's test.
   *
   * @param shown how many of them showed the finding
   * @param everySchedule whether there are no others, up to the order of independent operations
   */
  public record Search(long executions, long shown, boolean everySchedule) {}

  /**
   * The lines that the change added or edited, outside tests.
   *
   * @param lines how many there are
   * @param unreached those that no test reaches, as far as that is known
   * @param tests that reach the others and were explored, apart from the finding's own
   * @param executions of these tests
   */
  public record Changed(long lines, List<Location> unreached, List<String> tests, long executions) {
    public Changed {
      unreached = List.copyOf(unreached);
      tests = List.copyOf(tests);
    }
  }

  /**
   * How likely it was that none of the executions after the change shows the finding if it were
   * still as frequent as before; empty if that is not known.
   */
  public OptionalDouble silenceByLuck() {
    return silenceByLuck(before, after);
  }

  /** The same of two searches. */
  public static OptionalDouble silenceByLuck(Optional<Search> before, Optional<Search> after) {
    if (before.isEmpty() || after.isEmpty() || before.get().shown() == 0) {
      return OptionalDouble.empty();
    }
    // One more execution might not have shown it: few that all did are no certainty.
    double rate = before.get().shown() / (before.get().executions() + 1.0);
    return OptionalDouble.of(Math.pow(1 - rate, (double) after.get().executions()));
  }
}
