package dev.harrier.model.finding;

import java.util.Optional;

/**
 * An access to memory that takes part in a race.
 *
 * @param at its file is "" if the place is not known
 * @param by the go statement, or its equivalent, that started the goroutine; empty if it is the one
 *     that runs the code in question anyway
 */
public record Access(boolean write, boolean atomic, Location at, Optional<Launch> by) {
  /**
   * What started a goroutine.
   *
   * @param means as the source has it: {@code go}, {@code errgroup.Group.Go}, {@code
   *     time.AfterFunc}
   */
  public record Launch(Location at, String means) {}
}
