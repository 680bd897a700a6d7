package dev.harrier.vet.happensbefore;

import dev.harrier.vet.graph.Topology;
import dev.harrier.vet.pointsto.Place;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** How many operations on one object a goroutine can do on a single path. */
public final class MessageCounts {
  private final Topology topology;
  private final List<Integer> operations;
  private final Map<Integer, Integer> longest = new HashMap<>();

  private MessageCounts(Topology topology, Collection<Integer> operations) {
    this.topology = topology;
    this.operations = List.copyOf(operations);
  }

  /**
   * The most of the operations, all of them of one thread, that can follow each other on one
   * instance of the object; empty if one can be repeated, so that there is no bound in sight.
   */
  public static OptionalInt most(Topology topology, Collection<Integer> operations, Place object) {
    boolean repeats =
        operations.stream()
            .anyMatch(n -> topology.reaches(n, n, m -> topology.isFresh(m, object.base())));
    return repeats ? OptionalInt.empty() : OptionalInt.of(most(topology, operations));
  }

  /** The same, where one that can be repeated counts as one. */
  public static int most(Topology topology, Collection<Integer> operations) {
    MessageCounts counts = new MessageCounts(topology, operations);
    return operations.stream().mapToInt(counts::from).max().orElse(0);
  }

  private int from(int operation) {
    Integer known = longest.get(operation);
    if (known == null) {
      longest.put(operation, 0); // Of a loop of several operations, each counts once.
      known =
          1
              + operations.stream()
                  .filter(n -> n != operation && topology.reaches(operation, n, _ -> false))
                  .mapToInt(this::from)
                  .max()
                  .orElse(0);
      longest.put(operation, known);
    }
    return known;
  }
}
