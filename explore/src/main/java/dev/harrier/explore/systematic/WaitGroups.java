package dev.harrier.explore.systematic;

import dev.harrier.explore.operation.Shared;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What is known of wait groups. Where one goroutine alone adds and waits, nobody waits while it
 * adds, and it makes no difference whether others are done before or after it has added more. The
 * first time it does: nothing must be done before.
 */
final class WaitGroups {
  private static final class Group {
    final Set<Integer> owners = new HashSet<>();
  }

  private final Map<ObjectId, Group> groups = new HashMap<>();

  /** Takes note of an event; whether it adds to a group not for the first time. */
  boolean isMore(Event event, int goroutine) {
    return switch (event) {
      case Event.Add add -> {
        Group group = groups.computeIfAbsent(add.group(), _ -> new Group());
        boolean more = add.delta() > 0 && !group.owners.isEmpty();
        if (add.delta() > 0) {
          group.owners.add(goroutine);
        }
        yield more;
      }
      case Event.Wait wait -> own(wait.object(), goroutine);
      case Event.Block block -> own(block.object(), goroutine);
      default -> false;
    };
  }

  private boolean own(ObjectId object, int goroutine) {
    Group group = groups.get(object);
    if (group != null) {
      group.owners.add(goroutine);
    }
    return false;
  }

  /** Whether one goroutine alone adds to the group and waits for it. */
  boolean commute(Shared shared) {
    return shared instanceof Shared.Synchronisation(ObjectId object)
        && groups.containsKey(object)
        && groups.get(object).owners.size() == 1;
  }
}
