package dev.harrier.cli.probe;

import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which scenarios are explored, by what is known of the sequential orders of their calls. */
final class Eligibility {
  /** What becomes of a scenario. */
  enum State {
    /** It is explored for all that may go wrong. */
    EXPLORED,
    /** There was no time for its orders, so that only races count: these need no other. */
    RACES_ONLY,
    /** Its object could not be made, or its calls did not end one after the other. */
    UNFINISHED,
    /** Its object was made of empty values, and lacks some in every order of the calls. */
    EMPTY_OBJECT,
    /** The tests of its package do not build, or end before one of them runs. */
    NOT_BUILT,
    /** There was no time to build the tests of its package. */
    REFUSED,
    /** Its type has more than the usual number, and the others leave no time for it. */
    BEYOND_TIME;

    boolean isExplored() {
      return EXPLORED_STATES.contains(this);
    }

    private static final Set<State> EXPLORED_STATES = EnumSet.of(EXPLORED, RACES_ONLY);
  }

  /**
   * How many scenarios are explored.
   *
   * @param ofEach type, in any case
   * @param inAll that have all their executions in the time: what is beyond those of each type
   *     takes none from them
   */
  record Room(int ofEach, long inAll) {}

  private final Map<String, State> states = new HashMap<>();

  /**
   * @param unbuilt packages of which no test could be run
   * @param refused packages that there was no time to build
   */
  Eligibility(
      List<Probe> probes,
      Orders orders,
      Collection<String> unbuilt,
      Collection<String> refused,
      Room room) {
    for (Probe probe : probes) {
      for (Probe.Scenario scenario : probe.scenarios()) {
        State state =
            refused.contains(probe.packagePath())
                ? State.REFUSED
                : unbuilt.contains(probe.packagePath()) ? State.NOT_BUILT : of(scenario, orders);
        states.put(scenario.test(), state);
      }
    }
    bound(probes, orders, room);
  }

  /** Those come last of which no order ends: little but a race can go wrong there. */
  private void bound(List<Probe> probes, Orders orders, Room room) {
    Comparator<Probe.Scenario> first =
        Comparator.comparing((Probe.Scenario one) -> orders.isAlwaysStuck(one.test()))
            .thenComparingInt(one -> -one.rank());
    List<Probe.Scenario> more = new ArrayList<>();
    long taken = 0;
    for (Probe probe : probes) {
      Map<String, List<Probe.Scenario>> byType =
          probe.scenarios().stream()
              .filter(this::isExplored)
              .sorted(first)
              .collect(Collectors.groupingBy(Probe.Scenario::type));
      for (List<Probe.Scenario> ofType : byType.values()) {
        int usual = Math.min(room.ofEach, ofType.size());
        taken += usual;
        more.addAll(ofType.subList(usual, ofType.size()));
      }
    }
    more.stream()
        .sorted(first)
        .skip(Math.max(0, room.inAll - taken))
        .forEach(one -> states.put(one.test(), State.BEYOND_TIME));
  }

  /**
   * By its orders. A scenario of one goroutine is explored whether or not they are known: what its
   * calls do with goroutines of the object needs no other order.
   */
  private static State of(Probe.Scenario scenario, Orders orders) {
    if (scenario.hollow() && orders.isAlwaysNil(scenario.test())) {
      return State.EMPTY_OBJECT;
    }
    if (orders.of(scenario.test()) != Orders.Behavior.UNKNOWN || scenario.isOfOneCaller()) {
      return State.EXPLORED;
    }
    return orders.isBegun(scenario.test()) ? State.UNFINISHED : State.RACES_ONLY;
  }

  State of(Probe.Scenario scenario) {
    return states.getOrDefault(scenario.test(), State.UNFINISHED);
  }

  boolean isExplored(Probe.Scenario scenario) {
    return of(scenario).isExplored();
  }
}
