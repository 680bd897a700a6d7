package dev.harrier.analysis.leak;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Fix;
import org.junit.jupiter.api.Test;

final class ContextNotCanceledTest {
  private static final String WATCHER =
      """
      g7 context o1 @ context.WithCancel context.go:2 < app.watch a.go:8
      g7 make o3 @ app.watch a.go:9
      g7 spawn g8 app.watch.func1 a.go:10 @ app.watch a.go:10
      g8 context-done o1 o2 @ context.(*cancelCtx).Done context.go:5 < app.watch.func1 a.go:11
      g8 block [select] receive o2 receive o3 @ app.watch.func1 a.go:11
      """;

  @Test
  void theFindingPointsAtTheContextThatIsNeverCanceled() {
    var findings =
        inTest(
            WATCHER
                + """
                g7 test-end t1 passed
                g7 checkpoint [test end] t1 g7 running g8 leaked [select]
                """);
    assertThat(summary(findings)).containsExactly("context-not-canceled 8");
    assertThat(findings.getFirst().objects())
        .extracting(o -> o.kind().word())
        .contains("context", "channel");
  }

  @Test
  void aContextMadeAtNoKnownPlaceIsReportedWhereItIsWaitedFor() {
    var findings =
        inTest(
            WATCHER.replaceFirst("(g7 context o1).*", "$1")
                + """
                g7 test-end t1 passed
                g7 checkpoint [test end] t1 g7 running g8 leaked [select]
                """);
    assertThat(summary(findings)).containsExactly("context-not-canceled 11");
  }

  @Test
  void aDeadlockMayKeepADeferredCancelFromRunning() {
    var findings =
        inTest(
            WATCHER
                + """
                g7 make o4 @ app.TestIt a_test.go:3
                g7 block [chan receive] o4 @ app.TestIt a_test.go:4
                g0 checkpoint [quiescence] g7 waiting [chan receive] g8 waiting [select]
                """);
    assertThat(summary(findings)).containsExactly("global-deadlock 4");
  }

  /** The user of package sql has no cancel function to call. */
  @Test
  void aContextThatTheLibraryMakesForItsOwnGoroutineIsAnOrdinaryLeak() {
    var findings =
        inTest(
            """
            g7 context o1 @ context.WithCancel context.go:2 < database/sql.OpenDB sql.go:8 < app.open a.go:3
            g7 make o3 @ database/sql.OpenDB sql.go:9 < app.open a.go:3
            g7 spawn g8 database/sql.OpenDB.gowrap1 sql.go:10 @ database/sql.OpenDB sql.go:10 < app.open a.go:3
            g8 context-done o1 o2 @ context.(*cancelCtx).Done context.go:5 < database/sql.(*DB).connectionOpener sql.go:11
            g8 block [select] receive o2 receive o3 @ database/sql.(*DB).connectionOpener sql.go:11
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g8 leaked [select]
            """);
    assertThat(summary(findings)).containsExactly("goroutine-leak 3");
    assertThat(findings.getFirst().explanation().fix()).contains(Fix.CLOSE_DATABASE);
  }

  @Test
  void aSelectWithoutADoneChannelIsAnOrdinaryLeak() {
    var findings =
        inTest(
            """
            g7 make o1 @ app.watch a.go:9
            g7 make o2 @ app.watch a.go:9
            g7 spawn g8 app.watch.func1 a.go:10 @ app.watch a.go:10
            g8 block [select] receive o2 receive o1 @ app.watch.func1 a.go:11
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g8 leaked [select]
            """);
    assertThat(summary(findings)).containsExactly("goroutine-leak 11");
  }

  /** A loop that reads for its peer can end for more reasons than one. */
  @Test
  void aSelectWithOtherWaysOutBlamesNoContext() {
    String reader =
        WATCHER
            .replace("receive o2 receive o3", "receive o2 receive o3 receive o4")
            .replace("g7 make o3", "g7 make o4 @ app.watch a.go:9\ng7 make o3");
    var findings =
        inTest(
            reader
                + """
                g7 test-end t1 passed
                g7 checkpoint [test end] t1 g7 running g8 leaked [select]
                """);
    assertThat(summary(findings)).containsExactly("goroutine-leak 11");
  }

  @Test
  void allThatWaitForOneContextAreOneFinding() {
    String more =
        """
        g7 spawn g9 app.serve a.go:20 @ app.watch a.go:19
        g9 block [chan receive] o2 @ app.serve a.go:21
        g7 spawn g10 app.log a.go:30 @ app.watch a.go:29
        g10 block [chan receive] o2 @ app.log a.go:31
        """;
    var findings =
        inTest(
            WATCHER
                + more
                + """
                g7 test-end t1 passed
                g7 checkpoint [test end] t1 g7 running g8 leaked [select] g9 leaked [chan receive] g10 leaked [chan receive]
                """);
    assertThat(summary(findings)).containsExactly("context-not-canceled 8");
    assertThat(findings.getFirst().participants())
        .extracting(p -> p.id().value())
        .contains(8L, 9L, 10L);
  }
}
