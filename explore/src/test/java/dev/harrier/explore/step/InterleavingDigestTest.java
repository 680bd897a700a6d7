package dev.harrier.explore.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InterleavingDigestTest {
  private static final List<String> ORDERS = List.of("23", "32");

  /** Two goroutines, of which either may be the first. */
  private static long digest(String order, String second, String third) {
    StringBuilder text =
        new StringBuilder(
            """
            g1 spawn g2 app.a a.go:1 named 2 @ app.main a.go:20
            g1 spawn g3 app.b a.go:2 named 3 @ app.main a.go:21
            """);
    for (int i = 0; i < order.length(); i++) {
      char goroutine = order.charAt(i);
      text.append("g%c operation 1%n".formatted(goroutine));
      text.append("g%c %s%n".formatted(goroutine, goroutine == '2' ? second : third));
    }
    Trace trace = TextTrace.parse(text.toString());
    InterleavingDigest digest = new InterleavingDigest();
    EventState state = new EventState();
    trace.replay(event -> state.next(event, e -> digest.accept(e, state)));
    return digest.value();
  }

  private static long digests(String second, String third) {
    return ORDERS.stream().map(order -> digest(order, second, third)).distinct().count();
  }

  @Test
  void whoComesFirstToAnObjectMatters() {
    assertThat(digests("acquire o1 @ app.a a.go:3", "acquire o1 @ app.b a.go:4")).isEqualTo(2);
    assertThat(digests("send o1 @ app.a a.go:3", "send o1 @ app.b a.go:4")).isEqualTo(2);
    assertThat(digests("acquire o1 read @ app.a a.go:3", "acquire o1 @ app.b a.go:4")).isEqualTo(2);
  }

  @Test
  void theOrderOfWhatIsIndependentDoesNot() {
    assertThat(digests("acquire o1 @ app.a a.go:3", "acquire o2 @ app.b a.go:4")).isEqualTo(1);
    assertThat(digests("acquire o1 read @ app.a a.go:3", "acquire o1 read @ app.b a.go:4"))
        .isEqualTo(1);
  }
}
