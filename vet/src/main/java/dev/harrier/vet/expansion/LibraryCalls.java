package dev.harrier.vet.expansion;

import dev.harrier.vet.graph.AtomicValues;
import dev.harrier.vet.graph.Op;
import dev.harrier.vet.library.Effect;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.pointsto.Place.Step;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import dev.harrier.vet.ssa.Variable;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OperationKind;
import dev.harrier.vet.sync.OrderHint;
import dev.harrier.vet.sync.SyncKind;
import java.math.BigInteger;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/** Appends what a builtin does, or what the library model says of a function. */
final class LibraryCalls {
  /** In nanoseconds. */
  private static final BigInteger CENTURY = BigInteger.valueOf(Duration.ofDays(36_525).toNanos());

  /** A larger number is taken for one that is not known. */
  private static final int MAX_COUNT = 16;

  private final Resolver resolver;
  private final Expansion expansion;
  private final Calls calls;

  /** The groups that let one goroutine run at a time. */
  private final Set<Place> takingTurns = new HashSet<>();

  LibraryCalls(Resolver resolver, Expansion expansion, Calls calls) {
    this.resolver = resolver;
    this.expansion = expansion;
    this.calls = calls;
  }

  void builtin(Cursor at, String name, List<Bound> arguments) {
    switch (name) {
      case "close" -> at.op(new Op.Sync(SyncKind.CLOSE, object(arguments)));
      case "delete" -> map(at, arguments.getFirst(), true);
      case "len" -> {
        if (arguments.getFirst().type().kind() == Type.Kind.MAP) {
          map(at, arguments.getFirst(), false);
        }
      }
      case "clear" -> {
        if (arguments.getFirst().type().kind() == Type.Kind.MAP) {
          map(at, arguments.getFirst(), true);
        } else {
          expansion.touch(at, object(arguments).then(Place.ELEMENTS), true, false);
        }
      }
      case "copy" -> {
        first(at, arguments.get(1), false);
        first(at, arguments.getFirst(), true);
      }
      case "panic" -> at.end();
      default -> {}
    }
  }

  /** The first element of a slice, which a call touches together with a number of others. */
  private void first(Cursor at, Bound slice, boolean write) {
    if (slice.type().kind() == Type.Kind.SLICE) {
      Bound index = slice.sibling(new Value.Constant(Type.ABSENT, "0"));
      expansion.touch(at, resolver.place(slice).then(new Step.Element(index)), write, false);
    }
  }

  private void map(Cursor at, Bound map, boolean write) {
    expansion.touch(at, resolver.place(map).then(Place.ENTRIES), write, false);
  }

  void apply(Cursor at, Effect effect, List<Bound> arguments, Site where) {
    switch (effect) {
      case Effect.Locks(Exclusion mode) -> lock(at, arguments.getFirst(), mode, Op.Lock::new);
      case Effect.Unlocks(Exclusion mode) -> lock(at, arguments.getFirst(), mode, Op.Unlock::new);
      case Effect.Synchronizes(OperationKind kind) -> at.op(new Op.Sync(kind, object(arguments)));
      case Effect.RunsOnce(int function) -> once(at, object(arguments), arguments.get(function));
      case Effect.Starts starts -> starts(at, starts, arguments);
      case Effect.Handles(int function) -> calls.handler(at, arguments.get(function));
      case Effect.CallsArguments _ -> callsArguments(at, arguments);
      case Effect.Limits _ -> limits(arguments);
      case Effect.Counts _ -> counts(at, arguments);
      case Effect.LoadsAtomically(boolean plain) -> {
        if (plain) {
          expansion.touch(at, object(arguments), false, true);
        }
      }
      case Effect.StoresAtomically(boolean plain, boolean _, int value) ->
          stores(at, arguments, plain, value);
      case Effect.RunsSubtest(int function) -> calls.subtest(at, arguments.get(function), where);
      case Effect.Cancels _ ->
          at.op(new Op.Sync(SyncKind.CLOSE, object(arguments).then(new Step.Done())));
      case Effect.Transfers(OrderHint hint) -> at.op(new Op.Sync(hint, Place.NOTHING));
      case Effect.WaitsForRest _ -> at.op(new Op.Sync(SyncKind.REST, Place.NOTHING));
      case Effect.Ends _ -> at.end();
      case Effect.TriesLock _, Effect.BecomesParallel _, Effect.Nothing _ -> {}
    }
  }

  private Place object(List<Bound> arguments) {
    return resolver.place(arguments.getFirst());
  }

  /**
   * A lock that is known by an interface may be that of a condition, or that of the readers of
   * another one. Where it can't be traced it may be any lock.
   */
  private void lock(Cursor at, Bound lock, Exclusion mode, BiFunction<Place, Exclusion, Op> op) {
    Optional<Bound> readers = resolver.locksForReaders(lock);
    if (readers.isPresent()) {
      at.op(op.apply(resolver.place(readers.get()), Exclusion.SHARED));
      return;
    }
    at.op(op.apply(resolver.place(lock), mode));
    if (Library.isUnknownLock(resolver.trace(lock).type().text())) {
      at.op(op.apply(Place.UNKNOWN_LOCK, Exclusion.PROBABLE));
    }
  }

  private void stores(Cursor at, List<Bound> arguments, boolean plain, int value) {
    Place place = object(arguments);
    if (plain) {
      expansion.touch(at, place, true, true);
    }
    AtomicValues stored =
        value < 0 ? AtomicValues.any() : AtomicResults.stored(resolver, arguments.get(value));
    at.op(new Op.Sync(SyncKind.ATOMIC_STORE, place, stored));
  }

  /** Add, as often as it adds one; a negative number is as many times Done. */
  private void counts(Cursor at, List<Bound> arguments) {
    int by =
        resolver.trace(arguments.get(1)).value() instanceof Value.Constant c
                && c.text().matches("-?\\d{1,2}")
            ? Integer.parseInt(c.text())
            : Integer.MAX_VALUE;
    if (Math.abs(by) > MAX_COUNT) {
      at.op(new Op.Sync(SyncKind.ADD_SOME, object(arguments)));
      return;
    }
    for (int i = 0; i < Math.abs(by); i++) {
      at.op(new Op.Sync(by > 0 ? SyncKind.ADD : SyncKind.DONE, object(arguments)));
    }
  }

  private void limits(List<Bound> arguments) {
    boolean toOne =
        resolver.trace(arguments.get(1)).value() instanceof Value.Constant c
            && c.text().equals("1");
    if (toOne) {
      takingTurns.add(object(arguments));
    } else {
      takingTurns.remove(object(arguments));
    }
  }

  /** Reads what an iterator of the library goes through. */
  void iterates(Cursor at, Bound iterator) {
    if (iterator.type().kind() != Type.Kind.FUNCTION) {
      return;
    }
    Bound made = resolver.trace(iterator);
    if (made.definition().orElse(null) instanceof Instruction.Call call
        && calls.calls(call.site(), Library::makesIterator)) {
      Bound through = made.sibling(call.site().arguments().getFirst());
      if (through.type().kind() == Type.Kind.MAP) {
        map(at, through, false);
      } else {
        expansion.touch(at, resolver.place(through).then(new Step.Element(made)), false, false);
      }
    }
  }

  /**
   * The goroutine that runs the function excludes the others; the goroutine that has called Do sees
   * what it did.
   */
  private void once(Cursor at, Place once, Bound function) {
    at.op(new Op.Lock(once, Exclusion.EXCLUSIVE));
    calls.value(at, function);
    at.op(new Op.Unlock(once, Exclusion.EXCLUSIVE));
    at.op(new Op.Lock(once, Exclusion.SHARED));
  }

  private void starts(Cursor at, Effect.Starts starts, List<Bound> arguments) {
    if (starts.launch().equals(Library.TIMER) && isForEver(arguments.getFirst())) {
      return;
    }
    boolean many = starts.many() && !isOfParentBenchmark(at, arguments.getFirst());
    if (starts.inGroup() && !starts.many()) {
      at.op(new Op.Sync(SyncKind.ADD, object(arguments)));
    }
    Cursor thread = at.spawn(starts.launch(), many);
    boolean alone = starts.inGroup() && takingTurns.contains(object(arguments));
    if (alone) {
      thread.op(new Op.Lock(object(arguments), Exclusion.EXCLUSIVE));
    }
    calls.value(thread, arguments.get(starts.function()));
    if (alone) {
      thread.op(new Op.Unlock(object(arguments), Exclusion.EXCLUSIVE));
    }
    if (starts.inGroup()) {
      thread.op(new Op.Sync(SyncKind.DONE, object(arguments)));
    }
    thread.op(new Op.Exit());
    if (starts.inGroup() && starts.many()) {
      at.op(new Op.Sync(SyncKind.WAIT, object(arguments)));
    }
  }

  /**
   * Whether a sub-benchmark uses the B of the benchmark around it. One that has sub-benchmarks runs
   * once, so a single goroutine does all that RunParallel has to do.
   */
  private boolean isOfParentBenchmark(Cursor at, Bound benchmark) {
    List<Variable> params = at.frame().function().body().params();
    return !params.isEmpty()
        && params.getFirst().type().text().equals("*testing.B")
        && !resolver.trace(benchmark).equals(resolver.trace(at.bound(new Value.Param(0))));
  }

  /** A timer that is only made to be reset later: its function cannot run before that. */
  private boolean isForEver(Bound delay) {
    return resolver.trace(delay).value() instanceof Value.Constant c
        && c.number().filter(n -> n.compareTo(CENTURY) > 0).isPresent();
  }

  /** A handler was started where it became one. */
  private boolean isHandler(Bound argument) {
    Bound made = resolver.traceInterface(argument);
    return Library.isHandler(
        made.definition().orElse(null) instanceof Instruction.MakeInterface m
            ? made.sibling(m.operand()).type().text()
            : argument.type().text());
  }

  /** Each function argument may run not at all, once, or many times. */
  private void callsArguments(Cursor at, List<Bound> arguments) {
    for (Bound argument : arguments) {
      if (calls.isFunction(argument) && !isHandler(argument)) {
        at.op(new Op.Pass());
        int before = at.at();
        Cursor inside = at.fork();
        calls.value(inside, argument);
        inside.join(before);
      }
    }
  }
}
