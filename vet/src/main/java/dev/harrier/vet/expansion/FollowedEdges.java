package dev.harrier.vet.expansion;

import dev.harrier.vet.ssa.BasicBlock;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where control goes within one activation, as far as its blocks have been walked: fewer ways than
 * the code has, where a branch is decided or a call does not return. A block that has not been
 * walked yet may lead to all its successors.
 */
final class FollowedEdges {
  private final List<BasicBlock> blocks;
  private final Map<Integer, List<Integer>> walked = new HashMap<>();

  FollowedEdges(List<BasicBlock> blocks) {
    this.blocks = blocks;
  }

  /** Notes that a block was walked, and which blocks follow it. */
  void walked(int block, List<Integer> successors) {
    walked.put(block, successors);
  }

  boolean leads(int from, int to) {
    return after(from).contains(to);
  }

  /** The blocks that control can get to from the entry, which is among them. */
  BitSet reached() {
    BitSet reached = new BitSet();
    reached.set(0);
    Deque<Integer> work = new ArrayDeque<>(List.of(0));
    while (!work.isEmpty()) {
      for (int next : after(work.pop())) {
        if (!reached.get(next)) {
          reached.set(next);
          work.push(next);
        }
      }
    }
    return reached;
  }

  private List<Integer> after(int block) {
    return walked.getOrDefault(block, blocks.get(block).successors());
  }
}
