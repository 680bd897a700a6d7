package dev.harrier.explore.order;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** An order as a line of text: {@code offset.cases.default.exercised} for each tuple. */
final class OrderText {
  private OrderText() {}

  static String of(Order order) {
    return order.tuples().stream().map(OrderText::of).collect(Collectors.joining(" "));
  }

  private static String of(Tuple tuple) {
    return "%x.%d.%d.%d"
        .formatted(
            tuple.select().textOffset(),
            tuple.cases(),
            tuple.hasDefault() ? 1 : 0,
            tuple.exercised());
  }

  /**
   * Reads what {@link #of} writes.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static Order parse(String text) {
    List<Tuple> tuples = new ArrayList<>();
    for (String word : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
      String[] parts = word.split("\\.", -1);
      if (parts.length != 4) {
        throw new IllegalArgumentException("'" + word + "' is no tuple of an order");
      }
      tuples.add(
          new Tuple(
              new SelectId(Long.parseLong(parts[0], 16)),
              Integer.parseInt(parts[1]),
              parts[2].equals("1"),
              Integer.parseInt(parts[3])));
    }
    return new Order(tuples);
  }
}
