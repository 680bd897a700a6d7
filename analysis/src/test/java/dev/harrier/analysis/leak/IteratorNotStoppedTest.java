package dev.harrier.analysis.leak;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.steps;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Strength;
import org.junit.jupiter.api.Test;

final class IteratorNotStoppedTest {
  private static final String PULLED =
      """
      g7 spawn g8 runtime.corostart coro.go:60 @ iter.Pull iter.go:40 < app.first a.go:9 < app.TestIt a_test.go:5
      g8 acquire o1 @ app.rows a.go:3
      """;

  @Test
  void aCoroutineThatNothingRefersToIsReportedWhereItWasMadeWithTheLocksItHolds() {
    var findings =
        inTest(
            PULLED
                + """
                g7 test-end t1 passed
                g7 checkpoint [test end] t1 g7 running g8 leaked [coroutine]
                """);
    assertThat(summary(findings)).containsExactly("iterator-not-stopped 9");
    assertThat(findings.getFirst().strength()).isEqualTo(Strength.OBSERVED);
    assertThat(steps(findings.getFirst())).anyMatch(step -> step.contains("did not unlock it"));
  }

  @Test
  void oneThatIsStillReferredToIsNotReported() {
    assertThat(
            inTest(
                PULLED
                    + """
                    g7 test-end t1 passed
                    g7 exit
                    g1 checkpoint [process end] g1 running g8 waiting [coroutine]
                    """))
        .isEmpty();
  }
}
