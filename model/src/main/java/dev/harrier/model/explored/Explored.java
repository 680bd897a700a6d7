package dev.harrier.model.explored;

import dev.harrier.model.trace.InputKind;
import dev.harrier.model.usage.CoverageReport;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an exploration knows besides its findings.
 *
 * @param executions how many there were; empty where that was not counted
 * @param firstFindings how soon each test showed a finding that fails the run
 * @param complete tests of which every schedule was explored, up to the order of independent
 *     operations
 * @param novelty what more executions of the others would show
 * @param inputs what tests read that no decision is about, so that not all their schedules can be
 *     known
 * @param connections of the tests that use some, how many stay inside the process; empty where that
 *     was not counted
 * @param withdrawn predictions that no schedule of the tests concerned makes happen
 * @param failed tests that failed without a finding, those that fail least often first
 * @param coverage empty where it was not measured
 */
public record Explored(
    Optional<Executions> executions,
    List<FirstFinding> firstFindings,
    long complete,
    Novelty novelty,
    List<TestsWithInput> inputs,
    Optional<Connections> connections,
    long withdrawn,
    List<FailedTest> failed,
    Optional<CoverageReport> coverage) {
  /** Of a run that is no exploration, or knows nothing. */
  public static final Explored NOTHING = withdrawn(0);

  public Explored {
    firstFindings = List.copyOf(firstFindings);
    inputs = List.copyOf(inputs);
    failed = List.copyOf(failed);
  }

  /** Of a run that explored only to judge predictions. */
  public static Explored withdrawn(long predictions) {
    return new Explored(
        Optional.empty(),
        List.of(),
        0,
        Novelty.NONE,
        List.of(),
        Optional.empty(),
        predictions,
        List.of(),
        Optional.empty());
  }

  /** Two explorations taken as one, of different tests; how much they covered is not known then. */
  public Explored plus(Explored other) {
    return new Explored(
        executions
            .map(mine -> other.executions.map(mine::plus).orElse(mine))
            .or(() -> other.executions),
        joined(firstFindings, other.firstFindings),
        complete + other.complete,
        novelty.plus(other.novelty),
        TestsWithInput.sum(inputs, other.inputs),
        connections
            .map(mine -> other.connections.map(mine::plus).orElse(mine))
            .or(() -> other.connections),
        withdrawn + other.withdrawn,
        joined(failed, other.failed),
        Optional.empty());
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).distinct().toList();
  }

  /**
   * What more executions would show, by the estimate of Good and Turing.
   *
   * @param exhausted tests whose next thousand executions would hardly show a new interleaving
   * @param open the other tests that can be explored, without those that are complete
   * @param perMillion how many of a million executions of one of those would show a new
   *     interleaving: the mean of their chances at the next execution
   */
  public record Novelty(long exhausted, long open, long perMillion) {
    /** Of no tests. */
    public static final Novelty NONE = new Novelty(0, 0, 0);

    /** Of different tests. */
    public Novelty plus(Novelty other) {
      long tests = open + other.open;
      long sum = open * perMillion + other.open * other.perMillion;
      return new Novelty(exhausted + other.exhausted, tests, tests == 0 ? 0 : sum / tests);
    }
  }

  /**
   * How many executions there were.
   *
   * @param count those that explored
   * @param millis that they took
   * @param proving more, to simplify and replay findings
   */
  public record Executions(long count, long millis, long proving) {
    /** Executions a second. */
    public double rate() {
      return count * 1e3 / Math.max(1, millis);
    }

    /** One after the other. */
    Executions plus(Executions other) {
      return new Executions(count + other.count, millis + other.millis, proving + other.proving);
    }
  }

  /**
   * Tests that used connections, or datagrams.
   *
   * @param inside how many used only connections in memory
   * @param outside the others, with their packages: the kernel carried a connection
   */
  public record Connections(long inside, List<String> outside) {
    public Connections {
      outside = List.copyOf(outside);
    }

    /** Of different tests. */
    Connections plus(Connections other) {
      return new Connections(inside + other.inside, joined(outside, other.outside));
    }
  }

  /**
   * How many tests read an input of one kind.
   *
   * @param tests how many
   */
  public record TestsWithInput(InputKind input, long tests) {
    /** Of different tests, in the order of the kinds. */
    static List<TestsWithInput> sum(List<TestsWithInput> some, List<TestsWithInput> others) {
      return Stream.concat(some.stream(), others.stream())
          .collect(
              Collectors.groupingBy(
                  TestsWithInput::input,
                  () -> new EnumMap<>(InputKind.class),
                  Collectors.summingLong(TestsWithInput::tests)))
          .entrySet()
          .stream()
          .map(e -> new TestsWithInput(e.getKey(), e.getValue()))
          .toList();
    }

    /** Of tests, each with the kinds of what it reads. */
    public static List<TestsWithInput> of(Collection<Set<InputKind>> tests) {
      return sum(
          tests.stream().flatMap(Set::stream).map(kind -> new TestsWithInput(kind, 1)).toList(),
          List.of());
    }
  }

  /**
   * How soon a test showed a finding that fails the run.
   *
   * @param test with its package
   * @param execution from 1
   */
  public record FirstFinding(String test, long execution) {}

  /**
   * A test that failed without a finding in some executions.
   *
   * @param test with its package
   * @param failed in how many
   * @param executions of how many
   * @param onlyWithEarlyTimers whether it failed only where timers fired before their time, or
   *     after it had read the state of memory
   * @param hasFinding whether it also has a finding that fails the run
   * @param message of the assertion that failed, in one line; empty if it printed none
   * @param replay how to replay such an execution: the words that follow {@code harrier replay}
   */
  public record FailedTest(
      String test,
      long failed,
      long executions,
      boolean onlyWithEarlyTimers,
      boolean hasFinding,
      String message,
      List<String> replay) {
    public FailedTest {
      replay = List.copyOf(replay);
    }
  }
}
