package dev.harrier.explore.order;

import java.time.Duration;

/**
 * An order to be tried.
 *
 * @param patience GFuzz's T
 */
public record OrderAttempt(Order order, Duration patience) {
  /** T of a new order (section 7.1). */
  public static final Duration FIRST_PATIENCE = Duration.ofMillis(500);

  private static final Duration MORE = Duration.ofSeconds(3);

  /** The same order with more time for its messages. */
  OrderAttempt morePatient() {
    return new OrderAttempt(order, patience.plus(MORE));
  }
}
