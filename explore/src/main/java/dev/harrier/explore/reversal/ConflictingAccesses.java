package dev.harrier.explore.reversal;

import dev.harrier.explore.step.OperationRole;
import dev.harrier.explore.step.Shared;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.StackId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Which operations conflict: on one object, or on two that one select waits for. */
final class ConflictingAccesses {
  /** Of how many goroutines the latest operation on an object is remembered. */
  private static final int PARTNERS = 8;

  /** How many other channels that selects wait for together with a channel are remembered. */
  private static final int RIVALS = 8;

  private final BiConsumer<ConflictAccess, ConflictAccess> conflict;
  private final Map<Shared, List<ConflictAccess>> accesses = new HashMap<>();
  private final Map<ObjectId, List<ObjectId>> rivals = new HashMap<>();

  /** Channels that a goroutine may have sent on. */
  private final Set<ObjectId> given = new HashSet<>();

  /**
   * @param conflict takes operations of which it matters which comes first: former, latter
   */
  ConflictingAccesses(BiConsumer<ConflictAccess, ConflictAccess> conflict) {
    this.conflict = conflict;
  }

  /** An operation on something. */
  void access(Shared shared, ConflictAccess latter) {
    switch (shared) {
      case Shared.Variable _ -> access(shared, latter, true);
      case Shared.Synchronization(ObjectId object) -> {
        if (latter.role().gives()) {
          give(object);
        }
        access(shared, latter, given.contains(object));
        serve(object, latter);
      }
    }
  }

  private void serve(ObjectId channel, ConflictAccess latter) {
    if (latter.role().serves()) {
      for (ObjectId rival : rivals.getOrDefault(channel, List.of())) {
        accesses(rival).stream()
            .filter(former -> former.role().serves())
            .forEach(former -> conflict(former, latter));
      }
    }
  }

  private List<ConflictAccess> accesses(ObjectId object) {
    return accesses.getOrDefault(new Shared.Synchronization(object), List.of());
  }

  private void access(Shared shared, ConflictAccess latter, boolean given) {
    List<ConflictAccess> before = accesses.computeIfAbsent(shared, _ -> new ArrayList<>(2));
    for (ConflictAccess former : before) {
      boolean bothTake = former.role().takes() && latter.role().takes();
      if (former.role().matters(latter.role()) && (!bothTake || given)) {
        conflict(former, latter);
      }
    }
    before.removeIf(a -> a.goroutine() == latter.goroutine());
    if (before.size() == PARTNERS) {
      before.removeFirst();
    }
    before.add(latter);
  }

  /**
   * A goroutine sends on a channel: only now does it matter in which order others receive from it.
   */
  void give(ObjectId channel) {
    if (!given.add(channel)) {
      return;
    }
    List<ConflictAccess> takers = accesses(channel).stream().filter(a -> a.role().takes()).toList();
    for (int i = 1; i < takers.size(); i++) {
      for (ConflictAccess former : takers.subList(0, i)) {
        conflict(former, takers.get(i));
      }
    }
  }

  /** A select waits for one of these. Which comes first decides what it does. */
  void choose(List<SelectCase> cases) {
    for (SelectCase one : cases) {
      for (SelectCase other : cases) {
        if (isReceive(one) && isReceive(other) && !other.channel().equals(one.channel())) {
          addRival(rivals.computeIfAbsent(one.channel(), _ -> new ArrayList<>(2)), other.channel());
        }
      }
    }
  }

  private static boolean isReceive(SelectCase one) {
    return one.direction() == SelectCase.Direction.RECEIVE && !one.channel().equals(ObjectId.NONE);
  }

  private static void addRival(List<ObjectId> rivals, ObjectId other) {
    if (!rivals.contains(other)) {
      if (rivals.size() == RIVALS) {
        rivals.removeFirst();
      }
      rivals.add(other);
    }
  }

  private void conflict(ConflictAccess former, ConflictAccess latter) {
    if (former.goroutine() != latter.goroutine()) {
      conflict.accept(former, latter);
    }
  }

  /**
   * An operation of a goroutine on something shared.
   *
   * @param name the goroutine's
   * @param operation which of the goroutine's operations it is, from 1
   * @param order of its event
   * @param locked whether the goroutine holds a lock meanwhile
   */
  record ConflictAccess(
      long goroutine,
      GoroutineName name,
      long operation,
      long order,
      StackId stack,
      OperationRole role,
      boolean locked) {}
}
