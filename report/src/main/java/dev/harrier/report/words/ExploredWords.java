package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.explored.Explored.FailedTest;
import dev.harrier.model.trace.InputKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What an exploration knows besides its findings, in sentences. */
final class ExploredWords {
  /** Tests that failed without a finding: more are counted. */
  private static final int FAILED = 5;

  private ExploredWords() {}

  /** All but the tests that failed, in the order of a report. */
  static List<String> of(Explored explored) {
    List<String> all = new ArrayList<>();
    explored.executions().map(ExploredWords::executions).ifPresent(all::add);
    if (explored.complete() > 0) {
      all.add(
          "every schedule of %s was explored, up to the order of independent operations"
              .formatted(Plurals.count(explored.complete(), "test")));
    }
    novelty(explored.novelty()).ifPresent(all::add);
    inputs(explored.inputs()).ifPresent(all::add);
    explored.connections().flatMap(ExploredWords::outside).ifPresent(all::add);
    if (explored.withdrawn() > 0) {
      all.add(
          "%s withdrawn: no schedule of the tests concerned makes %s happen"
              .formatted(
                  Plurals.count(explored.withdrawn(), "prediction"),
                  Plurals.of(explored.withdrawn(), "it", "them")));
    }
    explored
        .coverage()
        .filter(coverage -> coverage.total() > 0)
        .ifPresent(coverage -> all.add("concurrency coverage " + Shortfalls.summary(coverage)));
    explored
        .firstFindings()
        .forEach(
            f -> all.add("%s: first found by execution %,d".formatted(f.test(), f.execution())));
    return all;
  }

  /** Why the search can't know all schedules of so many tests. */
  private static Optional<String> inputs(List<Explored.TestsWithInput> inputs) {
    String read =
        inputs.stream()
            .filter(input -> input.input() != InputKind.LEFT_BEHIND)
            .map(input -> InputWords.of(input.input()) + of(input.tests()))
            .collect(Collectors.joining(", "));
    Optional<String> left =
        inputs.stream()
            .filter(input -> input.input() == InputKind.LEFT_BEHIND)
            .map(input -> "that leave goroutines behind" + of(input.tests()))
            .findFirst();
    return inputs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "not every schedule can be known of tests "
                + (read.isEmpty() ? "" : "that read " + read)
                + (read.isEmpty() || left.isEmpty() ? "" : ", and of those ")
                + left.orElse(""));
  }

  /** Which tests met more than the connections in memory. */
  private static Optional<String> outside(Explored.Connections connections) {
    List<String> outside = connections.outside();
    return outside.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the kernel carried connections of %s, of %s with connections"
                .formatted(
                    Remarks.named(outside),
                    Plurals.count(connections.inside() + outside.size(), "test")));
  }

  /** After what they read. */
  private static String of(long tests) {
    return String.format(Locale.ROOT, " (%,d)", tests);
  }

  /** How many executions there were, and how fast they were. */
  private static Optional<String> novelty(Explored.Novelty novelty) {
    List<String> parts = new ArrayList<>();
    if (novelty.exhausted() > 0) {
      parts.add(
          "%s stopped early: 1,000 more executions would hardly show a new interleaving"
              .formatted(Plurals.count(novelty.exhausted(), "test")));
    }
    if (novelty.open() > 0) {
      parts.add(
          "%s would show a new interleaving in about %s of further executions"
              .formatted(
                  Plurals.count(novelty.open(), "test"),
                  Names.percent(novelty.perMillion() / 1e6)));
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(String.join("; ", parts) + " (Good-Turing estimate)");
  }

  private static String executions(Explored.Executions executions) {
    return String.format(
        Locale.ROOT,
        "%,d executions in %.1f s, %s a second; %,d more to simplify and replay findings",
        executions.count(),
        executions.millis() / 1e3,
        String.format(Locale.ROOT, executions.rate() < 10 ? "%.1f" : "%.0f", executions.rate()),
        executions.proving());
  }

  /** Tests that failed without a finding, most in a sentence of their own. */
  static List<String> failed(List<FailedTest> failed) {
    List<String> all = new ArrayList<>();
    List<FailedTest> slow = failed.stream().filter(FailedTest::onlyWithEarlyTimers).toList();
    List<FailedTest> others = failed.stream().filter(f -> !f.onlyWithEarlyTimers()).toList();
    others.stream().limit(FAILED).map(ExploredWords::failed).forEach(all::add);
    if (others.size() > FAILED) {
      all.add("%,d more tests failed without a finding".formatted(others.size() - FAILED));
    }
    if (!slow.isEmpty()) {
      all.add(
          "%s failed, but only in runs with timers fired before their time or slow code, as on a slow machine, or by what they read of memory"
              .formatted(Remarks.named(slow.stream().map(FailedTest::test).toList())));
    }
    return all;
  }

  private static String failed(FailedTest test) {
    return (test.hasFinding()
                ? "%s, which has a finding, also failed in %,d of %,d executions"
                : "%s failed without a finding in %,d of %,d executions")
            .formatted(test.test(), test.failed(), test.executions())
        + (test.message().isEmpty() ? "" : " (" + test.message() + ")")
        + "; see it with: "
        + CommandWords.once(test.replay());
  }
}
