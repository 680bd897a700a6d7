package dev.harrier.explore.worker;

import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import java.time.Duration;

/**
 * How slow a run assumes the machine to be: it let timers fire before their time, or selects wait
 * for a case that they preferred, while goroutines could run.
 *
 * @param assumed for how long, all in all
 * @param pastReadyCases for how long at most a select had another case ready and went on with a
 *     timer
 */
public record Slowness(Duration assumed, Duration pastReadyCases) {
  /** The run needed no time that did not pass. */
  public static final Slowness NONE = new Slowness(Duration.ZERO, Duration.ZERO);

  /** So long nothing keeps a goroutine that can run from running, on any machine that works. */
  private static final Duration IMPLAUSIBLE = Duration.ofSeconds(1);

  /**
   * What the finding is worth if this run is the simplest that shows it: a slow peer is a legal
   * schedule, but a goroutine that stands for seconds before a select that need not wait is none,
   * and a test whose own time limit of seconds is over early races with what it gave up waiting
   * for. That a test reached its limit is itself a matter of time.
   */
  public Finding judge(Finding finding) {
    if (assumed.toMillis() == 0) {
      return finding;
    }
    Finding said = finding.doubted(new Doubt.SlownessAssumed(assumed.toMillis()));
    if (finding.strength() != Strength.OBSERVED) {
      return said;
    }
    if (pastReadyCases.compareTo(IMPLAUSIBLE) >= 0) {
      return said.suspicious(new Doubt.ReadyCaseNotTaken(pastReadyCases.toMillis()));
    }
    if (assumed.compareTo(IMPLAUSIBLE) < 0) {
      return said;
    }
    if (finding.defect() instanceof Defect.TimedOut) {
      return said.with(Strength.SUSPICIOUS);
    }
    return isOfTestsAlone(finding) ? said.suspicious(new Doubt.TestGaveUpWaiting()) : said;
  }

  /** Whether two accesses race that are both in the code of tests. */
  private static boolean isOfTestsAlone(Finding finding) {
    return finding.defect() instanceof Defect.Race race
        && isOfTest(race.first())
        && isOfTest(race.second());
  }

  private static boolean isOfTest(Access access) {
    return access.at().file().endsWith("_test.go");
  }
}
