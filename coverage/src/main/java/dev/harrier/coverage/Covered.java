package dev.harrier.coverage;

import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.ConcurrencyUsage;
import java.util.List;
import java.util.Set;

/**
 * What the goroutines of one node did at one usage, in a form that outlives the runs.
 *
 * @param node where the goroutines on the way from main to these were created, main's own left out
 * @param done empty if the usage was only reached
 * @param passable parts that were seen to work on a channel with a buffer, or on a closed one, by
 *     whatever node
 */
public record Covered(
    List<Site> node, ConcurrencyUsage usage, Set<Requirement> done, Set<Part> passable) {
  public Covered {
    node = List.copyOf(node);
    done = Set.copyOf(done);
    passable = Set.copyOf(passable);
  }
}
