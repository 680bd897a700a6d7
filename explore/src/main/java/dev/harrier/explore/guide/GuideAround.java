package dev.harrier.explore.guide;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Puts a guide around the one of an exploration, and remembers it: what it has counted is asked
 * when the exploration is over.
 *
 * @param <G> the outer guide
 */
public final class GuideAround<G extends Guide> implements UnaryOperator<Guide> {
  private final Function<Guide, G> maker;
  private Optional<G> made = Optional.empty();

  /**
   * @param maker of the outer guide, given the one that decides what comes next
   */
  public GuideAround(Function<Guide, G> maker) {
    this.maker = maker;
  }

  @Override
  public G apply(Guide inner) {
    G outer = maker.apply(inner);
    made = Optional.of(outer);
    return outer;
  }

  /** The outer guide; empty if nothing was explored. */
  public Optional<G> guide() {
    return made;
  }
}
