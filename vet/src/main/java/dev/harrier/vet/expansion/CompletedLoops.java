package dev.harrier.vet.expansion;

import dev.harrier.vet.library.Effect;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.CallSite;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Loops;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.sync.SyncKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What is over when a loop has ended by its own condition. It is taken to have run as often as its
 * channel operations have partners: code that counts the messages that are still to come has a
 * reason for the number.
 */
final class CompletedLoops {
  private final ExpansionContext context;
  private final Channels channels;

  CompletedLoops(ExpansionContext context) {
    this.context = context;
    this.channels = new Channels(context.resolver());
  }

  /** Appends what every iteration has done to an edge that leaves the loop. */
  void over(Cursor edge, BasicBlock last, Loops.Loop loop) {
    Function function = edge.frame().function();
    for (int b : loop.everyTime()) {
      for (Instruction i : function.blocks().get(b).instructions()) {
        if (i instanceof Instruction.UnOp u && u.isReceive() && !u.commaOk()) {
          channels.sync(edge, SyncKind.RECEIVE_ALL, u.operand());
        } else if (i instanceof Instruction.Send s) {
          sent(edge, function, loop, s);
        } else if (i instanceof Instruction.Select select
            && select.blocking()
            && chosen(function, last, select).isEmpty()) {
          selected(edge, loop, function, select);
        }
      }
    }
  }

  /** A loop that sends no more messages than the channel has room for need not wait. */
  private void sent(Cursor edge, Function function, Loops.Loop loop, Instruction.Send send) {
    boolean single =
        loop.blocks().stream()
                .flatMap(b -> function.blocks().get(b).instructions().stream())
                .filter(i -> i instanceof Instruction.Send)
                .count()
            == 1;
    if (single && LoopCount.fits(context.resolver(), edge, function, loop, send.channel())) {
      Cursor at = edge.fork();
      at.position(send.position());
      channels.sync(at, SyncKind.SEND_WITH_ROOM, send.channel());
      edge.moveTo(at.at());
    } else {
      channels.sync(edge, SyncKind.SEND_ALL, send.channel());
    }
  }

  /** If the loop only continues after a receive, each iteration before its end has received. */
  private void selected(
      Cursor edge, Loops.Loop loop, Function function, Instruction.Select select) {
    List<Instruction.Select.State> repeating = new ArrayList<>();
    for (int s = 0; s < select.states().size(); s++) {
      OptionalInt chosen = blockOf(function, select, s);
      if (chosen.isEmpty() || leadsBack(loop, function, chosen.getAsInt())) {
        repeating.add(select.states().get(s));
      }
    }
    if (repeating.stream().noneMatch(Instruction.Select.State::send)
        && repeating.stream().map(Instruction.Select.State::channel).distinct().count() == 1) {
      channels.sync(edge, SyncKind.RECEIVE_ALL, repeating.getFirst().channel());
    }
  }

  /** Where control goes when a case of the select has been chosen. */
  private static OptionalInt blockOf(Function function, Instruction.Select select, int state) {
    for (BasicBlock block : function.blocks()) {
      OptionalInt chosen = chosen(function, block, select);
      if (chosen.isPresent() && chosen.getAsInt() == state) {
        return OptionalInt.of(block.successors().getFirst());
      }
    }
    return OptionalInt.empty();
  }

  /** Which case of the select the branch at the end of a block is about. */
  private static OptionalInt chosen(
      Function function, BasicBlock block, Instruction.Select select) {
    return block.instructions().getLast() instanceof Instruction.If branch
            && branch.condition() instanceof Value.Register test
            && function.definition(test) instanceof Instruction.BinOp equal
            && equal.operator().equals("==")
            && equal.right() instanceof Value.Constant index
            && equal.left() instanceof Value.Register left
            && function.definition(left) instanceof Instruction.Extract e
            && e.index() == 0
            && e.tuple().equals(select.register())
        ? OptionalInt.of(Integer.parseInt(index.text()))
        : OptionalInt.empty();
  }

  /** Whether control can get from a block to the next iteration. */
  private boolean leadsBack(Loops.Loop loop, Function function, int from) {
    Set<Integer> seen = new HashSet<>(Set.of(from));
    Deque<Integer> work = new ArrayDeque<>(seen);
    while (!work.isEmpty()) {
      int at = work.pop();
      if (at == loop.header()) {
        return true;
      }
      BasicBlock block = function.blocks().get(at);
      if (loop.blocks().contains(at) && !ends(block)) {
        block.successors().stream().filter(seen::add).forEach(work::push);
      }
    }
    return false;
  }

  /** Whether a block calls what does not return. */
  private boolean ends(BasicBlock block) {
    return block.instructions().stream()
        .anyMatch(i ->
            i instanceof Instruction.Call(_, _, _, CallSite site)
                && Library.effect(name(site)).orElse(new Effect.Nothing()) instanceof Effect.Ends);
  }

  private String name(CallSite site) {
    return site.callee() instanceof Value.FunctionRef(FunctionId id)
        ? context.program().function(id).declaration().genericName()
        : site.method();
  }
}
