package dev.harrier.vet.race;

import dev.harrier.vet.expansion.Expansion;
import dev.harrier.vet.expansion.ExpansionContext;
import dev.harrier.vet.expansion.Settings;
import dev.harrier.vet.mayorder.PossibleOrder;
import dev.harrier.vet.pointsto.Bound;
import dev.harrier.vet.pointsto.Frame;
import dev.harrier.vet.pointsto.Place;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Program;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Looks at every function that holds a closure, whether or not anything calls it.
 *
 * <p>A captured variable lives in one activation of the function that declares it, so all
 * goroutines that share it descend from that activation: each outermost function is a root, and no
 * path from main is needed. A closure that the expansion of its function does not reach, because it
 * is returned, stored or handed to unknown code, is a root of its own.
 */
final class RootWalk {
  private final ExpansionContext context;

  private RootWalk(ExpansionContext context) {
    this.context = context;
  }

  /**
   * The outcome.
   *
   * @param tooLarge roots that were not analyzed because their expansion has no end in sight
   * @param failed roots whose analysis failed
   * @param unreached how many roots were not reached
   */
  record Result(
      List<Candidate> races, List<Function> tooLarge, List<Failure> failed, int unreached) {
    private static Result empty() {
      return new Result(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), 0);
    }
  }

  /** A fault of Harrier, which costs one root. */
  record Failure(Function root, Throwable cause) {}

  /**
   * Works on all processors; the outcome is in the order of the functions.
   *
   * @param ended is completed when what there is by then is to be the outcome
   */
  static Result find(Program program, CompletableFuture<Void> ended) {
    ExpansionContext shared = new ExpansionContext(program);
    ExecutorService workers =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(), Thread.ofPlatform().daemon().factory());
    List<CompletableFuture<Result>> results =
        program.functions().stream()
            .filter(f -> f.hasBody() && !f.isClosure())
            .map(f -> shared.bindings().tree(f))
            .filter(tree -> tree.size() > 1 && shared.mayShare(tree))
            .map(tree -> CompletableFuture.supplyAsync(() -> find(shared, tree, ended), workers))
            .toList();
    CompletableFuture<Void> all =
        CompletableFuture.allOf(results.toArray(CompletableFuture[]::new));
    CompletableFuture.anyOf(all, ended).join();
    workers.shutdownNow();
    Result found = Result.empty();
    int seen = 0;
    for (CompletableFuture<Result> result : results) {
      if (result.isDone()) {
        Result of = result.join();
        seen += 1 - of.unreached();
        found.races().addAll(of.races());
        found.tooLarge().addAll(of.tooLarge());
        found.failed().addAll(of.failed());
      }
    }
    return new Result(found.races(), found.tooLarge(), found.failed(), results.size() - seen);
  }

  private static Result find(
      ExpansionContext shared, List<Function> tree, CompletableFuture<Void> ended) {
    if (ended.isDone()) {
      return new Result(List.of(), List.of(), List.of(), 1);
    }
    try {
      return new RootWalk(shared.forThread()).tree(tree);
    } catch (RuntimeException | StackOverflowError fault) {
      Failure failure = new Failure(tree.getFirst(), fault);
      return new Result(List.of(), List.of(), List.of(failure), 0);
    }
  }

  private Result tree(List<Function> tree) {
    Result result = Result.empty();
    Set<Function> reached = new HashSet<>();
    for (Function function : tree) {
      if (function.hasBody() && !reached.contains(function)) {
        Frame root = lexical(function);
        Expansion.Result expansion = Expansion.of(context, root);
        reached.addAll(expansion.functions());
        if (!expansion.complete()) {
          result.tooLarge().add(function);
        }
        result.races().addAll(possible(root, expansion));
        chosen(root, expansion).forEach(result.races()::add);
      }
    }
    return result;
  }

  /** The races that exist whichever way the branches on one setting go, all of them alike. */
  private List<Candidate> possible(Frame root, Expansion.Result expansion) {
    List<Candidate> races = RootAnalysis.run(context, expansion);
    for (Place field : expansion.settings()) {
      if (!races.isEmpty()) {
        List<Candidate> either =
            Stream.of(true, false)
                .map(holds ->
                    Expansion.of(
                        context, root, new Settings.Setting(field, holds), expansion.extent()))
                .flatMap(way -> RootAnalysis.run(context, way).stream())
                .toList();
        races = races.stream().filter(r -> either.stream().anyMatch(r::isLike)).toList();
      }
    }
    return races;
  }

  /**
   * The races with each of the types that a value may have: those with only some of them are
   * suspicious, since nothing says that the value has one of these.
   */
  private Stream<Candidate> chosen(Frame root, Expansion.Result expansion) {
    List<List<Candidate>> all =
        expansion.choices().stream()
            .map(choice ->
                RootAnalysis.run(context, Expansion.of(context, root, choice, expansion.extent())))
            .toList();
    return all.stream()
        .flatMap(List::stream)
        .map(race ->
            all.stream().allMatch(races -> races.stream().anyMatch(race::isLike))
                ? race
                : race.with(PossibleOrder.CHOSEN_TYPE));
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
