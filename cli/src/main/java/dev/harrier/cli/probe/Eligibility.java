package dev.harrier.cli.probe;

import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    REFUSED;

    boolean isExplored() {
      return EXPLORED_STATES.contains(this);
    }

    private static final Set<State> EXPLORED_STATES = EnumSet.of(EXPLORED, RACES_ONLY);
  }

  private final Map<String, State> states = new HashMap<>();

  /**
   * @param unbuilt packages of which no test could be run
   * @param refused packages that there was no time to build
   */
  Eligibility(
      List<Probe> probes, Orders orders, Collection<String> unbuilt, Collection<String> refused) {
    for (Probe probe : probes) {
      for (Probe.Scenario scenario : probe.scenarios()) {
        State state =
            refused.contains(probe.packagePath())
                ? State.REFUSED
                : unbuilt.contains(probe.packagePath()) ? State.NOT_BUILT : of(scenario, orders);
        states.put(scenario.test(), state);
      }
    }
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
