package dev.harrier.explore.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.SymbolOffset;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class OrderQueueTest {
  private final OrderQueue queue = new OrderQueue(new SplittableRandom(1), Duration.ofSeconds(8));

  private static Order order(long select) {
    return new Order(List.of(new Tuple(new SymbolOffset(1, select), 4, false, 0)));
  }

  private long nextSelect() {
    return queue
        .next(OrderQueue.OrderAttempt.FIRST_PATIENCE)
        .orElseThrow()
        .order()
        .tuples()
        .getFirst()
        .select()
        .offset();
  }

  @Test
  void anEmptyQueueHasNothingToTry() {
    assertThat(queue.next(OrderQueue.OrderAttempt.FIRST_PATIENCE)).isEmpty();
    queue.add(new Order(List.of()), 5);
    queue.add(order(1), 0);
    assertThat(queue.next(OrderQueue.OrderAttempt.FIRST_PATIENCE)).isEmpty();
  }

  @Test
  void ordersTakeTurnsForAsManyMutationsAsTheyDeserve() {
    queue.add(order(1), 2);
    queue.add(order(2), 3);
    long[] turns = new long[12];
    for (int i = 0; i < turns.length; i++) {
      turns[i] = nextSelect();
    }
    assertThat(turns).containsExactly(1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 1, 1);
  }

  @Test
  void everyOrderIsTriedBeforeOneComesAgain() {
    queue.add(order(1), 100);
    List<Integer> cases =
        Stream.generate(() -> queue.next(OrderQueue.OrderAttempt.FIRST_PATIENCE).orElseThrow())
            .limit(3)
            .map(attempt -> attempt.order().tuples().getFirst().exercised())
            .toList();
    // The order of the run itself takes case 0.
    assertThat(cases).containsExactlyInAnyOrder(1, 2, 3);
    assertThat(queue.next(OrderQueue.OrderAttempt.FIRST_PATIENCE)).isPresent();
  }

  @Test
  void anAttemptInVainComesAgainWithMoreTimeUntilThatIsTooLong() {
    queue.add(order(1), 5);
    OrderQueue.OrderAttempt first =
        queue.next(OrderQueue.OrderAttempt.FIRST_PATIENCE).orElseThrow();
    assertThat(first.patience()).hasMillis(500);
    queue.retry(first);
    OrderQueue.OrderAttempt second =
        queue.next(OrderQueue.OrderAttempt.FIRST_PATIENCE).orElseThrow();
    assertThat(second)
        .isEqualTo(new OrderQueue.OrderAttempt(first.order(), Duration.ofMillis(3500)));
    queue.retry(second);
    OrderQueue.OrderAttempt third =
        queue.next(OrderQueue.OrderAttempt.FIRST_PATIENCE).orElseThrow();
    assertThat(third.patience()).hasMillis(6500);
    queue.retry(third);
    assertThat(queue.next(OrderQueue.OrderAttempt.FIRST_PATIENCE).orElseThrow().patience())
        .hasMillis(500);
  }
}
