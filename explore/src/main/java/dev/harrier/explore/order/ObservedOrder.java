package dev.harrier.explore.order;

import java.util.List;

/**
 * What a run did with the order that it was given.
 *
 * @param order in which it processed messages
 * @param preferred how often a select waited for its preferred case
 * @param gaveUp how often one of these gave up
 */
public record ObservedOrder(Order order, long preferred, long gaveUp) {
  /** Of a run without selects. */
  public static final ObservedOrder NONE = new ObservedOrder(new Order(List.of()), 0, 0);

  /** Selects waited, and none got what it waited for. */
  public boolean isAllInVain() {
    return preferred > 0 && gaveUp >= preferred;
  }
}
