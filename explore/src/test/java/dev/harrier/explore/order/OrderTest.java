package dev.harrier.explore.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.explore.observe.Recorded;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.PlanText;
import dev.harrier.model.trace.SymbolOffset;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** From a trace to an order, to its mutations, to a plan. */
final class OrderTest {
  /** In these traces a select stands at the text offset that is its line. */
  static OrderRecorder.ObservedOrder of(String text) {
    Trace trace = TextTrace.parse(text);
    return Recorded.of(
        trace,
        new OrderRecorder(
            stack -> Optional.of(new SymbolOffset(1, trace.stack(stack).top().line()))));
  }

  private static Tuple tuple(long select, int cases, boolean hasDefault, int observed) {
    return new Tuple(new SymbolOffset(1, select), cases, hasDefault, observed);
  }

  private static final String THREE_SELECTS =
      """
      g1 select receive o1 receive o2* blocked @ app.main a.go:10
      g2 select send o3 default* @ app.main a.go:20
      g1 select receive o1* receive o2 @ app.main a.go:10
      """;

  @Test
  void anOrderIsTheSequenceOfTheCasesThatWereTaken() {
    assertThat(of(THREE_SELECTS).order().tuples())
        .containsExactly(tuple(10, 2, false, 1), tuple(20, 1, true, 1), tuple(10, 2, false, 0));
  }

  @Test
  void theFirstTuplesOfALongRunAreEnough() {
    String line = "g1 select receive o1 receive o2* @ app.main a.go:10\n";
    assertThat(of(line.repeat(OrderRecorder.LONGEST + 7)).order().tuples())
        .hasSize(OrderRecorder.LONGEST);
  }

  @Test
  void aMutationChangesCasesAndNothingElse() {
    Order order = of(THREE_SELECTS).order();
    Set<Order> seen = new HashSet<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200; i++) {
      Order mutation = order.mutate(random);
      assertThat(mutation.tuples())
          .extracting(Tuple::select)
          .containsExactly(
              new SymbolOffset(1, 10), new SymbolOffset(1, 20), new SymbolOffset(1, 10));
      seen.add(mutation);
    }
    assertThat(seen).as("2 * 2 * 2 orders").hasSize(8);
  }

  @Test
  void isRenderedAsTheRuntimeReadsIt() {
    assertThat(PlanText.word(of(THREE_SELECTS).order().plan(Duration.ofMillis(3500))))
        .isEqualTo("w3500+p1.10.2.1+p1.20.2.1+p1.10.2.0");
  }

  @Test
  void ofManyCasesTheRuntimeDoesNotCountTheDefault() {
    assertThat(tuple(7, 3, true, 3).preference())
        .isEqualTo(new PlanEntry.Preference(new SymbolOffset(1, 7), 3, 3));
    assertThat(tuple(7, 3, true, 2).options()).isEqualTo(4);
  }

  @Test
  void aCaseOutOfRangeIsRefused() {
    assertThatThrownBy(() -> tuple(7, 3, false, 3)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void selectsMayWaitInVain() {
    assertThat(of("").gaveUpEveryWait()).isFalse();
    assertThat(of("g1 preferred 0 @ app.main a.go:10\n").gaveUpEveryWait()).isFalse();
    String gaveUp = "g1 preferred 0 @ app.main a.go:10\ng1 preferred 0 gave-up\n";
    assertThat(of(gaveUp).gaveUpEveryWait()).isTrue();
    assertThat(of(gaveUp + "g1 preferred 1 @ app.main a.go:10\n").gaveUpEveryWait()).isFalse();
  }

  @Test
  void nothingCanBeChangedWithoutSelects() {
    assertThat(new Order(List.of()).isFixed()).isTrue();
    assertThat(of(THREE_SELECTS).order().isFixed()).isFalse();
  }
}
