package dev.harrier.vet.race;

import dev.harrier.vet.callgraph.Expansion;
import dev.harrier.vet.callgraph.ExpansionContext;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Program;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks at every function that holds a closure, whether or not anything calls it.
 *
 * <p>A captured variable lives in one activation of the function that declares it, so all
 * goroutines that share it descend from that activation: each outermost function is a root, and no
 * path from main is needed. A closure that the expansion of its function does not reach, because it
 * is returned, stored or handed to unknown code, is a root of its own.
 */
final class RaceFinder {
  private final ExpansionContext context;
  private final List<Race> races = new ArrayList<>();
  private final List<Function> tooLarge = new ArrayList<>();

  private RaceFinder(Program program) {
    this.context = new ExpansionContext(program);
  }

  /**
   * The outcome.
   *
   * @param tooLarge roots that were not analysed because their expansion has no end in sight
   */
  record Result(List<Race> races, List<Function> tooLarge) {}

  static Result find(Program program) {
    RaceFinder finder = new RaceFinder(program);
    for (Function function : program.functions()) {
      if (function.hasBody()
          && !function.isClosure()
          && !finder.context.bindings().literals(function).isEmpty()) {
        finder.tree(function);
      }
    }
    return new Result(finder.races, finder.tooLarge);
  }

  private void tree(Function outermost) {
    Set<Function> reached = new HashSet<>();
    for (Function function : context.bindings().tree(outermost)) {
      if (function.hasBody() && !reached.contains(function)) {
        Frame root = lexical(function);
        Expansion.Result expansion = Expansion.of(context, root);
        reached.addAll(expansion.functions());
        if (!expansion.complete()) {
          tooLarge.add(function);
        }
        races.addAll(RootAnalysis.run(context, expansion));
      }
    }
  }

  /**
   * An activation of a closure within activations of its enclosing functions that do not run. A
   * literal that no code makes, because the compiler saw that it cannot be reached, has no
   * environment.
   */
  private Frame lexical(Function function) {
    Optional<Frame.Environment> environment =
        context
            .bindings()
            .maker(function)
            .map(made -> {
              Frame around =
                  lexical(
                      context.program().function(function.declaration().parent().orElseThrow()));
              return new Frame.Environment(
                  around, made.bindings().stream().map(v -> new Bound(around, v)).toList());
            });
    return Frame.root(function, environment);
  }
}
