package dev.harrier.cli.exploring;

import dev.harrier.explore.loop.Techniques;
import java.util.Set;

/**
 * What steers an exploration besides its strategies.
 *
 * @param without parts that are left out
 * @param enough the coverage of concurrency usages, in percent, at which to stop; more than 100 for
 *     never
 * @param dependencies whether usages in dependencies count too
 */
public record Steering(Set<Techniques.Part> without, double enough, boolean dependencies) {
  public Steering {
    without = Set.copyOf(without);
  }

  public boolean has(Techniques.Part part) {
    return !without.contains(part);
  }
}
