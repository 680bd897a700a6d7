package dev.harrier.toolchain.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.finding.SuggestedFix.Kind;
import dev.harrier.model.finding.SuggestedFix.TextEdit;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.source.FixSuggester.Request;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FixSuggesterTest {
  @TempDir Path directory;
  @TempDir static Path cache;

  /**
   * The source after the fix; the source itself if none is suggested.
   *
   * @param source in which the line that the fix is asked for ends with {@code // here}
   */
  private String fixed(Kind kind, String name, String source) throws Exception {
    String text = "package m\n\nimport (\n\t\"context\"\n\t\"iter\"\n\t\"sync\"\n)\n\n" + source;
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
    Path file = Files.writeString(directory.resolve("m.go"), text);
    int line = text.substring(0, text.indexOf("// here")).split("\n", -1).length;
    GoToolchain go = GoToolchain.find(directory, System.getenv());
    Request request = new Request(kind, file.toString(), line, name);
    Map<Request, SuggestedFix> answers =
        new FixSuggester(go, cache, _ -> true).answers(List.of(request));
    String applied = answers.containsKey(request) ? applied(text, answers.get(request)) : text;
    assertThat(file).hasContent(text);
    return applied.substring(text.indexOf(source));
  }

  private static String applied(String text, SuggestedFix fix) {
    StringBuilder changed = new StringBuilder(text);
    for (TextEdit edit : fix.edits().reversed()) {
      changed.replace(
          offset(text, edit.line(), edit.column()),
          offset(text, edit.endLine(), edit.endColumn()),
          edit.text());
    }
    return changed.toString();
  }

  private static int offset(String text, int line, int column) {
    int begin = 0;
    for (int i = 1; i < line; i++) {
      begin = text.indexOf('\n', begin) + 1;
    }
    return begin + column - 1;
  }

  @Test
  void aChannelGetsRoomForOneValue() throws Exception {
    assertThat(
            fixed(
                Kind.ROOM_FOR_ONE,
                "",
                "func f() {\n\ts, c := \"ü𝄞\", make(chan func(int) int) // here\n\t_, _ = s, c\n}\n"))
        .contains("s, c := \"ü𝄞\", make(chan func(int) int, 1) // here");
    String two = "func f() {\n\tc, d := make(chan int), make(chan int) // here\n\t_, _ = c, d\n}\n";
    assertThat(fixed(Kind.ROOM_FOR_ONE, "", two)).isEqualTo(two);
    String sized = "func f() {\n\tc := make(chan int, 0) // here\n\t_ = c\n}\n";
    assertThat(fixed(Kind.ROOM_FOR_ONE, "", sized)).isEqualTo(sized);
  }

  @Test
  void aContextIsCanceledAtTheEndOfTheFunctionThatItDoesNotLeave() throws Exception {
    assertThat(
            fixed(
                Kind.DEFER_CANCEL,
                "",
                "func f(p context.Context) {\n\tctx, stop := context.WithCancel(p) // here\n\tgo run(ctx)\n\tif p == nil {\n\t\tstop()\n\t}\n}\n"))
        .contains("WithCancel(p) // here\n\tdefer stop()\n\tgo run(ctx)\n");
    assertThat(
            fixed(
                Kind.DEFER_CANCEL,
                "",
                "func f(p context.Context) {\n\tctx, _ := context.WithTimeout(p, 1) // here\n\tgo run(ctx)\n}\n"))
        .contains("ctx, cancel := context.WithTimeout(p, 1) // here\n\tdefer cancel()\n");
  }

  @Test
  void aContextThatIsGivenAwayIsNotCanceled() throws Exception {
    for (String rest :
        List.of(
            "return &T{ctx: ctx, cancel: stop}",
            "t.cancel = stop; go run(ctx); return nil",
            "t.ctx = ctx; _ = stop; return nil",
            "go func() { run(ctx); stop() }(); return nil",
            "defer stop(); return nil")) {
      String source =
          "func f(p context.Context, t *T) *T {\n\tctx, stop := context.WithCancel(p) // here\n\t"
              + rest.replace("; ", "\n\t")
              + "\n}\n";
      assertThat(fixed(Kind.DEFER_CANCEL, "", source)).isEqualTo(source);
    }
    String loop =
        "func f(p context.Context) {\n\tfor {\n\t\tctx, _ := context.WithCancel(p) // here\n\t\tgo run(ctx)\n\t}\n}\n";
    assertThat(fixed(Kind.DEFER_CANCEL, "", loop)).isEqualTo(loop);
  }

  @Test
  void anIteratorIsStopped() throws Exception {
    assertThat(
            fixed(
                Kind.DEFER_STOP,
                "",
                "func f(s iter.Seq[int]) (int, bool) {\n\tnext, _ := iter.Pull(s) // here\n\treturn next()\n}\n"))
        .contains("next, stop := iter.Pull(s) // here\n\tdefer stop()\n\treturn next()\n");
  }

  @Test
  void aLockIsUnlockedOnAllPaths() throws Exception {
    assertThat(
            fixed(
                Kind.DEFER_UNLOCK,
                "Lock",
                "func (c *C) f() int {\n\tc.mu.Lock() // here\n\tif c.n < 0 {\n\t\treturn 0\n\t}\n\tc.mu.Unlock() // done\n\treturn c.n\n}\n"))
        .isEqualTo(
            "func (c *C) f() int {\n\tc.mu.Lock() // here\n\tdefer c.mu.Unlock()\n\tif c.n < 0 {\n\t\treturn 0\n\t}\n\treturn c.n\n}\n");
    for (String rest :
        List.of(
            "c.mu.Unlock(); c.mu.Lock(); c.mu.Unlock()",
            "go func() { c.mu.Unlock() }()",
            "defer c.mu.Unlock()",
            "if c.n > 0 { c.mu.Unlock() }")) {
      String source =
          "func (c *C) f() {\n\tc.mu.Lock() // here\n\t" + rest.replace("; ", "\n\t") + "\n}\n";
      assertThat(fixed(Kind.DEFER_UNLOCK, "Lock", source)).isEqualTo(source);
    }
  }

  @Test
  void addIsCalledBeforeTheGoStatement() throws Exception {
    assertThat(
            fixed(
                Kind.ADD_BEFORE_GO,
                "",
                "func f(wg *sync.WaitGroup) {\n\tgo func() {\n\t\twg.Add(1) // here\n\t\tdefer wg.Done()\n\t}()\n}\n"))
        .isEqualTo(
            "func f(wg *sync.WaitGroup) {\n\twg.Add(1)\n\tgo func() {\n\t\tdefer wg.Done()\n\t}()\n}\n");
    String own =
        "func f(all []*sync.WaitGroup) {\n\tgo func(wg *sync.WaitGroup) {\n\t\twg.Add(1) // here\n\t}(all[0])\n}\n";
    assertThat(fixed(Kind.ADD_BEFORE_GO, "", own)).isEqualTo(own);
  }

  @Test
  void variablesBecomeThoseOfAnIterationOrAClosure() throws Exception {
    assertThat(
            fixed(
                Kind.COPY_LOOP_VARIABLE,
                "v",
                "func f(all []int) {\n\tfor _, v := range all {\n\t\tgo run(&v) // here\n\t}\n}\n"))
        .contains("\t\tv := v\n\t\tgo run(&v)");
    assertThat(
            fixed(
                Kind.DECLARE_INSIDE_CLOSURE,
                "err",
                "func f(err error) {\n\tgo func() {\n\t\tif err = g(); err != nil { // here\n\t\t\tpanic(err)\n\t\t}\n\t}()\n}\n"))
        .contains("if err := g(); err != nil {");
    String usedAfter =
        "func f(err error) {\n\tgo func() {\n\t\tif err = g(); err != nil { // here\n\t\t}\n\t\tprintln(err)\n\t}()\n}\n";
    assertThat(fixed(Kind.DECLARE_INSIDE_CLOSURE, "err", usedAfter)).isEqualTo(usedAfter);
  }
}
