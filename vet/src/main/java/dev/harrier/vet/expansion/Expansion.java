package dev.harrier.vet.expansion;

import dev.harrier.vet.graph.EventGraph;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.graph.ThreadId;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Value;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns one activation of a root function into an {@link EventGraph}. */
public final class Expansion {
  private static final int MAX_NODES = 60_000;

  private final ExpansionContext context;
  private final Set<Function> tree;
  private final EventGraph graph = new EventGraph();
  private final StoredValues stores = new StoredValues();
  private final Calls calls;
  private final Subtests subtests;
  private final Branches branches;
  private final Settings settings;
  private final Flags flags;
  private final AtomicResults atomics;
  private final Pointees pointees;
  private final Set<Function> expanded = new HashSet<>();
  private final Choices choices;
  private final Extent extent;

  private Expansion(
      ExpansionContext context,
      Set<Function> tree,
      Choices choices,
      Settings settings,
      Extent extent) {
    this.extent = extent;
    this.context = context;
    this.tree = tree;
    this.choices = choices;
    this.calls = new Calls(context, this);
    this.subtests = new Subtests(context.program(), this);
    this.settings = settings;
    this.flags = new Flags(context.resolver());
    this.atomics = new AtomicResults(context);
    this.pointees = new Pointees(context);
    this.branches = new Branches(context, settings, atomics);
  }

  /**
   * The outcome.
   *
   * @param functions those whose code is in the graph
   * @param complete whether the graph has everything; a graph that grew too large has not
   * @param choices the types of a value on which it depends what the graph has; empty if the type
   *     was chosen
   * @param settings the fields of arguments that decide several branches
   * @param extent how far calls were followed
   */
  public record Result(
      EventGraph graph,
      Set<Function> functions,
      boolean complete,
      List<Choices.Choice> choices,
      List<Place> settings,
      Extent extent) {}

  /**
   * As much as there is room for. What a call that is not followed may wait for is anything, where
   * that is less than usual.
   */
  public static Result of(ExpansionContext context, Frame root) {
    Result result = of(context, root, Extent.FULL);
    for (int i = 0; !result.complete() && i < Extent.SMALLER.size(); i++) {
      result = of(context, root, Extent.SMALLER.get(i));
    }
    return result;
  }

  private static Result of(ExpansionContext context, Frame root, Extent extent) {
    return of(context, root, Choices.none(root), Optional.empty(), extent);
  }

  /** Only of the paths on which a setting is as it is assumed to be. */
  public static Result of(
      ExpansionContext context, Frame root, Settings.Setting assumed, Extent extent) {
    return of(context, root, Choices.none(root), Optional.of(assumed), extent);
  }

  /** With a type chosen for a value. */
  public static Result of(
      ExpansionContext context, Frame root, Choices.Choice choice, Extent extent) {
    return of(context, root, Choices.of(root, choice), Optional.empty(), extent);
  }

  private static Result of(
      ExpansionContext context,
      Frame root,
      Choices choices,
      Optional<Settings.Setting> assumed,
      Extent extent) {
    Settings settings = new Settings(root, context.resolver(), assumed);
    Expansion expansion =
        new Expansion(context, context.lexicalTree(root.function()), choices, settings, extent);
    EventGraph graph = expansion.graph;
    int entry =
        graph.add(new Op.Pass(), ThreadId.ROOT, root, root.function().declaration().position());
    graph.thread(
        new EventGraph.SpawnSite(
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
    cursor.op(new Op.Exit());
    return new Result(
        graph,
        expansion.expanded,
        !expansion.isFull(),
        choices.next(),
        settings.several(expansion.expanded),
        extent);
  }

  boolean isFull() {
    return graph.size() > MAX_NODES;
  }

  Choices choices() {
    return choices;
  }

  Extent extent() {
    return extent;
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
    List<Subtests.Rest> waiting = new ArrayList<>();
    int[] entries = new int[function.blocks().size()];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = graph.add(new Op.Pass(), cursor.thread(), frame, cursor.position());
    }
    int threads = graph.threads().size();
    Map<ThreadId, Integer> startedIn = new HashMap<>();
    int exit = graph.add(new Op.Pass(), cursor.thread(), frame, cursor.position());
    flags.entered(cursor, shape.deciding());
    cursor.join(entries[0]);
    FollowedEdges followed = new FollowedEdges(function.blocks());
    BitSet reached = new BitSet();
    reached.set(0);
    for (int index : shape.order()) {
      if (settings.isAssumed() && !reached.get(index)) {
        continue;
      }
      if (isFull()) {
        return;
      }
      BasicBlock block = function.blocks().get(index);
      int before = graph.threads().size();
      Cursor at = cursor.fork();
      at.moveTo(entries[block.index()]);
      new BlockWalk(
              context.resolver(), this, calls, flags, atomics, pointees, at, block, shape, followed)
          .run(part, waiting, exit);
      graph
          .threads()
          .subList(before, graph.threads().size())
          .forEach(t -> startedIn.put(t.id(), block.index()));
      List<Integer> next = at.isDead() ? List.of() : leave(at, block, shape, entries, exit);
      next.forEach(reached::set);
      followed.walked(block.index(), next);
    }
    if (isHelper(frame)) {
      optional(threads, cursor.thread(), shape, function, entries, exit, startedIn);
    }
    cursor.moveTo(exit);
    waiting.forEach(s -> subtests.startRest(cursor, s));
  }

  /** Whether an activation is of other code, called by code that can name the variables. */
  private boolean isHelper(Frame frame) {
    return !isLexical(frame.function())
        && frame.caller().map(c -> isLexical(c.function())).orElse(false);
  }

  /** Marks the threads from a number on that the code starts on some paths only, errors aside. */
  private void optional(
      int from,
      ThreadId thread,
      ExpansionContext.Shape shape,
      Function function,
      int[] entries,
      int exit,
      Map<ThreadId, Integer> startedIn) {
    IntSet errors = new IntOpenHashSet();
    for (BasicBlock block : function.blocks()) {
      if (block.instructions().getLast() instanceof Instruction.Return r
          && !r.results().isEmpty()
          && function.typeOf(r.results().getLast()).text().equals("error")
          && !(r.results().getLast() instanceof Value.Constant)) {
        errors.add(entries[block.index()]);
      }
    }
    boolean onlyErrors =
        function.blocks().stream()
            .filter(b -> b.instructions().getLast() instanceof Instruction.Return)
            .allMatch(b -> errors.contains(entries[b.index()]));
    if (onlyErrors) {
      errors.clear();
    }
    for (EventGraph.SpawnSite started :
        List.copyOf(graph.threads().subList(from, graph.threads().size()))) {
      boolean here = started.parent().filter(thread::equals).isPresent();
      IntSet passed = new IntOpenHashSet(errors);
      passed.add(started.spawn());
      shape
          .loops()
          .around(startedIn.getOrDefault(started.id(), 0))
          .forEach(b -> passed.add(entries[b]));
      if (here
          && !passed.contains(entries[0])
          && graph.reaches(entries[0], exit, passed::contains)) {
        graph.optional(started.id());
      }
    }
  }

  /** Leads on from the end of a block; the blocks that control goes to. */
  private List<Integer> leave(
      Cursor at, BasicBlock block, ExpansionContext.Shape shape, int[] entries, int exit) {
    List<Integer> targets = new ArrayList<>();
    if (block.instructions().getLast() instanceof Instruction.Return) {
      at.join(exit);
    }
    Optional<Boolean> outcome =
        block.instructions().getLast() instanceof Instruction.If test
            ? branches.outcome(at.bound(test.condition()))
            : Optional.empty();
    for (int i = 0; i < block.successors().size(); i++) {
      if (outcome.isPresent() && outcome.get() != (i == 0)) {
        continue;
      }
      int target = block.successors().get(i);
      Cursor edge = at.fork();
      branches.follow(edge, shape, block, i);
      if (block.instructions().getLast() instanceof Instruction.If branch) {
        flags.branched(edge, block, branch.condition(), i == 0);
      }
      flags.passed(edge, block, at.frame().function().blocks().get(target), shape.deciding());
      edge.join(entries[target]);
      targets.add(target);
    }
    return targets;
  }

  /**
   * Appends an access, if it can matter: of what other functions do, that is what they do to a
   * variable whose address they were handed.
   */
  void touch(Cursor at, Place place, boolean write, boolean atomic) {
    touch(at, place, write, atomic, false);
  }

  /**
   * The same.
   *
   * @param pointee whether the place is a field of what a pointer leads to that stays as it is, as
   *     far as its own field is concerned
   */
  void touch(Cursor at, Place place, boolean write, boolean atomic, boolean pointee) {
    if ((isLexical(at.frame().function()) || (isVariable(place) && isPlain(at.frame())))
        && isShareable(place)
        && isTracked(place, pointee)) {
      at.touch(place, write, atomic);
    }
  }

  /** Whether what an activation does to variables of the root counts. */
  boolean mayTouch(Frame frame) {
    return isLexical(frame.function()) || isPlain(frame);
  }

  /** Whether neither a function nor those between it and the root's code synchronize. */
  private boolean isPlain(Frame frame) {
    Frame at = frame;
    while (!isLexical(at.function())) {
      if (context.interest().in(at.function())) {
        return false;
      }
      if (at.caller().isEmpty()) {
        return true;
      }
      at = at.caller().get();
    }
    return true;
  }

  /** Whether a place is, or is part of, a variable of the root or of a literal inside it. */
  boolean isVariable(Place place) {
    return place.base() instanceof Base.Variable v
        && isLexical(v.frame().function())
        && !place.isIndirect()
        && v.frame().function().definition(v.register()) instanceof Instruction.Alloc a
        && a.heap();
  }

  /** Whether two goroutines can reach a place at all by way of a variable. */
  private static boolean isShareable(Place place) {
    return switch (place.base()) {
      case Base.Variable v ->
          v.frame().function().definition(v.register()) instanceof Instruction.Alloc a && a.heap();
      case Base.Parameter _, Base.Captured _ -> !place.path().isEmpty();
      case Base.Result _ -> place.path().stream().anyMatch(s -> !(s instanceof Step.Done));
      case Base.PackageLevel _, Base.Subtests _, Base.Nothing _ -> false;
    };
  }

  /**
   * Whether equal places are surely the same memory: no pointer on the way can have changed. What
   * one pointer more leads to is a matter of {@code pointee}.
   */
  private static boolean isTracked(Place place, boolean pointee) {
    return !place.isIndirect() || place.path().getLast().equals(Place.ENTRIES) || pointee;
  }

  /**
   * How far calls are followed.
   *
   * @param reach how many calls away from code that can name the variables of the root
   * @param depth how many calls within each other, starts of goroutines among them
   */
  record Extent(int reach, int depth) {
    /** What most functions have room for. */
    public static final Extent FULL = new Extent(2, 12);

    /** What is tried where a graph grows too large, one after the other. */
    public static final List<Extent> SMALLER =
        List.of(
            new Extent(1, 12),
            new Extent(0, 12),
            new Extent(0, 6),
            new Extent(0, 4),
            new Extent(0, 3),
            new Extent(0, 2),
            new Extent(0, 1));

    /** Whether calls are left alone that matter. */
    boolean isReduced() {
      return !equals(FULL);
    }
  }
}
