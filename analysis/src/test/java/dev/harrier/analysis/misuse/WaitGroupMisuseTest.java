package dev.harrier.analysis.misuse;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.message;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WaitGroupMisuseTest {
  private static final String SPAWN = "g7 spawn g8 app.TestIt.func1 a.go:4 @ app.TestIt a.go:4\n";

  @Test
  void anAddInTheGoroutineAfterWaitReturned() {
    var findings =
        inTest(
            SPAWN
                + """
                g7 wait o1 @ app.TestIt a.go:8
                g8 add o1 +1 @ app.TestIt.func1 a.go:5
                g8 add o1 -1 @ app.TestIt.func1 a.go:6
                """);
    assertThat(summary(findings)).containsExactly("waitgroup-misuse 5");
  }

  @Test
  void theSameWhenAddHappenedToComeFirst() {
    var findings =
        inTest(
            SPAWN
                + """
                g8 add o1 +1 @ app.TestIt.func1 a.go:5
                g7 block [sync.WaitGroup.Wait] o1 @ app.TestIt a.go:8
                g8 add o1 -1 @ app.TestIt.func1 a.go:6
                g7 wait o1 blocked @ app.TestIt a.go:8
                """);
    assertThat(summary(findings)).containsExactly("waitgroup-misuse 5");
    assertThat(message(findings.getFirst())).contains("not ordered before the Wait at a.go:8");
  }

  @Test
  void anAddBeforeTheGoStatementIsRight() {
    assertThat(
            inTest(
                "g7 add o1 +1 @ app.TestIt a.go:3\n"
                    + SPAWN
                    + """
                    g7 block [sync.WaitGroup.Wait] o1 @ app.TestIt a.go:8
                    g8 add o1 -1 @ app.TestIt.func1 a.go:6
                    g7 wait o1 blocked @ app.TestIt a.go:8
                    """))
        .isEmpty();
  }

  @Test
  void anAddInTheGoroutineIsRightIfTheCreatorHeardOfItFirst() {
    assertThat(
            inTest(
                "g7 make o2 @ app.TestIt a.go:2\n"
                    + SPAWN
                    + """
                    g8 add o1 +1 @ app.TestIt.func1 a.go:5
                    g8 send o2 @ app.TestIt.func1 a.go:5
                    g7 receive o2 @ app.TestIt a.go:6
                    g7 block [sync.WaitGroup.Wait] o1 @ app.TestIt a.go:8
                    g8 add o1 -1 @ app.TestIt.func1 a.go:6
                    g7 wait o1 blocked @ app.TestIt a.go:8
                    """))
        .isEmpty();
  }

  @Test
  void reuseByTheWaiterItselfIsRight() {
    assertThat(
            inTest(
                """
                g7 add o1 +1 @ app.TestIt a.go:3
                g7 add o1 -1 @ app.TestIt a.go:4
                g7 wait o1 @ app.TestIt a.go:5
                g7 add o1 +1 @ app.TestIt a.go:6
                """))
        .isEmpty();
  }
}
