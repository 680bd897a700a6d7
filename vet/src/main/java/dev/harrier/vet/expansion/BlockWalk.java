package dev.harrier.vet.expansion;

import dev.harrier.vet.graph.Op;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.sync.SyncKind;
import java.util.List;
import java.util.Optional;

/** Appends the instructions of one block. */
final class BlockWalk {
  private final Resolver resolver;
  private final Expansion expansion;
  private final Calls calls;
  private final Flags flags;
  private final Channels channels;
  private final AtomicResults atomics;
  private final Pointees pointees;
  private final Cursor at;
  private final BasicBlock block;
  private final ExpansionContext.Shape shape;
  private final FollowedEdges followed;

  BlockWalk(
      Resolver resolver,
      Expansion expansion,
      Calls calls,
      Flags flags,
      AtomicResults atomics,
      Pointees pointees,
      Cursor at,
      BasicBlock block,
      ExpansionContext.Shape shape,
      FollowedEdges followed) {
    this.resolver = resolver;
    this.expansion = expansion;
    this.calls = calls;
    this.flags = flags;
    this.channels = new Channels(resolver);
    this.atomics = atomics;
    this.pointees = pointees;
    this.at = at;
    this.block = block;
    this.shape = shape;
    this.followed = followed;
  }

  /** Appends what belongs to the part; {@code subtests} collects those that wait for the end. */
  void run(Part part, List<Subtests.Rest> subtests, int exit) {
    Site site = new Site(shape, block, subtests);
    at.position(shape.starts().of(block));
    for (int i = 0; i < block.instructions().size() && !at.isDead(); i++) {
      Instruction instruction = block.instructions().get(i);
      at.position(instruction.position());
      if (part.includes(shape.dominators(), block.index(), i)) {
        instruction(site, instruction);
        updateFlags(instruction);
      }
      if (part instanceof Part.Before(int b, int index) && b == block.index() && index == i) {
        at.join(exit);
        at.end();
      }
    }
  }

  private void updateFlags(Instruction instruction) {
    if (instruction instanceof Instruction.Store store) {
      flags.stored(at, store);
    } else if (instruction instanceof Instruction.Alloc variable && variable.heap()) {
      flags.reserved(at, variable, resolver.element(variable.type()));
    } else if (instruction instanceof Instruction.Definition d
        && shape.deciding().contains(d.register())) {
      flags.defined(at, d);
    }
  }

  private void instruction(Site site, Instruction instruction) {
    switch (instruction) {
      case Instruction.Alloc _,
          Instruction.MakeChan _,
          Instruction.MakeMap _,
          Instruction.MakeSlice _,
          Instruction.Extract _ ->
          fresh(instruction);
      case Instruction.Store s -> {
        if (!isSelfAssignment(s)) {
          touch(s.address(), Optional.empty(), true);
        }
        remember(s);
      }
      case Instruction.UnOp u when u.isLoad() -> {
        if (shape.used().get(u.register().index()) && !isReturned(u)) {
          touch(u.operand(), Optional.empty(), false);
        }
      }
      case Instruction.Return _ -> returned();
      case Instruction.UnOp u when u.isReceive() -> {
        channels.sync(at, SyncKind.RECEIVE, u.operand());
        fresh(u);
      }
      case Instruction.Send s -> channels.sync(at, SyncKind.SEND, s.channel());
      case Instruction.MapUpdate m -> touch(m.map(), Optional.of(Place.ENTRIES), true);
      case Instruction.Lookup l -> readMap(l.base());
      case Instruction.Range r -> readMap(r.operand());
      case Instruction.Next n
          when at.bound(n.iterator()).definition().orElse(null)
              instanceof Instruction.Range range ->
          readMap(range.operand());
      case Instruction.Call c -> {
        calls.call(at, c.site(), Optional.of(c.register()), site);
        atomics.used(at, c, block);
        fresh(c);
      }
      case Instruction.Convert c when Library.isHandler(c.type().text()) ->
          calls.handler(at, at.bound(c.operand()));
      case Instruction.Go g -> calls.start(at, g.site(), site);
      case Instruction.RunDefers _ ->
          DeferredCalls.run(calls, followed, at.frame().function().blocks(), at, block.index());
      default -> {}
    }
  }

  /**
   * Whether a load stands in the return at the end of its block. In {@code return x, f()} the
   * language leaves open whether x is read first; compilers read it after the call.
   */
  private boolean isReturned(Instruction.UnOp load) {
    return block.instructions().getLast() instanceof Instruction.Return r
        && r.results().contains(load.register())
        && r.position().compareTo(load.position()) < 0;
  }

  private void returned() {
    for (Instruction i : block.instructions()) {
      if (i instanceof Instruction.UnOp load && load.isLoad() && isReturned(load)) {
        at.position(load.position());
        touch(load.operand(), Optional.empty(), false);
      }
    }
  }

  private void remember(Instruction.Store store) {
    Bound value = at.bound(store.value());
    if (StoredValues.isCallable(value)) {
      expansion.stores().add(place(store.address()), value);
    } else if (value.type().kind() != Type.Kind.STRUCT) {
      return;
    } else if (value.definition().orElse(null) instanceof Instruction.UnOp load && load.isLoad()) {
      expansion.stores().copy(place(load.operand()), place(store.address()));
    }
  }

  private void fresh(Instruction instruction) {
    Instances.madeBy(at.frame(), instruction).ifPresent(base -> at.op(new Op.Fresh(base)));
  }

  /** What {@code return x} does to a result named x; the compiler drops it. */
  private boolean isSelfAssignment(Instruction.Store store) {
    return at.bound(store.value()).definition().orElse(null) instanceof Instruction.UnOp load
        && load.isLoad()
        && load.operand().equals(store.address());
  }

  private void readMap(Value map) {
    if (at.bound(map).type().kind() == Type.Kind.MAP) {
      touch(map, Optional.of(Place.ENTRIES), false);
    }
  }

  private void touch(Value pointer, Optional<Place.Step> step, boolean write) {
    if (!expansion.mayTouch(at.frame())) {
      return;
    }
    Place to = place(pointer);
    expansion.touch(
        at,
        step.map(to::then).orElse(to),
        write,
        false,
        step.isEmpty() && pointees.contains(at, pointer, to));
  }

  private Place place(Value value) {
    return resolver.place(at.bound(value));
  }
}
