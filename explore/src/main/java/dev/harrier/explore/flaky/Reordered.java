package dev.harrier.explore.flaky;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Interleaving.Turn;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.trace.Event;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Finds what two runs that differ by one decision do in different order. */
final class Reordered {
  private final List<Operation> after;
  private final List<Operation> passed;
  private final Event.Choice choice;

  private Reordered(Event.Choice choice, List<Operation> after, List<Operation> passed) {
    this.choice = choice;
    this.after = after;
    this.passed = passed;
  }

  /**
   * The first thing that the goroutine which the decision lets run does before what came first in
   * the passing run: on the same object if there is such a pair, else both on atomics, else before
   * what the stopped goroutine did.
   */
  static Optional<Difference.Orders> by(
      Event.Choice choice, Interleaving failed, Interleaving passed) {
    List<Operation> after =
        failed.turns().stream()
            .map(Turn::operation)
            .filter(operation -> operation.order() > choice.at().order())
            .toList();
    Reordered runs =
        new Reordered(choice, after, passed.turns().stream().map(Turn::operation).toList());
    return runs.pair((x, y) -> object(x).isPresent() && object(x).equals(object(y)))
        .or(() -> runs.pair((x, y) -> isAtomic(x) && isAtomic(y)))
        .or(() -> runs.pair((_, y) -> y.goroutine().equals(choice.of())));
  }

  private Optional<Difference.Orders> pair(BiPredicate<Operation, Operation> related) {
    for (int i = 0; i < after.size(); i++) {
      Operation first = after.get(i);
      if (!first.goroutine().equals(choice.next())) {
        continue;
      }
      for (Operation second : after.subList(i + 1, after.size())) {
        if (!second.goroutine().equals(first.goroutine())
            && related.test(first, second)
            && isEarlier(second, first)) {
          return Optional.of(new Difference.Orders(first, second));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether the passing run does the one, and the other only later. */
  private boolean isEarlier(Operation one, Operation other) {
    int early = indexOf(one);
    int late = indexOf(other);
    return early >= 0 && early < late;
  }

  /** Where the passing run does the same, or -1. */
  private int indexOf(Operation wanted) {
    for (int i = 0; i < passed.size(); i++) {
      Operation operation = passed.get(i);
      if (operation.goroutine().equals(wanted.goroutine())
          && operation.site().equals(wanted.site())
          && operation.action().getClass().equals(wanted.action().getClass())) {
        return i;
      }
    }
    return -1;
  }

  /** Which variable it is, nobody knows. */
  private static boolean isAtomic(Operation operation) {
    return operation.action() instanceof Action.Accessed;
  }

  /** What others may do something to as well, where the order of the two can matter. */
  private static Optional<ObjectRef> object(Operation operation) {
    return switch (operation.action()) {
      case Action.Locked a -> Optional.of(a.lock());
      case Action.Sent a -> Optional.of(a.channel());
      case Action.Received a -> Optional.of(a.channel());
      case Action.Closed a -> Optional.of(a.channel());
      case Action.Signalled a -> Optional.of(a.cond());
      case Action.Broadcast a -> Optional.of(a.cond());
      case Action.Cancelled a -> Optional.of(a.context());
      default -> Optional.empty();
    };
  }
}
