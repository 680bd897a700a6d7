package dev.harrier.toolchain.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EditFileTest {
  private static final String TEXT =
      """
      package p

      const limit = 10 // of all

      type t struct {
      	size uint16
      	next *t
      }

      // first does little.
      func first(x int) {
      	if x > 0 {
      		work()
      	}
      	if x > 0 {
      		rework()
      	}
      again:
      	done()
      }

      func (t *t) second() int {
      	return 1
      }

      func (t *t) third() int {
      	return 1
      }

      func idle(int) bool {
      	return false
      }
      """;

  private static String edited(String edits) throws Exception {
    GoSource source = new GoSource("p/p.go", TEXT);
    new EditFile("edits.go", "package patch\n\n" + edits).apply(source);
    assertThat(source.text().lines()).hasSameSizeAs(TEXT.lines().toList());
    return source.text();
  }

  @Test
  void codeGoesWhereItsMarkerSays() throws Exception {
    String text =
        edited(
            """
            //go:noinline
            func first() {
            	// Why is not written.
            	enter()

            	//harrier:before work()
            	if on {
            		before(1,
            			2)
            	}

            	//harrier:after again:
            	a, b := 1, 2
            	use(a, b)

            	//harrier:after done()
            	left()

            	//harrier:end
            	end()
            }
            """);
    assertThat(text)
        .contains("//go:noinline\nfunc first(x int) { enter();\n")
        .contains("\t\tif on { before(1, 2) }; work()\n")
        .contains("\t\trework()\n")
        .contains("again: a, b := 1, 2; use(a, b);\n")
        .contains("\tdone() ; left(); end()\n}");
  }

  @Test
  void theLineBelowTellsEqualLinesApart() throws Exception {
    assertThat(
            edited(
                """
                func first() {
                	//harrier:instead if x > 0 {
                	//harrier:next rework()
                	if x > 0 && on {
                		also()
                	}
                }
                """))
        .contains("\tif x > 0 {\n\t\twork()\n")
        .contains("\tif x > 0 && on { also()\n\t\trework()\n");
    assertThatThrownBy(() -> edited("func first() {\n\t//harrier:after if x > 0 {\n\tmore()\n}\n"))
        .isInstanceOf(PatchException.class)
        .hasMessageContaining("p/p.go, func first(: expected to find once: if x > 0 {; found 2");
  }

  @Test
  void aReleaseMayHaveAnotherText() throws Exception {
    assertThat(
            edited(
                "func first() {\n\t//harrier:after done(nil)\n\t//harrier:or done()\n\tleft()\n}\n"))
        .contains("\tdone() ; left()\n");
  }

  @Test
  void severalFunctionsHaveOneEdit() throws Exception {
    assertThat(edited("//harrier:also third\nfunc (t *t) second() {\n\tenter()\n}\n"))
        .contains("second() int { enter();\n")
        .contains("third() int { enter();\n");
  }

  @Test
  void structsGetFields() throws Exception {
    assertThat(edited("type t struct {\n\ta, b   int\n\tcount int // of them\n}\n"))
        .contains("\tnext *t; a, b int; count int \n}");
    assertThat(edited("type t struct {\n\t//harrier:after size uint16\n\tfits uint16\n}\n"))
        .contains("\tsize uint16; fits uint16\n");
  }

  @Test
  void declarationsAreReplaced() throws Exception {
    String text =
        edited(
            """
            //harrier:instead const limit = 10
            var limit int64 = 10

            //harrier:instead func idle(int) bool {
            func idle(now int) bool {
            }

            func idle() {
            	//harrier:instead return false
            	return now > 0
            }

            //harrier:instead func (t *t) third() int {
            func (t *t) third() int {
            	return real(t)
            }
            func real(t *t) int {
            }
            """);
    assertThat(text)
        .contains("\nvar limit int64 = 10 // of all\n")
        .contains("\nfunc idle(now int) bool {\n\treturn now > 0\n")
        .contains(
            "\nfunc (t *t) third() int { return real(t) }; func real(t *t) int {\n\treturn 1");
  }

  @Test
  void whatIsNoEditIsRefused() {
    assertThatThrownBy(() -> edited("var x int\n"))
        .hasMessage("edits.go: neither a function nor a struct, and not marked: var x int");
    assertThatThrownBy(() -> edited("//harrier:behind x\nvar x int\n"))
        .hasMessage("no such marker: //harrier:behind x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//harrier:instead const limit = 10\n",
        "//harrier:instead const limit = 10\n\nfunc idle() {\n\tx()\n}\n",
        "func idle() {\n\tx()\n\t//harrier:instead const limit = 10\n\t// Nothing.\n}\n",
      })
  void aMarkerWithoutCodeIsRefused(String edits) {
    assertThatThrownBy(() -> edited(edits))
        .hasMessage("edits.go: no code follows //harrier:instead const limit = 10");
  }

  @Test
  void aMarkerThatAnotherOneFollowsIsRefused() {
    assertThatThrownBy(
            () -> edited("func idle() {\n\t//harrier:end\n\t//harrier:before return\n\tx()\n}\n"))
        .hasMessage("no code between a marker and //harrier:before return");
  }
}
