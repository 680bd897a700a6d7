package dev.harrier.explore.order;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The orders of one target that wait to be mutated. Not for several threads at a time. */
public final class OrderQueue {
  /** An order with the number of mutations that it deserves in one round. */
  public record Seed(Order order, int mutations) {}

  /** How often a mutation that is known already is drawn again. */
  private static final int DRAWS = 8;

  private final Deque<Seed> seeds = new ArrayDeque<>();
  private final Deque<OrderAttempt> again = new ArrayDeque<>();

  /** Digests of the orders that were given out, or that runs were seen to have. */
  private final Set<Integer> known = new HashSet<>();

  private final RandomGenerator random;
  private final Duration longestPatience;
  private int left;

  /**
   * @param longestPatience an attempt that fails gets no more time than that
   */
  public OrderQueue(RandomGenerator random, Duration longestPatience) {
    this.random = random;
    this.longestPatience = longestPatience;
  }

  /** An interesting order; without selects to change there is nothing to do with it. */
  public void add(Order order, int mutations) {
    known.add(order.hashCode());
    if (!order.isFixed() && mutations > 0) {
      seeds.add(new Seed(order, mutations));
      if (seeds.size() == 1) {
        left = mutations;
      }
    }
  }

  /** No preferred message of an attempt arrived in time: it gets more time and another try. */
  public void retry(OrderAttempt attempt) {
    OrderAttempt next = attempt.morePatient();
    if (next.patience().compareTo(longestPatience) <= 0) {
      again.add(next);
    }
  }

  /**
   * What to try next; empty if there is no order. Orders take turns: each is mutated as often as it
   * deserves, then goes to the end of the queue.
   *
   * @param patience of a new attempt
   */
  public Optional<OrderAttempt> next(Duration patience) {
    if (!again.isEmpty()) {
      return Optional.of(again.remove());
    }
    if (seeds.isEmpty()) {
      return Optional.empty();
    }
    if (left == 0) {
      seeds.add(seeds.remove());
      left = seeds.element().mutations();
    }
    left--;
    return Optional.of(new OrderAttempt(mutation(seeds.element().order()), patience));
  }

  /** Programs with few selects have few orders: those that have been tried already are no news. */
  private Order mutation(Order order) {
    Order mutation = order.mutate(random);
    for (int i = 1; i < DRAWS && known.contains(mutation.hashCode()); i++) {
      mutation = order.mutate(random);
    }
    known.add(mutation.hashCode());
    return mutation;
  }

  /** How many orders are in it. */
  public int size() {
    return seeds.size();
  }

  /** What is in it, in no order that matters. */
  public List<Seed> seeds() {
    return List.copyOf(seeds);
  }

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
}
