package dev.harrier.explore.worker;

import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.observe.Activity;
import dev.harrier.explore.observe.Observations;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.trace.Completeness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What came of executions that never were: of one process that left a whole trace. */
public final class SampleResults {
  private SampleResults() {}

  /** All went well, and this was found and seen. */
  public static Result passed(List<Finding> findings, Observations observations) {
    return ended(0, findings, Set.of(), Set.of(), observations);
  }

  /** These tests failed, and this was found. */
  public static Result failed(List<Finding> findings, Set<String> tests) {
    return ended(1, findings, tests, Set.of(), Observations.none());
  }

  /** These tests skipped themselves, and this was found. */
  public static Result skipped(List<Finding> findings, Set<String> tests) {
    return ended(0, findings, Set.of(), tests, Observations.none());
  }

  /** All went well, but this is known of its trace. */
  public static Result traced(Completeness completeness) {
    return ended(
        new Exit.Exited(0), List.of(), Set.of(), Set.of(), Observations.none(), completeness);
  }

  /** It failed, and there was no time to read why. */
  public static Result unread() {
    Completeness unread = new Completeness.Partial(Completeness.Cause.NOT_ANALYZED, "", 3);
    return ended(new Exit.Exited(1), List.of(), Set.of(), Set.of(), Observations.none(), unread);
  }

  /** It was ended when its time was up. */
  public static Result outOfTime() {
    return ended(new Exit.OutOfTime(Duration.ofSeconds(10)));
  }

  /** It was ended because its share of the exploration was used up. */
  public static Result outOfShare(Duration share) {
    return ended(new Exit.OutOfShare(share));
  }

  private static Result ended(Exit exit) {
    return ended(
        exit, List.of(), Set.of(), Set.of(), Observations.none(), new Completeness.Whole());
  }

  /** Nothing was found or seen; there was something that a schedule could change, or not. */
  public static Result uneventful(boolean concurrent) {
    return passed(
        List.of(), Observations.none().with(Activity.ACTIVITY, new Activity(concurrent, 0, 0)));
  }

  private static Result ended(
      int status,
      List<Finding> findings,
      Set<String> failed,
      Set<String> skipped,
      Observations observations) {
    return ended(
        new Exit.Exited(status), findings, failed, skipped, observations, new Completeness.Whole());
  }

  private static Result ended(
      Exit exit,
      List<Finding> findings,
      Set<String> failed,
      Set<String> skipped,
      Observations observations,
      Completeness completeness) {
    return new Result(
        exit,
        Duration.ZERO,
        findings,
        Optional.empty(),
        List.of(),
        completeness,
        false,
        1,
        0,
        failed,
        skipped,
        "",
        false,
        observations,
        Interleaving.NONE);
  }
}
