package dev.harrier.vet.expansion;

import dev.harrier.vet.graph.Op;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Position;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the deferred calls where a function ends. The calls that control has deferred on its way
 * there run last first: that is the way back to the entry. So the blocks are gone through against
 * the direction of control, and calls that exclusive branches defer stay on paths of their own.
 * Each call is at its defer statement.
 */
final class DeferredCalls {
  private final Calls calls;
  private final FollowedEdges followed;
  private final List<BasicBlock> blocks;
  private final Cursor at;
  private final BitSet reached;

  /** The nodes at which the calls of a block begin. */
  private final Map<Integer, Integer> begins = new HashMap<>();

  private final Deque<Integer> work = new ArrayDeque<>();
  private final int end;
  private boolean ends;

  private DeferredCalls(Calls calls, FollowedEdges followed, List<BasicBlock> blocks, Cursor at) {
    this.calls = calls;
    this.followed = followed;
    this.blocks = blocks;
    this.at = at;
    this.reached = followed.reached();
    this.end = pass();
  }

  /** Leaves the cursor where all have returned; dead if one never does. */
  static void run(
      Calls calls, FollowedEdges followed, List<BasicBlock> blocks, Cursor at, int block) {
    Position position = at.position();
    new DeferredCalls(calls, followed, blocks, at).all(block);
    at.position(position);
  }

  private void all(int last) {
    block(at.fork(), last);
    while (!work.isEmpty()) {
      int next = work.pop();
      Cursor cursor = at.fork();
      cursor.moveTo(begins.getOrDefault(next, end));
      block(cursor, next);
    }
    if (ends) {
      at.moveTo(end);
    } else {
      at.end();
    }
  }

  private void block(Cursor cursor, int block) {
    List<Instruction> instructions = blocks.get(block).instructions();
    for (int i = instructions.size() - 1; i >= 0; i--) {
      if (instructions.get(i) instanceof Instruction.Defer d) {
        cursor.position(d.position());
        calls.call(cursor, d.site(), Optional.empty(), Site.NONE);
      }
    }
    if (!cursor.isDead()) {
      leadBack(cursor, block);
    }
  }

  /** Leads on to the blocks before one that defer something, and to the end past those that do. */
  private void leadBack(Cursor cursor, int from) {
    BitSet seen = new BitSet();
    Deque<Integer> back = new ArrayDeque<>(List.of(from));
    while (!back.isEmpty()) {
      int block = back.pop();
      if (block == 0) {
        ends = true;
        cursor.join(end);
      }
      for (int before : blocks.get(block).predecessors()) {
        if (seen.get(before) || !reached.get(before) || !followed.leads(before, block)) {
          continue;
        }
        seen.set(before);
        if (blocks.get(before).instructions().stream()
            .noneMatch(i -> i instanceof Instruction.Defer)) {
          back.push(before);
        } else {
          cursor.join(begin(before));
        }
      }
    }
  }

  private int begin(int block) {
    return begins.computeIfAbsent(
        block,
        b -> {
          work.push(b);
          return pass();
        });
  }

  private int pass() {
    return at.graph().add(new Op.Pass(), at.thread(), at.frame(), at.position());
  }
}
