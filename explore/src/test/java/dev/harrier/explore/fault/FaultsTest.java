package dev.harrier.explore.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.observe.Observations;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.SampleFindings;
import dev.harrier.explore.worker.SampleResults;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Doubt.FaultUnexpected.Reliance;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.InjectedFault;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FaultsTest {
  private static final Doubt.FaultAssumed RESET =
      new Doubt.FaultAssumed(InjectedFault.RESET, new Site("m.read", "m.go", 7), 12);
  private static final Result PASSED = SampleResults.passed(List.of(), Observations.none());

  private static Finding judge(Finding finding, Result run) {
    return Faults.judge(finding, List.of(RESET), run);
  }

  private static void assertRelies(Finding finding, Reliance reliance) {
    assertThat(finding.strength()).isEqualTo(Strength.SUSPICIOUS);
    assertThat(finding.explanation().doubts())
        .containsExactly(RESET, new Doubt.FaultUnexpected(reliance));
  }

  @Test
  void whatNeedsAFaultSaysSo() {
    Finding judged = judge(SampleFindings.closedTwice("m.go"), PASSED);
    assertThat(judged.strength()).isEqualTo(Strength.OBSERVED);
    assertThat(judged.explanation().doubts()).containsExactly(RESET);
  }

  @Test
  void whatNeedsNoneStaysAsItIs() {
    Finding failed = SampleFindings.testFailed();
    assertThat(Faults.judge(failed, SampleResults.failed(List.of(), Set.of(failed.test()))))
        .isEqualTo(failed);
  }

  @Test
  void aTestMayRelyOnItsConnections() {
    assertRelies(judge(SampleFindings.testFailed(), PASSED), Reliance.TEST_CODE);
    assertRelies(judge(SampleFindings.deadlocked("m_test.go"), PASSED), Reliance.TEST_CODE);
    assertRelies(judge(SampleFindings.race("m.go", "m_test.go"), PASSED), Reliance.TEST_CODE);
    assertThat(judge(SampleFindings.race("m.go", "m.go"), PASSED).strength())
        .isEqualTo(Strength.OBSERVED);
  }

  /** The fake driver of a test is called by the code that is tested. */
  @Test
  void whatTheTestedCodeCallsIsItsOwnDoing() {
    Site fake = new Site("m.(*fake).Close", "fake_test.go", 3);
    Finding called = SampleFindings.race("m.go", fake, new Site("m.(*Rows).Close", "m.go", 9));
    assertThat(judge(called, PASSED).strength()).isEqualTo(Strength.OBSERVED);
    Finding own = SampleFindings.race("m.go", fake, new Site("m.TestRows", "m_test.go", 9));
    assertRelies(judge(own, PASSED), Reliance.TEST_CODE);
  }

  @Test
  void whatFollowsAFailureIsNoFindingOfItsOwn() {
    Finding finding = SampleFindings.closedTwice("m.go");
    Result failed = SampleResults.failed(List.of(finding), Set.of(finding.test()));
    assertRelies(judge(finding, failed), Reliance.TEST_FAILED);
    Result skipped = SampleResults.skipped(List.of(finding), Set.of(finding.test()));
    assertRelies(judge(finding, skipped), Reliance.TEST_FAILED);
  }

  @Test
  void aProgramMayMeanToPanic() {
    assertRelies(judge(SampleFindings.panic("m.go"), PASSED), Reliance.PANICS);
  }
}
