package dev.harrier.analysis.stuck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.Analyzed;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A shutdown that holds the lock that the handler needs which it waits for. */
final class StalledTestTest {
  private static final String SHUTDOWN =
      Analyzed.TEST_BEGINS
          + """
          g7 spawn g8 app.handle a.go:3 @ app.TestIt a.go:3
          g7 add o2 +1
          g7 acquire o1 @ app.TestIt a.go:4
          g8 block [sync.Mutex.Lock] o1 @ app.handle a.go:9
          g7 block [sync.WaitGroup.Wait] o2 @ app.TestIt a.go:5
          g1 spawn g9 net.accept net.go:1 @ main.main m.go:1
          g9 block [IO wait] @ net.accept net.go:2
          g0 checkpoint [stalled] poll-waiters 1 g7 waiting [sync.WaitGroup.Wait] g8 waiting [sync.Mutex.Lock] g9 waiting [IO wait]
          """;

  @Test
  void waitForGraph() {
    List<StalledTest> stalled = StalledTest.latest(TextTrace.parse(SHUTDOWN), Analyzed.context());
    assertThat(stalled).hasSize(1);
    assertThat(stalled.getFirst().test()).isEqualTo("TestIt");
    assertThat(stalled.getFirst().waits())
        .extracting(s -> s.goroutine().value())
        .containsExactly(7L, 8L, 7L);
  }

  @Test
  void aTestWhoseGoroutinesAreAtWorkIsNotNamed() {
    assertThat(
            StalledTest.latest(
                TextTrace.parse(
                    SHUTDOWN.replace("g8 waiting [sync.Mutex.Lock] g9", "g8 running g9")),
                Analyzed.context()))
        .isEmpty();
  }

  @Test
  void aTestThatWentOnIsNotNamed() {
    assertThat(
            StalledTest.latest(
                TextTrace.parse(
                    SHUTDOWN
                        + "g7 test-end t1 passed\ng0 checkpoint [stalled] g9 waiting [IO wait]\n"),
                Analyzed.context()))
        .isEmpty();
  }

  @Test
  void aParallelTestWhoseTurnHasNotComeIsNotNamed() {
    String trace =
        SHUTDOWN.replace(
            "g0 checkpoint",
            """
            g1 spawn g10 testing.tRunner t.go:1 @ testing.(*T).Run t.go:2
            g10 test-begin t2 TestOther
            g10 block [chan receive] o3 @ testing.(*T).Parallel t.go:3 < app.TestOther a.go:20
            g0 checkpoint\
            """);
    assertThat(trace).contains("TestOther");
    assertThat(
            StalledTest.latest(
                TextTrace.parse(trace.stripTrailing() + " g10 waiting [chan receive]\n"),
                Analyzed.context()))
        .extracting(StalledTest::test)
        .containsExactly("TestIt");
  }
}
