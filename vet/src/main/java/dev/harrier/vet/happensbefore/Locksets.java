package dev.harrier.vet.happensbefore;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.SyncKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which locks are held at a node on every path, and in which mode. A channel of capacity one whose
 * users both send and receive is a lock too: its buffer is the place for the one holder.
 */
public final class Locksets {
  private final EventGraph graph;
  private final Capacities capacities;
  private final List<Optional<Map<Held, Exclusion>>> in = new ArrayList<>();

  /**
   * What is held.
   *
   * @param how distinguishes the two ways to use a channel as a lock
   */
  public record Held(Place lock, How how) {}

  /** A mutex; or a channel whose sender, or whose receiver, is the holder. */
  public enum How {
    MUTEX,
    SENT,
    RECEIVED
  }

  public Locksets(Topology topology, Capacities capacities) {
    this.graph = topology.graph();
    this.capacities = capacities;
    for (int n = 0; n < graph.size(); n++) {
      in.add(Optional.empty());
    }
    Deque<Integer> work = new ArrayDeque<>();
    for (EventGraph.SpawnSite thread : graph.threads()) {
      in.set(thread.entry(), Optional.of(Map.of()));
      work.add(thread.entry());
    }
    while (!work.isEmpty()) {
      int node = work.poll();
      Map<Held, Exclusion> out = out(node);
      for (int s : graph.successors(node)) {
        if (meet(s, out)) {
          work.add(s);
        }
      }
    }
  }

  /** What is held when control reaches the node. */
  public Map<Held, Exclusion> at(int node) {
    return in.get(node).orElse(Map.of());
  }

  private boolean meet(int node, Map<Held, Exclusion> incoming) {
    Optional<Map<Held, Exclusion>> before = in.get(node);
    if (before.isEmpty()) {
      in.set(node, Optional.of(incoming));
      return true;
    }
    Map<Held, Exclusion> both = new HashMap<>();
    before
        .get()
        .forEach((held, mode) -> {
          Exclusion other = incoming.get(held);
          if (other != null) {
            both.put(held, weaker(mode, other));
          }
        });
    if (both.equals(before.get())) {
      return false;
    }
    in.set(node, Optional.of(both));
    return true;
  }

  private static Exclusion weaker(Exclusion a, Exclusion b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  private Map<Held, Exclusion> out(int node) {
    Map<Held, Exclusion> held = at(node);
    return switch (graph.node(node).op()) {
      case Op.Lock(Place lock, Exclusion mode) -> with(held, new Held(lock, How.MUTEX), mode);
      case Op.Unlock(Place lock, Exclusion _) -> without(held, new Held(lock, How.MUTEX));
      case Op.Sync(OperationKind kind, Place channel, _) -> channel(held, kind, channel);
      case Op.Pass _,
          Op.Touch _,
          Op.Fresh _,
          Op.Spawn _,
          Op.Exit _,
          Op.Chosen _,
          Op.Observes _,
          Op.Uses _ ->
          held;
    };
  }

  private Map<Held, Exclusion> channel(
      Map<Held, Exclusion> held, OperationKind kind, Place channel) {
    if (capacities.of(channel).orElse(0) != 1) {
      return held;
    }
    Held sent = new Held(channel, How.SENT);
    Held received = new Held(channel, How.RECEIVED);
    return switch (kind) {
      case SyncKind.SEND -> without(with(held, sent, Exclusion.EXCLUSIVE), received);
      case SyncKind.RECEIVE -> without(with(held, received, Exclusion.EXCLUSIVE), sent);
      default -> held;
    };
  }

  private static Map<Held, Exclusion> with(Map<Held, Exclusion> held, Held lock, Exclusion mode) {
    Map<Held, Exclusion> result = new HashMap<>(held);
    result.put(lock, mode);
    return result;
  }

  private static Map<Held, Exclusion> without(Map<Held, Exclusion> held, Held lock) {
    if (!held.containsKey(lock)) {
      return held;
    }
    Map<Held, Exclusion> result = new HashMap<>(held);
    result.remove(lock);
    return result;
  }
}
