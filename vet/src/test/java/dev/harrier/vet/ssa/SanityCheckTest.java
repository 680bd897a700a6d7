package dev.harrier.vet.ssa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.GoSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sane code passes; each way to break it is noticed, and the complaint says where it is. */
final class SanityCheckTest {
  private static final String CODE =
      """
      func F(a, b int, c bool) func() int {
      	x := a * b
      	x = x - a
      	if c { x = b }
      	y := x
      	return func() int { x++; return x + y }
      }

      func G(a, b int, c bool) int {
      	x := a * b
      	x = x - a
      	if c { x = b }
      	return x
      }
      """;

  @TempDir private Path directory;

  /** What is said of G when its code has been changed. */
  private List<String> complaints(String name, UnaryOperator<List<BasicBlock>> change)
      throws Exception {
    Program sane = GoSource.program(directory, CODE);
    List<Function> functions = new ArrayList<>();
    for (Function f : sane.functions()) {
      Function.Body body = f.body();
      functions.add(
          f.name().equals(name)
              ? new Function(
                  f.declaration(),
                  new Function.Body(
                      body.params(),
                      body.freeVars(),
                      change.apply(body.blocks()),
                      body.recoverBlock(),
                      body.names()))
              : f);
    }
    return SanityCheck.check(
        new Program(
            sane.packages(),
            functions,
            sane.types(),
            sane.extent(),
            sane.globals(),
            sane.languageVersions(),
            sane.leads()));
  }

  /** What is said when something of the first type of a kind is said to change. */
  private List<String> complaints(Type.Kind kind, int field) throws Exception {
    Program sane = GoSource.program(directory, "type S struct{ f int }\nvar V = S{}\n" + CODE);
    int number = 1;
    while (sane.type(number).kind() != kind) {
      number++;
    }
    Program.Extent extent =
        new Program.Extent(
            sane.extent().functions(),
            sane.extent().converted(),
            Map.of(number, new Program.Changes(false, Set.of(field))));
    return SanityCheck.check(
        new Program(
            sane.packages(),
            sane.functions(),
            sane.types(),
            extent,
            sane.globals(),
            sane.languageVersions(),
            sane.leads()));
  }

  @Test
  void aFieldThatChangesPasses() throws Exception {
    assertThat(complaints(Type.Kind.STRUCT, 0)).isEmpty();
  }

  @Test
  void aFieldThatChangesButDoesNotExist() throws Exception {
    assertThat(complaints(Type.Kind.STRUCT, 1))
        .containsExactly("a field changes that m.S does not have");
  }

  @Test
  void aFieldThatChangesOfWhatHasNone() throws Exception {
    assertThat(complaints(Type.Kind.POINTER, 0))
        .singleElement()
        .asString()
        .endsWith(" has fields that change, and is no struct");
  }

  private static UnaryOperator<List<BasicBlock>> inEach(UnaryOperator<BasicBlock> change) {
    return blocks -> blocks.stream().map(change).toList();
  }

  private static UnaryOperator<List<BasicBlock>> ofInstructions(
      UnaryOperator<List<Instruction>> change) {
    return inEach(b ->
        new BasicBlock(
            b.index(), change.apply(b.instructions()), b.successors(), b.predecessors()));
  }

  private static UnaryOperator<List<BasicBlock>> ofInstruction(UnaryOperator<Instruction> change) {
    return ofInstructions(all -> all.stream().map(change).toList());
  }

  @Test
  void saneCodePasses() throws Exception {
    assertThat(complaints("m.G", blocks -> blocks)).isEmpty();
  }

  @Test
  void anEdgeThatOnlyOneEndKnows() throws Exception {
    assertThat(
            complaints(
                "m.G",
                inEach(
                    b -> new BasicBlock(b.index(), b.instructions(), b.successors(), List.of()))))
        .singleElement()
        .asString()
        .startsWith("in m.G, block 0: the edge to block ")
        .endsWith(" has no counterpart");
  }

  @Test
  void anEdgeToABlockThatDoesNotExist() throws Exception {
    assertThat(
            complaints(
                "m.G",
                inEach(b ->
                    new BasicBlock(b.index(), b.instructions(), List.of(99), b.predecessors()))))
        .containsExactly("in m.G, block 0: the edge to block 99 has no counterpart");
  }

  @Test
  void aBlockThatDoesNotEndInAControlInstruction() throws Exception {
    assertThat(complaints("m.G", ofInstructions(all -> all.subList(0, all.size() - 1))))
        .contains("in m.G, block 0: its last instruction does not fit its successors");
  }

  @Test
  void aPhiWithoutAnEdgeForEachPredecessor() throws Exception {
    assertThat(
            complaints(
                "m.G",
                ofInstruction(i ->
                    i instanceof Instruction.Phi p
                        ? new Instruction.Phi(
                            p.register(), p.type(), p.position(), p.edges().subList(0, 1))
                        : i)))
        .singleElement()
        .asString()
        .endsWith("a phi has 1 edges");
  }

  @Test
  void aUseBeforeTheDefinition() throws Exception {
    assertThat(
            complaints(
                "m.G",
                ofInstructions(all -> {
                  List<Instruction> swapped = new ArrayList<>(all);
                  if (all.size() > 2) {
                    swapped.set(0, all.get(1));
                    swapped.set(1, all.get(0));
                  }
                  return swapped;
                })))
        .containsExactly("in m.G, block 0: register 0 is used before it is defined");
  }

  @Test
  void aParameterThatDoesNotExist() throws Exception {
    assertThat(
            complaints(
                "m.G",
                ofInstruction(i ->
                    i instanceof Instruction.If branch
                        ? new Instruction.If(branch.position(), new Value.Param(7))
                        : i)))
        .singleElement()
        .asString()
        .startsWith("in m.G, block 0: an operand ")
        .endsWith(" does not exist");
  }

  @Test
  void aClosureThatDoesNotBindEveryFreeVariable() throws Exception {
    assertThat(
            complaints(
                "m.F",
                ofInstruction(i ->
                    i instanceof Instruction.MakeClosure c
                        ? new Instruction.MakeClosure(
                            c.register(), c.type(), c.position(), c.function(), List.of())
                        : i)))
        .singleElement()
        .asString()
        .endsWith("a closure does not bind every free variable of m.F$1");
  }
}
