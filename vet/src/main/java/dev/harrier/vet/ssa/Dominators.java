package dev.harrier.vet.ssa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The dominator tree of a function's blocks.
 *
 * <p>Algorithm: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001): immediate
 * dominators by iteration in reverse postorder until nothing changes. The recover block counts as a
 * successor of the entry, which allocates the results that it loads. Blocks that no path from the
 * entry reaches have no dominator and dominate nothing but themselves. A preorder of the tree
 * answers a question at once: what a block dominates is numbered right after it.
 */
public final class Dominators {
  private static final int NONE = -1;

  private final int[] postorder;
  private final int[] first;
  private final int[] size;

  private Dominators(int[] postorder, int[] first, int[] size) {
    this.postorder = postorder;
    this.first = first;
    this.size = size;
  }

  public static Dominators of(Function function) {
    List<BasicBlock> blocks = function.blocks();
    int root = blocks.size();
    int[][] successors = new int[root + 1][];
    for (int b = 0; b < root; b++) {
      List<Integer> targets = blocks.get(b).successors();
      int recovering = b == 0 && function.body().recoverBlock().isPresent() ? 1 : 0;
      int[] all = new int[targets.size() + recovering];
      for (int i = 0; i < targets.size(); i++) {
        all[i] = targets.get(i);
      }
      if (recovering == 1) {
        all[targets.size()] = function.body().recoverBlock().get();
      }
      successors[b] = all;
    }
    successors[root] = root == 0 ? new int[0] : new int[] {0};
    return compute(successors, root);
  }

  /** Whether every path from the entry to {@code block} passes {@code by}; true if they are one. */
  public boolean dominates(int by, int block) {
    return by == block
        || (isReachable(by)
            && isReachable(block)
            && first[by] < first[block]
            && first[block] < first[by] + size[by]);
  }

  /** Whether any path from the entry leads to the block. */
  public boolean isReachable(int block) {
    return first[block] != NONE;
  }

  /** The reachable blocks in reverse postorder: each after all blocks that dominate it. */
  public List<Integer> reversePostorder() {
    List<Integer> blocks = new ArrayList<>(postorder.length);
    for (int i = postorder.length - 2; i >= 0; i--) {
      blocks.add(postorder[i]);
    }
    return blocks;
  }

  private static Dominators compute(int[][] successors, int root) {
    int[] order = new int[successors.length];
    Arrays.fill(order, NONE);
    int[] postorder = postorder(successors, root, order);
    int[][] predecessors = predecessors(successors);
    int[] immediate = new int[successors.length];
    Arrays.fill(immediate, NONE);
    immediate[root] = root;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = postorder.length - 2; i >= 0; i--) {
        int block = postorder[i];
        int best = NONE;
        for (int p : predecessors[block]) {
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
    return numbered(postorder, immediate);
  }

  /** Numbers the tree in preorder; the root comes last in postorder. */
  private static Dominators numbered(int[] postorder, int[] immediate) {
    int[] first = new int[immediate.length];
    int[] next = new int[immediate.length];
    int[] size = new int[immediate.length];
    Arrays.fill(first, NONE);
    int last = postorder.length - 1;
    for (int i = 0; i < last; i++) {
      size[immediate[postorder[i]]] += ++size[postorder[i]];
    }
    size[postorder[last]]++;
    for (int i = last; i >= 0; i--) {
      int block = postorder[i];
      int above = immediate[block];
      first[block] = i == last ? 0 : next[above];
      next[block] = first[block] + 1;
      if (i < last) {
        next[above] += size[block];
      }
    }
    return new Dominators(postorder, first, size);
  }

  private static int[][] predecessors(int[][] successors) {
    int[] count = new int[successors.length];
    for (int[] targets : successors) {
      for (int t : targets) {
        count[t]++;
      }
    }
    int[][] predecessors = new int[successors.length][];
    for (int b = 0; b < successors.length; b++) {
      predecessors[b] = new int[count[b]];
    }
    for (int b = successors.length - 1; b >= 0; b--) {
      for (int t : successors[b]) {
        predecessors[t][--count[t]] = b;
      }
    }
    return predecessors;
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
  private static int[] postorder(int[][] successors, int root, int[] order) {
    int size = successors.length;
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
      int[] targets = successors[block];
      if (next[block] < targets.length) {
        int target = targets[next[block]++];
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
