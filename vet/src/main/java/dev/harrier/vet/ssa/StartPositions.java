package dev.harrier.vet.ssa;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where the code of each block starts in the source: what its first instructions have if SSA
 * construction gives them no position of their own. That is the first position in the block, else
 * the last one on a way to it.
 */
public final class StartPositions {
  private final Position[] starts;

  private StartPositions(Position[] starts) {
    this.starts = starts;
  }

  public static StartPositions of(Function function, Dominators dominators) {
    Position[] starts = new Position[function.blocks().size()];
    Position[] ends = new Position[starts.length];
    Arrays.fill(starts, Position.UNKNOWN);
    Arrays.fill(ends, Position.UNKNOWN);
    for (int b : dominators.reversePostorder()) {
      BasicBlock block = function.blocks().get(b);
      starts[b] = known(block.instructions()).orElseGet(() -> before(block, ends));
      ends[b] = known(block.instructions().reversed()).orElse(starts[b]);
    }
    return new StartPositions(starts);
  }

  /** Unknown if no code up to the block has a position. */
  public Position of(BasicBlock block) {
    return starts[block.index()];
  }

  /** That of a phi is where its variable is declared, which may be far away. */
  private static Optional<Position> known(List<Instruction> instructions) {
    for (Instruction i : instructions) {
      if (i.position().isKnown() && !(i instanceof Instruction.Phi)) {
        return Optional.of(i.position());
      }
    }
    return Optional.empty();
  }

  private static Position before(BasicBlock block, Position[] ends) {
    for (int predecessor : block.predecessors()) {
      if (ends[predecessor].isKnown()) {
        return ends[predecessor];
      }
    }
    return Position.UNKNOWN;
  }
}
