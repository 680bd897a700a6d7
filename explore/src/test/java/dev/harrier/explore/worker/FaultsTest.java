package dev.harrier.explore.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.observe.Observations;
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
  private static final Faults FAULTS = new Faults(List.of(RESET));
  private static final Result PASSED = SampleResults.passed(List.of(), Observations.none());

  private static void assertRelies(Finding finding, Reliance reliance) {
    assertThat(finding.strength()).isEqualTo(Strength.SUSPICIOUS);
    assertThat(finding.explanation().doubts())
        .containsExactly(RESET, new Doubt.FaultUnexpected(reliance));
  }

  @Test
  void whatNeedsAFaultSaysSo() {
    Finding judged = FAULTS.judge(SampleFindings.closedTwice("m.go"), PASSED);
    assertThat(judged.strength()).isEqualTo(Strength.OBSERVED);
    assertThat(judged.explanation().doubts()).containsExactly(RESET);
  }

  @Test
  void whatNeedsNoneStaysAsItIs() {
    Finding failed = SampleFindings.testFailed();
    assertThat(Faults.NONE.judge(failed, SampleResults.failed(List.of(), Set.of(failed.test()))))
        .isEqualTo(failed);
  }

  @Test
  void aTestMayRelyOnItsConnections() {
    assertRelies(FAULTS.judge(SampleFindings.testFailed(), PASSED), Reliance.TEST_CODE);
    assertRelies(FAULTS.judge(SampleFindings.deadlocked("m_test.go"), PASSED), Reliance.TEST_CODE);
    assertRelies(
        FAULTS.judge(SampleFindings.race("m.go", "m_test.go"), PASSED), Reliance.TEST_CODE);
    assertThat(FAULTS.judge(SampleFindings.race("m.go", "m.go"), PASSED).strength())
        .isEqualTo(Strength.OBSERVED);
  }

  @Test
  void whatFollowsAFailureIsNoFindingOfItsOwn() {
    Finding finding = SampleFindings.closedTwice("m.go");
    Result failed = SampleResults.failed(List.of(finding), Set.of(finding.test()));
    assertRelies(FAULTS.judge(finding, failed), Reliance.TEST_FAILED);
    Result skipped = SampleResults.skipped(List.of(finding), Set.of(finding.test()));
    assertRelies(FAULTS.judge(finding, skipped), Reliance.TEST_FAILED);
  }

  @Test
  void aProgramMayMeanToPanic() {
    assertRelies(FAULTS.judge(SampleFindings.panic("m.go"), PASSED), Reliance.PANICS);
  }
}
