package dev.harrier.explore.step;

import dev.harrier.model.trace.ObjectId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Channels that one select waits for are one: a goroutine that serves the select takes it from all
 * of them.
 */
final class ChannelGroups {
  private final Map<ObjectId, ObjectId> parents = new HashMap<>();
  private final Set<ObjectId> members = new HashSet<>();

  void join(List<ObjectId> channels) {
    List<ObjectId> roots =
        channels.stream().filter(c -> !c.equals(ObjectId.NONE)).map(this::root).distinct().toList();
    members.addAll(channels);
    roots.stream().skip(1).forEach(root -> parents.put(root, roots.getFirst()));
  }

  private ObjectId root(ObjectId channel) {
    ObjectId at = channel;
    for (ObjectId up = parents.get(at); up != null; up = parents.get(at)) {
      at = up;
    }
    return at;
  }

  /** The role in which something is used: that of a case, where a select waits for it as well. */
  OperationRole role(Shared shared, OperationRole role) {
    boolean chosen =
        shared instanceof Shared.Synchronization(ObjectId object) && members.contains(object);
    return switch (role) {
      case SEND -> chosen ? OperationRole.CHOOSE_SEND : role;
      case RECEIVE -> chosen ? OperationRole.CHOOSE_RECEIVE : role;
      default -> role;
    };
  }

  Shared of(Shared shared) {
    return switch (shared) {
      case Shared.Synchronization(ObjectId object) -> new Shared.Synchronization(root(object));
      case Shared.Variable variable -> variable;
    };
  }
}
