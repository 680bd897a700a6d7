package dev.harrier.vet.ssa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The dominator tree of a function's blocks.
 *
 * <p>Algorithm: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001): immediate
 * dominators by iteration in reverse postorder until nothing changes. The recover block counts as a
 * successor of the entry, which allocates the results that it loads. Blocks that no path from the
 * entry reaches have no dominator and dominate nothing.
 */
public final class Dominators {
  private static final int NONE = -1;

  private final int root;
  private final int[] immediate;
  private final int[] order;

  private Dominators(int root, int[] immediate, int[] order) {
    this.root = root;
    this.immediate = immediate;
    this.order = order;
  }

  public static Dominators of(Function function) {
    List<BasicBlock> blocks = function.blocks();
    int root = blocks.size();
    List<List<Integer>> successors = new ArrayList<>();
    for (BasicBlock block : blocks) {
      successors.add(new ArrayList<>(block.successors()));
    }
    if (!blocks.isEmpty()) {
      function.body().recoverBlock().ifPresent(successors.getFirst()::add);
    }
    successors.add(blocks.isEmpty() ? List.of() : List.of(0));
    return compute(successors, root);
  }

  /** Whether every path from the entry to {@code block} passes {@code by}; true if they are one. */
  public boolean dominates(int by, int block) {
    int at = block;
    while (at != NONE && at != root) {
      if (at == by) {
        return true;
      }
      at = immediate[at];
    }
    return false;
  }

  /** Whether any path from the entry leads to the block. */
  public boolean isReachable(int block) {
    return order[block] != NONE;
  }

  /** The reachable blocks in reverse postorder: each after all blocks that dominate it. */
  public List<Integer> reversePostorder() {
    return IntStream.range(0, root)
        .filter(this::isReachable)
        .boxed()
        .sorted(Comparator.comparingInt((Integer b) -> order[b]).reversed())
        .toList();
  }

  private static Dominators compute(List<List<Integer>> successors, int root) {
    int size = successors.size();
    int[] order = new int[size];
    Arrays.fill(order, NONE);
    int[] postorder = postorder(successors, root, order);
    List<List<Integer>> predecessors = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      predecessors.add(new ArrayList<>());
    }
    for (int i = 0; i < size; i++) {
      for (int s : successors.get(i)) {
        predecessors.get(s).add(i);
      }
    }
    int[] immediate = new int[size];
    Arrays.fill(immediate, NONE);
    immediate[root] = root;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = postorder.length - 2; i >= 0; i--) {
        int block = postorder[i];
        int best = NONE;
        for (int p : predecessors.get(block)) {
          if (immediate[p] != NONE) {
            best = best == NONE ? p : intersect(immediate, order, p, best);
          }
        }
        if (immediate[block] != best) {
          immediate[block] = best;
          changed = true;
        }
      }
    }
    return new Dominators(root, immediate, order);
  }

  private static int intersect(int[] immediate, int[] order, int a, int b) {
    int x = a;
    int y = b;
    while (x != y) {
      while (order[x] < order[y]) {
        x = immediate[x];
      }
      while (order[y] < order[x]) {
        y = immediate[y];
      }
    }
    return x;
  }

  /** Fills {@code order} with postorder numbers; iterative, since generated code nests deeply. */
  private static int[] postorder(List<List<Integer>> successors, int root, int[] order) {
    int size = successors.size();
    int[] stack = new int[size];
    int[] next = new int[size];
    boolean[] seen = new boolean[size];
    int[] result = new int[size];
    int depth = 0;
    int count = 0;
    stack[depth++] = root;
    seen[root] = true;
    while (depth > 0) {
      int block = stack[depth - 1];
      List<Integer> targets = successors.get(block);
      if (next[block] < targets.size()) {
        int target = targets.get(next[block]++);
        if (!seen[target]) {
          seen[target] = true;
          stack[depth++] = target;
        }
      } else {
        depth--;
        order[block] = count;
        result[count++] = block;
      }
    }
    return Arrays.copyOf(result, count);
  }
}
