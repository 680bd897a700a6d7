package dev.harrier.vet.callgraph;

import dev.harrier.vet.happensbefore.EventGraph;
import dev.harrier.vet.happensbefore.Op;
import dev.harrier.vet.happensbefore.SyncKind;
import dev.harrier.vet.happensbefore.ThreadId;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Turns one activation of a root function into an {@link EventGraph}. */
public final class Expansion {
  private static final int MAX_NODES = 40_000;

  private final ExpansionContext context;
  private final Set<Function> tree;
  private final EventGraph graph = new EventGraph();
  private final StoredValues stores = new StoredValues();
  private final Calls calls;
  private final Subtests subtests;
  private final Branches branches;
  private final Channels channels;
  private final Set<Function> expanded = new HashSet<>();

  private Expansion(ExpansionContext context, Set<Function> tree) {
    this.context = context;
    this.tree = tree;
    this.calls = new Calls(context, this);
    this.subtests = new Subtests(context.program(), this);
    this.branches = new Branches(context);
    this.channels = new Channels(context.resolver());
  }

  /**
   * The outcome.
   *
   * @param functions those whose code is in the graph
   * @param complete whether the graph has everything; a graph that grew too large has not
   */
  public record Result(EventGraph graph, Set<Function> functions, boolean complete) {}

  public static Result of(ExpansionContext context, Frame root) {
    Expansion expansion = new Expansion(context, context.lexicalTree(root.function()));
    EventGraph graph = expansion.graph;
    int entry =
        graph.add(new Op.Pass(), ThreadId.ROOT, root, root.function().declaration().position());
    graph.thread(
        new EventGraph.GoThread(
            ThreadId.ROOT,
            Optional.empty(),
            -1,
            entry,
            root,
            "",
            root.function().declaration().position()));
    Cursor cursor =
        new Cursor(graph, ThreadId.ROOT, root, entry, root.function().declaration().position());
    expansion.body(cursor, new Part.Whole());
    return new Result(graph, expansion.expanded, !expansion.isFull());
  }

  boolean isFull() {
    return graph.size() > MAX_NODES;
  }

  /** The functions and interface values that this activation has stored so far. */
  StoredValues stores() {
    return stores;
  }

  /** Whether a function can name the variables of the root. */
  boolean isLexical(Function function) {
    return tree.contains(function);
  }

  /** Appends the code of the cursor's function, and leaves the cursor at its end. */
  void body(Cursor cursor, Part part) {
    Frame frame = cursor.frame();
    Function function = frame.function();
    expanded.add(function);
    ExpansionContext.Shape shape = context.shape(function);
    List<Subtest> waiting = new ArrayList<>();
    int[] entries = new int[function.blocks().size()];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = graph.add(new Op.Pass(), cursor.thread(), frame, cursor.position());
    }
    int exit = graph.add(new Op.Pass(), cursor.thread(), frame, cursor.position());
    cursor.join(entries[0]);
    for (int index : shape.order()) {
      if (isFull()) {
        return;
      }
      BasicBlock block = function.blocks().get(index);
      Cursor at = cursor.fork();
      at.moveTo(entries[block.index()]);
      Block walk = new Block(at, block, part, waiting, exit);
      walk.run(shape);
      if (!at.isDead()) {
        leave(at, block, shape, entries, exit);
      }
    }
    cursor.moveTo(exit);
    waiting.forEach(s -> subtests.startRest(cursor, s));
  }

  /** A subtest that calls t.Parallel: its rest starts when the function that runs it has ended. */
  record Subtest(Frame parent, Frame frame, Part.After part, boolean repeated, Set<Integer> loop) {}

  private void leave(
      Cursor at, BasicBlock block, ExpansionContext.Shape shape, int[] entries, int exit) {
    if (block.instructions().getLast() instanceof Instruction.Return) {
      at.join(exit);
    }
    for (int i = 0; i < block.successors().size(); i++) {
      int target = block.successors().get(i);
      Cursor edge = at.fork();
      branches.follow(edge, shape, block, i);
      edge.join(entries[target]);
    }
  }

  /** Appends the instructions of one block. */
  final class Block {
    private final Cursor at;
    private final BasicBlock block;
    private final Part part;
    private final List<Subtest> subtests;
    private final int exit;

    private Block(Cursor at, BasicBlock block, Part part, List<Subtest> subtests, int exit) {
      this.at = at;
      this.block = block;
      this.part = part;
      this.subtests = subtests;
      this.exit = exit;
    }

    private void run(ExpansionContext.Shape shape) {
      for (int i = 0; i < block.instructions().size() && !at.isDead(); i++) {
        Instruction instruction = block.instructions().get(i);
        at.position(instruction.position());
        if (part.includes(shape.dominators(), block.index(), i)) {
          instruction(shape, instruction);
        }
        if (part instanceof Part.Before(int b, int index) && b == block.index() && index == i) {
          at.join(exit);
          at.end();
        }
      }
    }

    private void instruction(ExpansionContext.Shape shape, Instruction instruction) {
      switch (instruction) {
        case Instruction.Alloc a when a.heap() ->
            at.op(new Op.Fresh(new Base.Variable(at.frame(), a.register())));
        case Instruction.MakeChan m -> fresh(m);
        case Instruction.MakeMap m -> fresh(m);
        case Instruction.MakeSlice m -> fresh(m);
        case Instruction.Store s -> {
          if (!isSelfAssignment(s)) {
            touch(place(s.address()), true);
          }
          remember(s);
        }
        case Instruction.UnOp u when u.isLoad() -> touch(place(u.operand()), false);
        case Instruction.UnOp u when u.isReceive() -> {
          channels.sync(at, SyncKind.RECEIVE, u.operand());
          fresh(u);
        }
        case Instruction.Send s -> channels.sync(at, SyncKind.SEND, s.channel());
        case Instruction.MapUpdate m -> touch(place(m.map()).then(Place.ENTRIES), true);
        case Instruction.Lookup l -> readMap(l.base());
        case Instruction.Range r -> readMap(r.operand());
        case Instruction.Next n
            when at.bound(n.iterator()).definition().orElse(null)
                instanceof Instruction.Range range ->
            readMap(range.operand());
        case Instruction.Call c -> {
          calls.call(at, c.site(), Optional.of(c.register()), new Site(shape, block, subtests));
          fresh(c);
        }
        case Instruction.Extract e -> fresh(e);
        case Instruction.Convert c when LibraryModel.isHandler(c.type().text()) ->
            calls.handler(at, at.bound(c.operand()));
        case Instruction.Go g -> calls.start(at, g.site(), new Site(shape, block, subtests));
        case Instruction.RunDefers _ -> defers(shape);
        default -> {}
      }
    }

    private void remember(Instruction.Store store) {
      Bound value = at.bound(store.value());
      if (value.type().kind() != Type.Kind.STRUCT) {
        stores.add(place(store.address()), value);
      } else if (value.definition().orElse(null) instanceof Instruction.UnOp load
          && load.isLoad()) {
        stores.copy(place(load.operand()), place(store.address()));
      }
    }

    /** What an instruction yields is another object each time, unless it is no reference. */
    private void fresh(Instruction.Definition d) {
      switch (d.type().kind()) {
        case POINTER, SLICE, MAP, CHANNEL, INTERFACE ->
            at.op(new Op.Fresh(new Base.Result(at.frame(), d.register())));
        case BASIC, ARRAY, STRUCT, FUNCTION, TUPLE, OTHER -> {}
      }
    }

    /** What {@code return x} does to a result named x; the compiler drops it. */
    private boolean isSelfAssignment(Instruction.Store store) {
      return at.bound(store.value()).definition().orElse(null) instanceof Instruction.UnOp load
          && load.isLoad()
          && load.operand().equals(store.address());
    }

    private void readMap(Value map) {
      if (at.bound(map).type().kind() == Type.Kind.MAP) {
        touch(place(map).then(Place.ENTRIES), false);
      }
    }

    private void touch(Place place, boolean write) {
      if (isShareable(place)) {
        at.touch(place, write, false);
      }
    }

    private Place place(Value value) {
      return context.resolver().place(at.bound(value));
    }

    /** Runs the deferred calls, last first; one that control may have passed by is optional. */
    private void defers(ExpansionContext.Shape shape) {
      List<BasicBlock> blocks = at.frame().function().blocks();
      for (int b = blocks.size() - 1; b >= 0; b--) {
        List<Instruction> instructions = blocks.get(b).instructions();
        for (int i = instructions.size() - 1; i >= 0; i--) {
          if (instructions.get(i) instanceof Instruction.Defer d
              && shape.dominators().isReachable(b)) {
            deferred(d, shape.dominators().dominates(b, block.index()));
          }
        }
      }
    }

    private void deferred(Instruction.Defer d, boolean always) {
      Cursor before = at.fork();
      calls.call(at, d.site(), Optional.empty(), Site.NONE);
      if (!always && !at.isDead()) {
        at.op(new Op.Pass());
        before.join(at.at());
      }
    }
  }

  /** Whether two goroutines can reach a place at all by way of a variable. */
  static boolean isShareable(Place place) {
    return switch (place.base()) {
      case Base.Variable v ->
          v.frame().function().definition(v.register()) instanceof Instruction.Alloc a && a.heap();
      case Base.Parameter _, Base.Captured _ -> !place.path().isEmpty();
      case Base.Result _ -> place.path().stream().anyMatch(s -> !(s instanceof Step.Done));
      case Base.PackageLevel _, Base.Subtests _, Base.Nothing _ -> false;
    };
  }

  /** Where a call stands in its function. */
  record Site(Optional<ExpansionContext.Shape> shape, int block, List<Subtest> subtests) {
    static final Site NONE = new Site(Optional.empty(), -1, new ArrayList<>());

    Site(ExpansionContext.Shape shape, BasicBlock block, List<Subtest> subtests) {
      this(Optional.of(shape), block.index(), subtests);
    }

    /** The blocks of the innermost loop around the call; empty if there is none. */
    Set<Integer> loop() {
      Set<Integer> best = Set.of();
      for (Loops.Loop l : shape.map(s -> s.loops().all()).orElse(List.of())) {
        if (l.blocks().contains(block) && (best.isEmpty() || l.blocks().size() < best.size())) {
          best = l.blocks();
        }
      }
      return best;
    }
  }
}
