package dev.harrier.vet.pointsto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.GoSource;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Instruction;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Program;
import dev.harrier.vet.ssa.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What values of activations are, across closures, calls and single assignments. */
final class ResolverTest {
  @TempDir private Path directory;

  private Program program(String code) throws Exception {
    return GoSource.program(directory, code);
  }

  private static Resolver resolver(Program program) {
    return new Resolver(program, new VariableUses(program, new BindingMap(program)));
  }

  /** The channels that a function sends on, in order. */
  private static List<Value> sentOn(Function f) {
    return f.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .filter(i -> i instanceof Instruction.Send)
        .map(i -> ((Instruction.Send) i).channel())
        .toList();
  }

  private static Frame closure(Program program, Frame outer, String name) {
    Function inner = GoSource.function(program, name);
    List<Bound> bindings =
        new BindingMap(program)
            .maker(inner).orElseThrow().bindings().stream().map(v -> new Bound(outer, v)).toList();
    return Frame.called(
        inner,
        outer,
        Position.UNKNOWN,
        List.of(),
        Optional.of(new Frame.Environment(outer, bindings)));
  }

  @Test
  void aCapturedChannelIsTheSameInsideAndOutside() throws Exception {
    Program program = program("func F() { c := make(chan int); go func() { c <- 1 }(); c <- 2 }");
    Resolver resolver = resolver(program);
    Frame outer = Frame.root(GoSource.function(program, "m.F"), Optional.empty());
    Frame inner = closure(program, outer, "m.F$1");
    Place outside = resolver.place(new Bound(outer, sentOn(outer.function()).getFirst()));
    Place inside = resolver.place(new Bound(inner, sentOn(inner.function()).getFirst()));
    assertThat(inside).isEqualTo(outside);
    assertThat(outside.base()).isInstanceOf(Place.Base.Result.class);
  }

  @Test
  void aVariableThatIsAssignedTwiceIsFollowedNoFurther() throws Exception {
    Program program =
        program(
            """
            func F(b bool) {
            	c := make(chan int)
            	go func() { c <- 1 }()
            	if b { c = make(chan int) }
            }
            """);
    Frame outer = Frame.root(GoSource.function(program, "m.F"), Optional.empty());
    Frame inner = closure(program, outer, "m.F$1");
    Place inside = resolver(program).place(new Bound(inner, sentOn(inner.function()).getFirst()));
    assertThat(inside.base()).isInstanceOf(Place.Base.Variable.class);
    assertThat(inside.path()).containsExactly(Place.TARGET);
  }

  @Test
  void fieldsOfOneStructAreDifferentPlaces() throws Exception {
    Program program =
        program("type T struct{ a, b chan int }\nfunc F(t *T) { t.a <- 1; t.b <- 2; t.a <- 3 }");
    Frame frame = Frame.root(GoSource.function(program, "m.F"), Optional.empty());
    Resolver resolver = resolver(program);
    List<Place> places =
        sentOn(frame.function()).stream().map(c -> resolver.place(new Bound(frame, c))).toList();
    assertThat(places.get(0)).isEqualTo(places.get(2)).isNotEqualTo(places.get(1));
  }

  @Test
  void anIndexOfAThreeClauseLoopIsOneValueInsideAndOutside() throws Exception {
    assertThat(indices("for i := 0; i < 9; i++ { s[i] = 1; go func() { s[i] = 2 }() }"))
        .hasSize(1)
        .allMatch(i -> i.definition().orElseThrow() instanceof Instruction.Phi);
    assertThat(indices("for i := 0; i < 9; i++ { s[i] = 1; go func() { s[i] = 2; i++ }() }"))
        .hasSize(2);
  }

  /** What the function F with this body, and its literal, have as indices. */
  private Set<Bound> indices(String body) throws Exception {
    Program program = program("func F(s []int) { " + body + " }");
    Resolver resolver = resolver(program);
    Frame outer = Frame.root(GoSource.function(program, "m.F"), Optional.empty());
    return Stream.of(outer, closure(program, outer, "m.F$1"))
        .flatMap(f ->
            f.function().blocks().stream()
                .flatMap(b -> b.instructions().stream())
                .filter(i -> i instanceof Instruction.IndexAddr)
                .map(i -> new Bound(f, ((Instruction.IndexAddr) i).index())))
        .map(resolver::traceIndex)
        .collect(Collectors.toSet());
  }

  @Test
  void nilIsNotWhatAFunctionReturns() throws Exception {
    Program program =
        program(
            """
            func Make(ok bool) (chan int, error) {
            	if !ok { return nil, nil }
            	c := make(chan int)
            	return c, nil
            }
            func F() { c, _ := Make(true); c <- 1 }
            """);
    Frame frame = Frame.root(GoSource.function(program, "m.F"), Optional.empty());
    Function make = GoSource.function(program, "m.Make");
    Instruction.Call call =
        frame.function().blocks().stream()
            .flatMap(b -> b.instructions().stream())
            .filter(i -> i instanceof Instruction.Call)
            .map(i -> (Instruction.Call) i)
            .findFirst()
            .orElseThrow();
    Frame callee = Frame.called(make, frame, Position.UNKNOWN, List.of(), Optional.empty());
    frame.callee(call.register(), callee);
    Bound origin = resolver(program).trace(new Bound(frame, sentOn(frame.function()).getFirst()));
    assertThat(origin.frame()).isSameAs(callee);
    assertThat(origin.definition().orElseThrow()).isInstanceOf(Instruction.MakeChan.class);
  }

  @Test
  void onlyAContextOfItsOwnEndsOnlyByItsCancel() throws Exception {
    Program program =
        program(
            """
            import ("context"; "time")
            func Own() <-chan struct{} { c, _ := context.WithCancel(context.Background()); return c.Done() }
            func Clock() <-chan struct{} { c, _ := context.WithTimeout(context.Background(), time.Second); return c.Done() }
            func Parent(p context.Context) <-chan struct{} { c, _ := context.WithCancel(p); return c.Done() }
            """);
    assertThat(endsByCancel(program, "m.Own")).isTrue();
    assertThat(endsByCancel(program, "m.Clock")).isFalse();
    assertThat(endsByCancel(program, "m.Parent")).isFalse();
  }

  private static boolean endsByCancel(Program program, String name) {
    Frame frame = Frame.root(GoSource.function(program, name), Optional.empty());
    Value done =
        frame.function().blocks().stream()
            .map(b -> b.instructions().getLast())
            .filter(i -> i instanceof Instruction.Return)
            .map(i -> ((Instruction.Return) i).results().getFirst())
            .findFirst()
            .orElseThrow();
    Resolver resolver = resolver(program);
    return resolver.endsOnlyByCancel(resolver.place(new Bound(frame, done)));
  }
}
