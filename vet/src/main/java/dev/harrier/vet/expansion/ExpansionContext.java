package dev.harrier.vet.expansion;

import dev.harrier.vet.callgraph.Launches;
import dev.harrier.vet.callgraph.Mentions;
import dev.harrier.vet.callgraph.Methods;
import dev.harrier.vet.callgraph.Ownership;
import dev.harrier.vet.callgraph.PointerArguments;
import dev.harrier.vet.callgraph.SyncRelevance;
import dev.harrier.vet.library.Library;
import dev.harrier.vet.pointsto.BindingMap;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place.Base;
import dev.harrier.vet.pointsto.Resolver;
import dev.harrier.vet.pointsto.VariableUses;
import dev.harrier.vet.ssa.Dominators;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Loops;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.StartPositions;
import dev.harrier.vet.ssa.Type;
import dev.harrier.vet.ssa.Value;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What every expansion of one program shares. */
public final class ExpansionContext {
  private final Program program;
  private final BindingMap bindings;
  private final VariableUses uses;
  private final Resolver resolver;
  private final Methods methods;
  private final SyncRelevance interest;
  private final Launches launches;
  private final Ownership ownership;
  private final PointerArguments arguments;
  private final Map<FunctionId, Shape> shapes;

  /**
   * The control flow of a function.
   *
   * @param used the registers that an instruction uses; a load of another one is no access, such as
   *     that of the array of which a range only needs the length
   * @param deciding the registers and parameters on which branches depend
   */
  record Shape(
      Dominators dominators,
      Loops loops,
      List<Integer> order,
      StartPositions starts,
      BitSet used,
      Set<Value> deciding) {}

  public ExpansionContext(Program program) {
    this.program = program;
    this.bindings = new BindingMap(program);
    this.uses = new VariableUses(program, bindings);
    this.resolver = new Resolver(program, uses);
    this.methods = new Methods(program);
    Mentions mentions = new Mentions(program, methods);
    this.interest = new SyncRelevance(program, mentions);
    this.launches = new Launches(program, mentions);
    this.ownership = new Ownership(program);
    this.arguments = new PointerArguments(program);
    this.shapes = new ConcurrentHashMap<>();
  }

  private ExpansionContext(ExpansionContext other) {
    this.program = other.program;
    this.bindings = other.bindings;
    this.uses = other.uses;
    this.resolver = new Resolver(program, uses);
    this.methods = other.methods;
    this.interest = other.interest;
    this.launches = other.launches;
    this.ownership = other.ownership;
    this.arguments = other.arguments;
    this.shapes = other.shapes;
  }

  /**
   * What starts goroutines: names of library functions, and types of handlers. Code that no tree of
   * closures leads to matters to no expansion, if nothing in that tree leads to one of these or to
   * a go statement.
   */
  public static Set<String> starters() {
    return Library.starters();
  }

  /** The same for another thread; a context serves one at a time. */
  public ExpansionContext forThread() {
    return new ExpansionContext(this);
  }

  /**
   * Whether goroutines may share the variables of a function and of the literals inside it; if not,
   * there is nothing to look for.
   */
  public boolean mayShare(List<Function> tree) {
    return launches.mayShare(tree);
  }

  public Program program() {
    return program;
  }

  public BindingMap bindings() {
    return bindings;
  }

  /** The outermost function around a function, and all function literals inside it. */
  public Set<Function> lexicalTree(Function function) {
    Function outermost = function;
    while (outermost.declaration().parent().isPresent()) {
      outermost = program.function(outermost.declaration().parent().get());
    }
    return new HashSet<>(bindings.tree(outermost));
  }

  public Resolver resolver() {
    return resolver;
  }

  /** What a function assigns to one of its variables or to parts of it. */
  public Stream<Value> assigned(Function function, Value.Register variable) {
    return uses.assigned(function, variable);
  }

  /** Whether an expansion has all code that can assign a variable. */
  public boolean isAssignedOnlyIn(Set<Function> expanded, Base base) {
    return base instanceof Base.Variable(Frame frame, Value.Register register)
        && uses.writers(frame.function(), register).map(expanded::containsAll).orElse(false);
  }

  /** Whether a function makes a server for tests. */
  boolean startsTestServer(Function function) {
    return calls(function, Library::isTestServer);
  }

  /** Whether a function calls a handler, as a server does; so it made one for itself to call. */
  boolean serves(Function function) {
    return calls(function, Library::serves);
  }

  private boolean calls(Function function, Predicate<String> name) {
    return function.hasAny(i ->
        Mentions.site(i)
            .filter(s ->
                name.test(
                    s.callee() instanceof Value.FunctionRef(FunctionId id)
                        ? program.function(id).name()
                        : s.method()))
            .isPresent());
  }

  /** Whether values of a type are handed to everybody, so that they connect no goroutines. */
  public boolean isSharedByAll(Type type) {
    return Library.isSharedByAll(type.text());
  }

  Methods methods() {
    return methods;
  }

  SyncRelevance interest() {
    return interest;
  }

  PointerArguments arguments() {
    return arguments;
  }

  Ownership ownership() {
    return ownership;
  }

  Shape shape(Function function) {
    return shapes.computeIfAbsent(
        function.id(),
        _ -> {
          Dominators dominators = Dominators.of(function);
          return new Shape(
              dominators,
              new Loops(function, dominators),
              dominators.reversePostorder(),
              StartPositions.of(function, dominators),
              used(function),
              Flags.deciding(function));
        });
  }

  private static BitSet used(Function function) {
    BitSet used = new BitSet(function.registers());
    function.forEach(i ->
        i.forEachOperand(v -> {
          if (v instanceof Value.Register r) {
            used.set(r.index());
          }
        }));
    return used;
  }
}
