package dev.harrier.explore.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.harrier.explore.observe.Recorded;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The measures of GFuzz's Table 1, one after the other. */
final class MeasuresTest {
  static Measures of(String text) {
    Trace trace = TextTrace.parse(text);
    return Recorded.of(trace, new MeasuresRecorder(trace));
  }

  private static OperationId at(int line, ChannelAction kind) {
    return OperationId.of(new Site("app.main", "a.go", line), kind);
  }

  private static OperationId made(int line) {
    return at(line, ChannelAction.MAKE);
  }

  private static PairId pair(OperationId previous, OperationId current) {
    return PairId.of(previous, current);
  }

  @Test
  void countsPairsOfOperationsOnOneChannel() {
    Measures measures =
        of(
            """
            g1 make o1 capacity 2 @ app.main a.go:1
            g1 make o2 capacity 2 @ app.main a.go:2
            g1 send o1 @ app.main a.go:3
            g1 send o2 @ app.main a.go:4
            g1 send o1 @ app.main a.go:3
            g2 receive o1 @ app.main a.go:5
            g2 receive o1 @ app.main a.go:5
            g1 close o1 @ app.main a.go:6
            """);
    OperationId send = at(3, ChannelAction.SEND);
    OperationId receive = at(5, ChannelAction.RECEIVE);
    assertThat(measures.pairs())
        .isEqualTo(
            Map.of(
                pair(made(1), send), 1,
                pair(send, send), 1,
                pair(send, receive), 1,
                pair(receive, receive), 1,
                pair(receive, at(6, ChannelAction.CLOSE)), 1,
                pair(made(2), at(4, ChannelAction.SEND)), 1));
  }

  @Test
  void theOrderOfTwoOperationsMatters() {
    OperationId a = at(1, ChannelAction.SEND);
    OperationId b = at(2, ChannelAction.SEND);
    assertThat(pair(a, b)).isNotEqualTo(pair(b, a));
  }

  @Test
  void theChosenCaseOfASelectIsAnOperation() {
    Measures measures =
        of(
            """
            g1 make o1 @ app.main a.go:1
            g1 make o2 @ app.main a.go:2
            g1 select send o1 receive o2* closed @ app.main a.go:3
            g1 select send o1 receive o2 default* @ app.main a.go:4
            """);
    assertThat(measures.pairs()).isEqualTo(Map.of(pair(made(2), at(3, ChannelAction.RECEIVE)), 1));
  }

  @Test
  void tellsChannelsThatWereMadeClosedAndLeftOpen() {
    Measures measures =
        of(
            """
            g1 make o1 @ app.main a.go:1
            g1 make o2 @ app.main a.go:1
            g1 make o3 @ app.main a.go:2
            g1 close o1 @ app.main a.go:3
            g1 close o3 @ app.main a.go:3
            """);
    assertThat(measures.created()).containsExactlyInAnyOrder(made(1), made(2));
    assertThat(measures.closed()).containsExactlyInAnyOrder(made(1), made(2));
    assertThat(measures.leftOpen()).containsExactly(made(1));
  }

  @Test
  void fullnessIsTheGreatestPartOfTheBufferThatWasInUse() {
    Measures measures =
        of(
            """
            g1 make o1 capacity 4 @ app.main a.go:1
            g1 send o1 @ app.main a.go:3
            g1 send o1 @ app.main a.go:3
            g1 receive o1 @ app.main a.go:4
            g1 send o1 @ app.main a.go:3
            g1 send o1 @ app.main a.go:3
            g1 make o2 capacity 4 @ app.main a.go:2
            g2 block [chan receive] o2 @ app.main a.go:5
            g1 send o2 unblocking @ app.main a.go:6
            g2 receive o2 blocked @ app.main a.go:5
            """);
    assertThat(measures.fullness()).isEqualTo(Map.of(made(1), 0.75));
  }

  @Test
  void aBufferWhoseSenderWaitsIsFull() {
    Measures measures =
        of(
            """
            g1 make o1 capacity 2 @ app.main a.go:1
            g1 block [chan send] o1 @ app.main a.go:3
            """);
    assertThat(measures.fullness()).isEqualTo(Map.of(made(1), 1.0));
  }

  @Test
  void scoreIsEquationOne() {
    Measures measures =
        of(
            """
            g1 make o1 capacity 2 @ app.main a.go:1
            g1 send o1 @ app.main a.go:3
            g1 receive o1 @ app.main a.go:4
            g1 send o1 @ app.main a.go:3
            g1 receive o1 @ app.main a.go:4
            g1 send o1 @ app.main a.go:3
            g1 receive o1 @ app.main a.go:4
            g1 close o1 @ app.main a.go:5
            """);
    double counts = Math.log(3) / Math.log(2) + 1;
    assertThat(measures.score()).isCloseTo(counts + 10 + 10 + 5, within(1e-9));
  }
}
