package dev.harrier.vet.expansion;

import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Loops;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where a call stands in its function. */
record Site(Optional<ExpansionContext.Shape> shape, int block, List<Subtests.Rest> subtests) {
  static final Site NONE = new Site(Optional.empty(), -1, new ArrayList<>());

  Site(ExpansionContext.Shape shape, BasicBlock block, List<Subtests.Rest> subtests) {
    this(Optional.of(shape), block.index(), subtests);
  }

  /** The blocks of the innermost loop around the call; empty if there is none. */
  Set<Integer> loop() {
    Set<Integer> best = Set.of();
    for (Loops.Loop l : shape.map(s -> s.loops().all()).orElse(List.of())) {
      if (l.blocks().contains(block) && (best.isEmpty() || l.blocks().size() < best.size())) {
        best = l.blocks();
      }
    }
    return best;
  }
}
