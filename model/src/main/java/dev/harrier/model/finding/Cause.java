package dev.harrier.model.finding;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Why one schedule shows a finding and another one of the same test does not, or that no order of
 * two operations was found to decide, not in time, or that none was looked for. It is data of runs:
 * what was only guessed is not a cause.
 */
public sealed interface Cause {
  /** The orders that decide; empty if something else does. */
  default List<Order> orders() {
    return List.of();
  }

  /**
   * Whether the module's own code does each operation that decides, so that a reader can act on it.
   */
  default boolean isInModule() {
    return sides().stream().allMatch(side -> side.within().isEmpty());
  }

  /** The operations that decide; none if none was found. */
  default List<Side> sides() {
    return List.of();
  }

  /** The same with other data on each operation. */
  default Cause map(UnaryOperator<Side> change) {
    return this;
  }

  /**
   * Whether these operations, and nothing else, decide: replays in both directions have shown it.
   */
  default boolean isWhole() {
    return false;
  }

  /** Whether an operation of some run of the test is one of those, as far as its place says. */
  default boolean concerns(Operation operation) {
    return sides().stream()
        .map(Side::operation)
        .anyMatch(decides ->
            decides.goroutine().equals(operation.goroutine())
                && decides.site().equals(operation.site())
                && decides.action().getClass().equals(operation.action().getClass()));
  }

  /**
   * Operations of different goroutines whose order decides.
   *
   * @param orders the smallest set that was found; at least one, and each of them is needed
   * @param under what else takes part
   * @param shown how many of the runs in which all of them held showed the finding
   * @param passed in how many of the runs in which one of them was reversed the test passed
   */
  record Orders(
      List<Order> orders, Under under, Witness.Reproduction shown, Witness.Reproduction passed)
      implements Cause {
    public Orders {
      orders = List.copyOf(orders);
    }

    @Override
    public Cause map(UnaryOperator<Side> change) {
      return new Orders(
          orders.stream()
              .map(order -> new Order(change.apply(order.former), change.apply(order.latter)))
              .toList(),
          under,
          shown,
          passed);
    }

    @Override
    public boolean isWhole() {
      return alone() && shown.isEveryTime() && passed.isEveryTime();
    }

    @Override
    public List<Side> sides() {
      return orders.stream().flatMap(order -> Stream.of(order.former, order.latter)).toList();
    }

    /** The same, found in a schedule that was simplified from the one that the finding has. */
    public Orders ofSimplified() {
      return new Orders(orders, alone() ? under : Under.OTHER_DECISIONS, shown, passed);
    }

    /** Whether the default order shows the finding with these orders and nothing else. */
    public boolean alone() {
      return under == Under.DEFAULT_ORDER;
    }

    /** Whether an operation is an access to memory without synchronization. */
    public boolean hasPlainAccess() {
      return sides().stream().anyMatch(side -> side.operation().isPlainAccess());
    }
  }

  /** What else decides, next to the orders. */
  enum Under {
    /** Nothing. */
    DEFAULT_ORDER,
    /** All decisions of the schedule but the last, in the place of which the orders are. */
    EARLIER_DECISIONS,
    /** All decisions of the schedule, in which the operations come in this order by themselves. */
    ALL_DECISIONS,
    /** Decisions of a schedule that was simplified from the one that the finding has. */
    OTHER_DECISIONS
  }

  /**
   * Which of several ready cases a select takes decides.
   *
   * @param taken the select, and what it did where the finding shows
   * @param otherwise the same select, and what it did where the test passes
   * @param selected the number of the case that it took where the finding shows, in the order of
   *     the trace; of one that waited, the case that it was to prefer. Empty if it took its default
   * @param alone whether the default order shows the finding with this choice and nothing else
   * @param shown how many of the runs with the one choice showed the finding
   * @param passed in how many of the runs with the other one the test passed
   */
  record Choice(
      Side taken,
      Side otherwise,
      Optional<Integer> selected,
      boolean alone,
      Witness.Reproduction shown,
      Witness.Reproduction passed)
      implements Cause {
    @Override
    public boolean isWhole() {
      return alone && shown.isEveryTime() && passed.isEveryTime();
    }

    @Override
    public List<Side> sides() {
      return List.of(taken, otherwise);
    }

    @Override
    public Cause map(UnaryOperator<Side> change) {
      return new Choice(
          change.apply(taken), change.apply(otherwise), selected, alone, shown, passed);
    }
  }

  /**
   * How late a goroutine is decides: a timer fires before an operation of its own, or time is over
   * that the program measures.
   *
   * @param timer the one that has to fire before; empty if none has to, only time to pass
   * @param late the operation before which the goroutine is late where the finding shows
   * @param micros by how much, as little as is enough
   * @param under what else takes part
   * @param shown how many of the runs with that delay showed the finding
   * @param passed in how many of the runs with the same delay after the operation the test passed
   */
  record Late(
      Optional<Timer> timer,
      Side late,
      long micros,
      Under under,
      Witness.Reproduction shown,
      Witness.Reproduction passed)
      implements Cause {
    @Override
    public boolean isWhole() {
      return alone() && shown.isEveryTime() && passed.isEveryTime();
    }

    @Override
    public List<Side> sides() {
      return List.of(late);
    }

    @Override
    public Cause map(UnaryOperator<Side> change) {
      return new Late(timer, change.apply(late), micros, under, shown, passed);
    }

    /** Whether the default order shows the finding with that delay and nothing else. */
    public boolean alone() {
      return under == Under.DEFAULT_ORDER;
    }
  }

  /**
   * How long code takes decides, as the program sees it: it reads the clock.
   *
   * @param reading what reads the clock, and where
   * @param micros that the goroutine computes before it, as few as are enough
   * @param passing so many, for which the test passes; 0 if no shorter time was tried
   * @param alone whether the default order shows the finding so, and nothing else decides
   * @param shown how many of the runs in which it takes that long showed the finding
   * @param passed in how many of the runs with the shorter time the test passed
   */
  record Slow(
      Side reading,
      long micros,
      long passing,
      boolean alone,
      Witness.Reproduction shown,
      Witness.Reproduction passed)
      implements Cause {
    @Override
    public boolean isWhole() {
      return alone && shown.isEveryTime() && passed.isEveryTime();
    }

    @Override
    public List<Side> sides() {
      return List.of(reading);
    }

    @Override
    public Cause map(UnaryOperator<Side> change) {
      return new Slow(change.apply(reading), micros, passing, alone, shown, passed);
    }
  }

  /**
   * A timer, or the sleep of a goroutine.
   *
   * @param site where it was set, or sleeps
   * @param stack there, without frames of the runtime and of the test driver
   * @param by the goroutine that set it; NONE if that is not known, and then neither is the place
   * @param function of a library that set it, such as {@code time.AfterFunc}; "" if not known
   * @param sleep whether it is a sleep of that goroutine
   * @param micros for how long: since it was set, or fired last
   */
  record Timer(
      Site site, Stack stack, GoroutineId by, String function, boolean sleep, long micros) {}

  /**
   * The schedule shows the finding, and no order of two operations was found that decides.
   *
   * @param decisions which the schedule has; without any it is the default order
   * @param others how many of the schedules that were tried, each with two conflicting operations
   *     the other way round, showed the finding, too
   */
  record NoOrder(int decisions, Witness.Reproduction others) implements Cause {}

  /**
   * The time was over before a cause was found, or that there is none.
   *
   * @param executions in which it was looked for
   */
  record CutOff(int executions) implements Cause {}

  /** No cause was looked for: what was seen of the schedule could not have been compared. */
  record NotSought(Obstacle obstacle) implements Cause {}

  /** Why the runs of a schedule cannot be compared with others. */
  enum Obstacle {
    /** Some runs of the same schedule do not show the finding. */
    NOT_EVERY_REPLAY,
    /** Each run that shows the finding takes all the time that it may. */
    TIME_LIMIT,
    /** The schedule was not simplified to single decisions. */
    NOT_SIMPLIFIED
  }

  /** Where the finding shows, {@code former} comes before {@code latter}. */
  record Order(Side former, Side latter) {}

  /**
   * One operation of an order.
   *
   * @param stack without frames of the runtime and of the test driver
   * @param name of its goroutine, equal in all controlled runs of the program
   * @param number which of the goroutine's operations it is, from 1, as the runtime counts them
   * @param within the function of a library that does it: the one that the code of the module
   *     calls, or the innermost one if no such code is on the stack; empty if the module's own code
   *     does it
   * @param operand what the source calls the lock, channel or atomic of the operation, such as
   *     {@code b.mu}; empty where that is not known
   */
  record Side(
      Operation operation,
      Stack stack,
      GoroutineName name,
      long number,
      Optional<String> within,
      Optional<String> operand) {
    public Side(Operation operation, Stack stack, GoroutineName name, long number) {
      this(operation, stack, name, number, Optional.empty(), Optional.empty());
    }

    /** The same with the name of its object. */
    public Side withOperand(String other) {
      return new Side(operation, stack, name, number, within, Optional.of(other));
    }
  }
}
