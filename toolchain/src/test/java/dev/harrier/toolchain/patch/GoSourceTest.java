package dev.harrier.toolchain.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class GoSourceTest {
  private static final String TEXT =
      """
      package p

      import (
      	"unsafe"
      )

      type t struct {
      	a int // first
      	// the end
      }

      // first does little.
      // It has two lines.
      func first(x int) {
      	if x > 0 {
      		work()
      	}
      	done() // at last
      }

      func second() int {
      	work()
      	return 1
      }
      """;
  private final GoSource source = new GoSource("p/p.go", TEXT);
  private long lines;

  @BeforeEach
  void countLines() {
    lines = TEXT.lines().count();
  }

  @Test
  void editsStayInTheirFunctionAndOnTheirLine() throws PatchException {
    source
        .function("func first(")
        .atEntry("enter();")
        .after(new GoSource.Anchor("if x > 0 {"), "positive();")
        .before(new GoSource.Anchor("work()"), "before();")
        .atEnd("leave()")
        .noInline();
    assertThat(source.text())
        .contains("func first(x int) { enter();\n")
        .contains("if x > 0 { positive();\n")
        .contains("\t\tbefore(); work()\n")
        .contains("done(); leave() // at last\n")
        .contains("// first does little.\n//go:noinline\nfunc first")
        .contains("func second() int {\n\twork()\n");
    assertThat(source.text().lines()).hasSize((int) lines);
  }

  /** The first one moves the end of the line away from the brace. */
  @Test
  void aFunctionTakesSeveralEditsAtItsEntry() throws PatchException {
    source.function("func first(").atEntry("one();").atEntry("two();");
    assertThat(source.text()).contains("func first(x int) { two(); one();\n\tif x > 0 {\n");
  }

  @Test
  void bracesOfTypesAreNotThatOfTheFunction() throws PatchException {
    GoSource types =
        new GoSource(
            "p/p.go",
            "package p\n\nfunc f(g func(struct{ a int }) interface{}) chan struct{} {\n\tg(nil)\n}\n");
    types.function("func f(").atEntry("enter();");
    assertThat(types.text()).contains("chan struct{} { enter();\n\tg(nil)");
  }

  @Test
  void refusesAnAnchorThatIsNotThereOnce() throws PatchException {
    GoSource.Function first = source.function("func first(");
    assertThatThrownBy(() -> first.after(new GoSource.Anchor("absent"), "x()"))
        .isInstanceOf(PatchException.class)
        .hasMessageContaining("p/p.go, func first(: expected to find once: absent; found 0 times");
    assertThatThrownBy(() -> source.replace("work()", "x()"))
        .isInstanceOf(PatchException.class)
        .hasMessageContaining("found 2 times");
    assertThatThrownBy(() -> source.function("func third("))
        .isInstanceOf(PatchException.class)
        .hasMessageContaining("found 0 times");
  }

  @Test
  void addsFieldsAboveATrailingComment() throws PatchException {
    source.addFields("t", "b int");
    assertThat(source.text()).contains("\ta int ; b int // first\n\t// the end\n}");
  }

  @Test
  void appendsAHookWithoutItsClauseAndImports() throws PatchException {
    source.append("h.go", "// Doc.\npackage p\n\nimport \"unsafe\"\n\nfunc h() {}\n");
    assertThat(source.text())
        .endsWith("// Appended by Harrier: h.go\nfunc h() {}\n")
        .containsOnlyOnce("package p");
  }

  @Test
  void refusesAHookWhoseImportsTheFileLacks() {
    assertThatThrownBy(
            () -> source.append("h.go", "package p\n\nimport (\n\t\"unsafe\"\n\t\"os\"\n)\n"))
        .isInstanceOf(PatchException.class)
        .hasMessageContaining("expected to find once: os");
  }
}
