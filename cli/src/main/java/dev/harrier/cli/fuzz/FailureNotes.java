package dev.harrier.cli.fuzz;

import dev.harrier.explore.campaign.FailingTest;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.target.Target;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What is said of tests that fail without a finding while their schedules are explored. */
final class FailureNotes {
  private static final int SHOWN = 5;
  private static final int NAMED = 3;

  private FailureNotes() {}

  /**
   * A sentence for each, those that fail rarest first: they are what nobody else can show again.
   *
   * @param told the targets that a finding which fails the run is told of
   */
  static List<String> of(List<FailingTest> failing, ReplayCodes codes, Set<Target> told) {
    List<String> notes = new ArrayList<>();
    List<FailingTest> slow = failing.stream().filter(FailingTest::onlyWithEarlyTimers).toList();
    List<FailingTest> others = failing.stream().filter(f -> !f.onlyWithEarlyTimers()).toList();
    rarest(others, SHOWN)
        .map(f ->
            "%s; see it with: %s"
                .formatted(
                    told.contains(f.target()) ? besides(f) : counted(f),
                    ReplayCodes.command(codes.of(f.target(), f.schedule(), ReplayCode.FAILURE))))
        .forEach(notes::add);
    if (others.size() > SHOWN) {
      notes.add("%,d more tests failed without a finding".formatted(others.size() - SHOWN));
    }
    if (!slow.isEmpty()) {
      notes.add(
          "%s failed, but only in runs with timers fired before their time, as on a slow machine"
              .formatted(named(slow.stream().map(f -> f.target().shown()).toList())));
    }
    return notes;
  }

  /** What is known of them while the exploration goes on, the rarest first. */
  static List<String> soFar(List<FailingTest> failing) {
    return rarest(failing.stream().filter(f -> !f.onlyWithEarlyTimers()).toList(), NAMED)
        .map(FailureNotes::counted)
        .toList();
  }

  private static Stream<FailingTest> rarest(List<FailingTest> failing, int most) {
    return failing.stream()
        .sorted(Comparator.comparingDouble(f -> (double) f.failed() / f.executions()))
        .limit(most);
  }

  private static String counted(FailingTest test) {
    return "%s failed without a finding in %,d of %,d executions%s"
        .formatted(test.target().shown(), test.failed(), test.executions(), message(test));
  }

  private static String besides(FailingTest test) {
    return "%s, which has a finding, also failed in %,d of %,d executions%s"
        .formatted(test.target().shown(), test.failed(), test.executions(), message(test));
  }

  private static String message(FailingTest test) {
    return FailureMessage.in(test.output()).map(" (%s)"::formatted).orElse("");
  }

  /** Why a run counts as failed. */
  static String failed(List<FailingTest> tests) {
    List<FailingTest> always = tests.stream().filter(FailingTest::isConstant).toList();
    return always.isEmpty()
        ? named(tests.stream().map(f -> f.target().shown()).toList())
            + " failed under some schedules, without a finding"
        : named(
            always.stream()
                .map(f ->
                    "%s failed in all %,d executions".formatted(f.target().shown(), f.executions()))
                .toList());
  }

  /** Why a run with such tests counts as failed. */
  static String panicked(List<String> tests) {
    return named(tests) + " panicked every time, whatever the schedule";
  }

  private static String named(List<String> tests) {
    String more = tests.size() > NAMED ? " and %,d more".formatted(tests.size() - NAMED) : "";
    return String.join(", ", tests.subList(0, Math.min(NAMED, tests.size()))) + more;
  }
}
