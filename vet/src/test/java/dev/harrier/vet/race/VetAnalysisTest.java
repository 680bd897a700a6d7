package dev.harrier.vet.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Fix;
import dev.harrier.report.words.DefectWords;
import dev.harrier.report.words.Steps;
import dev.harrier.vet.GoSource;
import dev.harrier.vet.ssa.BasicBlock;
import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How races become findings. */
final class VetAnalysisTest {
  @TempDir private Path directory;

  private List<Finding> findings(String code) throws Exception {
    return VetAnalysis.in(GoSource.program(directory, code)).races().stream()
        .map(FindingMapper::of)
        .toList();
  }

  @Test
  void manyPairsOfOneVariableAreOneFinding() throws Exception {
    List<Finding> findings =
        findings("func F() { x := 0; go func() { x = 1; x++; x-- }(); x = 2; println(x) }");
    assertThat(findings).hasSize(1);
    assertThat(steps(findings.getFirst()))
        .anyMatch(s -> s.startsWith("also races: "))
        .anyMatch(s -> s.startsWith("x is declared in m.F"));
  }

  @Test
  void theVariableItselfComesBeforeWhatItHolds() throws Exception {
    List<Finding> findings =
        findings(
            """
            func A() { m := map[int]int{}; go func() { m[1] = 1 }(); m[2] = 2 }
            func B() { x := 0; go func() { x = 1 }(); println(x) }
            """);
    assertThat(findings)
        .extracting(f -> DefectWords.of(f).substring(0, 2))
        .containsExactly("x ", "m[");
  }

  @Test
  void theFingerprintStaysWhenOtherCodeMoves() throws Exception {
    String race = "func F() { x := 0; go func() { x = 1 }(); println(x) }\n";
    Finding before = findings(race).getFirst();
    Finding after = findings("var other int\n\nfunc G() { other++ }\n\n" + race).getFirst();
    assertThat(after.location().line()).isNotEqualTo(before.location().line());
    assertThat(after.fingerprint()).isEqualTo(before.fingerprint());
  }

  @Test
  void theStoryNamesLocksThatDoNotHelp() throws Exception {
    List<Finding> findings =
        findings(
            """
            import "sync"
            func F() {
            	var mu sync.Mutex
            	x := 0
            	go func() { mu.Lock(); x = 1; mu.Unlock() }()
            	println(x)
            }
            """);
    assertThat(findings).hasSize(1);
    assertThat(steps(findings.getFirst())).contains("considered: only the first access holds mu");
  }

  /** The literals call each other 160,000 times: most of these calls are left out. */
  @Test
  void functionsThatGrowLargeAreAnalyzedWithLess() throws Exception {
    StringBuilder code = new StringBuilder("func F() {\n\tn := 0\n\tf0 := func() { n++ }\n");
    for (int level = 1; level <= 4; level++) {
      String call = "f" + (level - 1) + "();";
      code.append("\tf").append(level).append(" := func() {").append(call.repeat(20)).append("}\n");
    }
    code.append("\tx := 0\n\tgo func() { x = 1 }()\n\tx = 2\n\tf4()\n\tprintln(x, n)\n}\n");
    var program = GoSource.program(directory, code.toString());
    VetAnalysis.Result result = VetAnalysis.in(program);
    assertThat(result.tooLarge()).isEmpty();
    assertThat(result.races()).hasSize(1);
  }

  @Test
  void anErrIsToBeDeclaredInsideTheClosure() throws Exception {
    List<Finding> findings =
        findings("func F(g func() error) { err := g(); go func() { err = g() }(); println(err) }");
    assertThat(findings.getFirst().explanation().fix()).contains(Fix.DECLARE_INSIDE_CLOSURE);
  }

  @Test
  void aFaultInOneFunctionCostsThatFunctionOnly() throws Exception {
    var sound =
        GoSource.program(
            directory,
            """
            func Sound() { x := 0; go func() { x = 1 }(); println(x) }
            func Broken() { x := 0; go func() { x = 1 }(); println(x) }
            """);
    VetAnalysis.Result result = VetAnalysis.in(withoutBlock(sound, "m.Broken"));
    assertThat(result.races()).hasSize(1);
    assertThat(result.failed())
        .extracting(VetAnalysis.Failure::function)
        .containsExactly("m.Broken");
  }

  /** A program one of whose functions leads to a block that it does not have. */
  private static Program withoutBlock(Program program, String broken) {
    var functions = new ArrayList<Function>(program.functions());
    Function old = GoSource.function(program, broken);
    var blocks = new ArrayList<>(old.blocks());
    blocks.set(0, new BasicBlock(0, blocks.getFirst().instructions(), List.of(999), List.of()));
    var body =
        new Function.Body(
            old.body().params(),
            old.body().freeVars(),
            blocks,
            old.body().recoverBlock(),
            old.body().names());
    functions.set(old.id().index(), new Function(old.declaration(), body));
    return new Program(
        program.packages(),
        functions,
        program.types(),
        program.extent(),
        program.globals(),
        program.languageVersions(),
        program.leads());
  }

  private static List<String> steps(Finding finding) {
    return finding.explanation().steps().stream().map(Steps::of).toList();
  }

  @Test
  void anEndThatIsAskedForLeavesFunctionsUnseen() throws Exception {
    var program =
        GoSource.program(directory, "func F() { x := 0; go func() { x = 1 }(); println(x) }");
    VetAnalysis.Result result = VetAnalysis.in(program, CompletableFuture.completedFuture(null));
    assertThat(result.races().size() + result.unreached()).isEqualTo(1);
  }
}
