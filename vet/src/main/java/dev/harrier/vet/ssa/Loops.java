package dev.harrier.vet.ssa;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The natural loops of a function: a header, and every block that leads back to it. */
public final class Loops {
  private final List<Loop> loops = new ArrayList<>();

  /**
   * One loop.
   *
   * @param everyTime the blocks that no iteration can avoid
   * @param exits the edges on which the loop's own condition ends it; a loop that tests at its end
   *     has a first test before it, whose edge past the loop counts too
   */
  public record Loop(int header, Set<Integer> blocks, Set<Integer> everyTime, Set<Edge> exits) {}

  /** From one block to another. */
  public record Edge(int from, int to) {}

  public Loops(Function function, Dominators dominators) {
    Map<Integer, Set<Integer>> latches = new HashMap<>();
    for (BasicBlock block : function.blocks()) {
      for (int s : block.successors()) {
        if (dominators.isReachable(block.index()) && dominators.dominates(s, block.index())) {
          latches.computeIfAbsent(s, _ -> new HashSet<>()).add(block.index());
        }
      }
    }
    latches.forEach((header, ends) -> loops.add(loop(function, dominators, header, ends)));
  }

  public List<Loop> all() {
    return loops;
  }

  /**
   * The blocks at which control decides whether to enter loops that pass a block in every
   * iteration: a loop that has nothing to do is not a decision about the block itself.
   */
  public Set<Integer> around(int block) {
    Set<Integer> entrances = new HashSet<>();
    for (Loop loop : loops) {
      if (loop.everyTime().contains(block)) {
        entrances.add(loop.header());
        loop.exits().stream()
            .map(Edge::from)
            .filter(from -> !loop.blocks().contains(from))
            .forEach(entrances::add);
      }
    }
    return entrances;
  }

  /** Whether a block belongs to any loop. */
  public boolean contain(int block) {
    return loops.stream().anyMatch(l -> l.blocks().contains(block));
  }

  private static Loop loop(Function f, Dominators dominators, int header, Set<Integer> ends) {
    Set<Integer> blocks = new HashSet<>();
    blocks.add(header);
    Deque<Integer> work = new ArrayDeque<>(ends);
    while (!work.isEmpty()) {
      int block = work.pop();
      if (blocks.add(block)) {
        work.addAll(f.blocks().get(block).predecessors());
      }
    }
    Set<Integer> everyTime = new HashSet<>();
    for (int block : blocks) {
      if (ends.stream().allMatch(end -> dominators.dominates(block, end))) {
        everyTime.add(block);
      }
    }
    return new Loop(header, blocks, everyTime, exits(f, header, blocks, ends));
  }

  private static Set<Edge> exits(
      Function f, int header, Set<Integer> blocks, Set<Integer> latches) {
    Set<Edge> exits = new HashSet<>();
    for (int to : f.blocks().get(header).successors()) {
      if (!blocks.contains(to)) {
        exits.add(new Edge(header, to));
      }
    }
    for (int before : f.blocks().get(header).predecessors()) {
      for (int past : f.blocks().get(before).successors()) {
        for (int latch : latches) {
          if (!blocks.contains(before)
              && !blocks.contains(past)
              && f.blocks().get(latch).successors().contains(past)) {
            exits.add(new Edge(before, past));
            exits.add(new Edge(latch, past));
          }
        }
      }
    }
    return exits;
  }
}
