package dev.harrier.vet.happensbefore;

import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Value.Register;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * Where control gets within a function while a register keeps its value: up to the block that
 * computes it again.
 */
final class SameIteration {
  private final List<BasicBlock> blocks;
  private final Register register;

  SameIteration(Function function, Register register) {
    this.blocks = function.blocks();
    this.register = register;
  }

  /**
   * Whether an instruction at {@code to} can follow one at {@code from}; false if there is none.
   */
  boolean reaches(Position from, Position to) {
    BitSet seen = new BitSet();
    Deque<Integer> work = new ArrayDeque<>();
    for (BasicBlock block : blocks) {
      int start = first(block, from);
      if (start >= 0) {
        if (!from.equals(to) && last(block, to) > start) {
          return true;
        }
        work.addAll(block.successors());
      }
    }
    while (!work.isEmpty()) {
      BasicBlock block = blocks.get(work.pop());
      if (seen.get(block.index()) || computes(block)) {
        continue;
      }
      seen.set(block.index());
      if (last(block, to) >= 0) {
        return true;
      }
      work.addAll(block.successors());
    }
    return false;
  }

  private boolean computes(BasicBlock block) {
    return block.instructions().stream()
        .anyMatch(i -> i instanceof Instruction.Definition d && d.register().equals(register));
  }

  private static int first(BasicBlock block, Position position) {
    for (int i = 0; i < block.instructions().size(); i++) {
      if (block.instructions().get(i).position().equals(position)) {
        return i;
      }
    }
    return -1;
  }

  private static int last(BasicBlock block, Position position) {
    for (int i = block.instructions().size() - 1; i >= 0; i--) {
      if (block.instructions().get(i).position().equals(position)) {
        return i;
      }
    }
    return -1;
  }
}
