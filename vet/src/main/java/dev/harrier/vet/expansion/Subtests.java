package dev.harrier.vet.expansion;

import dev.harrier.vet.graph.Op;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.sync.SyncKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What {@code t.Run} promises: a subtest runs to its end, or up to its call of {@code t.Parallel};
 * the rest of it runs when the function that runs it has ended, next to the other parallel
 * subtests. Source: the documentation of package testing.
 */
final class Subtests {
  /** What is left of a subtest that calls t.Parallel, when the function that runs it has ended. */
  record Rest(Frame parent, Frame frame, Part.After part, boolean repeated, Set<Integer> loop) {}

  private final Program program;
  private final Expansion expansion;

  Subtests(Program program, Expansion expansion) {
    this.program = program;
    this.expansion = expansion;
  }

  /** Appends what runs before {@code t.Run} returns, in an activation of the subtest's function. */
  void run(Cursor at, Frame frame, Site where) {
    Optional<Part.After> rest = parallelPoint(frame.function());
    Cursor inside = at.in(frame);
    if (rest.isEmpty()) {
      expansion.body(inside, new Part.Whole());
      at.moveTo(inside.at());
      at.op(new Op.Sync(SyncKind.WAIT, Place.of(new Base.Subtests(frame))));
      return;
    }
    expansion.body(inside, new Part.Before(rest.get().block(), rest.get().index()));
    at.moveTo(inside.at());
    where
        .subtests()
        .add(new Rest(at.frame(), frame, rest.get(), !where.loop().isEmpty(), where.loop()));
  }

  /** Starts the part of a parallel subtest that runs after its parent; reports name t.Run. */
  void startRest(Cursor at, Rest subtest) {
    if (subtest.repeated()) {
      at.op(new Op.Pass());
    }
    int before = at.at();
    at.position(subtest.frame().callPosition());
    Cursor thread = at.spawn("t.Run with t.Parallel", false).in(subtest.frame());
    at.graph().movesTo(subtest.frame(), thread.thread());
    expansion.body(thread, subtest.part());
    thread.op(new Op.Sync(SyncKind.WAIT, Place.of(new Base.Subtests(subtest.frame()))));
    thread.op(new Op.Sync(SyncKind.DONE, Place.of(new Base.Subtests(subtest.parent()))));
    thread.op(new Op.Exit());
    if (subtest.repeated()) {
      Cursor again = at.fork();
      renew(again, subtest.parent(), b -> subtest.loop().contains(b.index()));
      renew(again, subtest.frame(), _ -> true);
      again.join(before);
    }
  }

  /** What each iteration of the loop around a subtest makes for itself in some blocks. */
  private static void renew(Cursor again, Frame frame, Predicate<BasicBlock> blocks) {
    frame.function().blocks().stream()
        .filter(blocks)
        .flatMap(block -> block.instructions().stream())
        .flatMap(i -> Instances.madeBy(frame, i).stream())
        .forEach(base -> again.op(new Op.Fresh(base)));
  }

  private Optional<Part.After> parallelPoint(Function f) {
    for (BasicBlock block : f.blocks()) {
      List<Instruction> instructions = block.instructions();
      for (int i = 0; i < instructions.size(); i++) {
        if (instructions.get(i) instanceof Instruction.Call call
            && call.site().callee() instanceof Value.FunctionRef(FunctionId id)
            && program.function(id).name().equals("(*testing.T).Parallel")
            && call.site().arguments().getFirst().equals(new Value.Param(0))) {
          return Optional.of(new Part.After(block.index(), i));
        }
      }
    }
    return Optional.empty();
  }
}
