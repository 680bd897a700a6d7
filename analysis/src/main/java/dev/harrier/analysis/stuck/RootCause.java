package dev.harrier.analysis.stuck;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Stuck goroutines that wait for each other or for no goroutine that is stuck.
 *
 * @param members one goroutine, or all goroutines of a wait cycle, in the order in which each waits
 *     for the next where that order is a single cycle
 * @param cyclic whether the members wait for each other
 * @param behind goroutines that are stuck because these are
 */
public record RootCause(List<Stuck> members, boolean cyclic, List<Stuck> behind) {
  public RootCause {
    members = List.copyOf(members);
    behind = List.copyOf(behind);
  }

  /**
   * The goroutine that the finding is about: the one that was created first, or that which a cycle
   * {@linkplain #beginningWith begins with}.
   */
  public Stuck first() {
    return members.getFirst();
  }

  /** The same where a cycle begins with its least member. */
  RootCause beginningWith(Comparator<Stuck> order) {
    if (!cyclic) {
      return this;
    }
    List<Stuck> turned = new ArrayList<>(members);
    Collections.rotate(turned, -turned.indexOf(Collections.min(turned, order)));
    return new RootCause(turned, true, behind);
  }
}
