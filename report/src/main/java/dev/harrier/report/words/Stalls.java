package dev.harrier.report.words;

import dev.harrier.model.finding.Step;
import java.util.List;
import java.util.stream.Collectors;

/** What is said of a test in which nothing moves while it still runs. */
public final class Stalls {
  private Stalls() {}

  /**
   * {@code TestA has waited in one place for 10 s: goroutine 7 waits ...}.
   *
   * @param waits which goroutine waits for which, beginning with the test's goroutine; if the last
   *     is an earlier one again, they wait for each other
   */
  public static String of(String test, int seconds, List<Step.Waits> waits) {
    long different = waits.stream().map(Step.Waits::goroutine).distinct().count();
    return "%s has waited in one place for %d s: %s%s"
        .formatted(
            test,
            seconds,
            waits.stream().limit(different).map(Steps::of).collect(Collectors.joining("; ")),
            different < waits.size() ? "; they wait for each other" : "");
  }
}
