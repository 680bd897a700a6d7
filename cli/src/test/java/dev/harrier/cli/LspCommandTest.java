package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.harrier.base.process.Processes;
import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.Command;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier lsp} as an editor sees it, on real packages. */
final class LspCommandTest {
  static final String LEAK =
      """
      package m

      // ask gives up after a failure.
      func ask(fail bool) int {
      	answer := make(chan int)
      	go func() {
      		answer <- 42
      	}()
      	if fail {
      		return 0
      	}
      	return <-answer
      }
      """;

  static final String TEST =
      """
      package m

      import "testing"

      func TestAsk(t *testing.T) {
      	ask(true)
      }

      func BenchmarkAsk(b *testing.B) {
      	for range b.N {
      		ask(false)
      	}
      }
      """;

  private static final String FIXABLE =
      """
      //go:build go1.21

      package m

      import (
      	"context"
      	"errors"
      	"sync"
      )

      func flush() {
      	ctx, _ := context.WithCancel(context.Background())
      	go func() {
      		<-ctx.Done()
      	}()
      }

      type counter struct {
      	mu sync.Mutex
      	n  int
      }

      func (c *counter) add(limit int) error {
      	c.mu.Lock()
      	if c.n == limit {
      		return errors.New("full")
      	}
      	c.n++
      	c.mu.Unlock()
      	return nil
      }

      func run(job func()) {
      	var wg sync.WaitGroup
      	go func() {
      		wg.Add(1)
      		defer wg.Done()
      		job()
      	}()
      	wg.Wait()
      }

      func each(values []int, use func(int)) {
      	var wg sync.WaitGroup
      	for _, v := range values {
      		wg.Add(1)
      		go func() {
      			defer wg.Done()
      			use(v)
      		}()
      	}
      	wg.Wait()
      }
      """;

  private static final String FIXABLE_TEST =
      """
      package m

      import (
      	"testing"
      	"time"
      )

      func TestFlush(t *testing.T) {
      	flush()
      	time.Sleep(time.Millisecond)
      }

      func TestFull(t *testing.T) {
      	c := &counter{}
      	done := make(chan error)
      	go func() { done <- c.add(0) }()
      	<-done
      	go c.add(1)
      	time.Sleep(time.Millisecond)
      }

      func TestRun(t *testing.T) {
      	run(func() {})
      }
      """;

  @TempDir private Path directory;

  private Path write(String name, String text) throws Exception {
    GoModule.at(directory).file(name, text);
    return directory.resolve(name);
  }

  private EditorClient open(boolean vetOnSave) throws Exception {
    JsonObject options = new JsonObject();
    options.addProperty("vetOnSave", vetOnSave);
    options.addProperty("exploreTime", "10s");
    return EditorClient.open(directory, options);
  }

  /** As a run may have it that was sent. */
  private void aPageIsNotWrittenThroughALink(EditorClient editor, CodeAction timeline)
      throws Exception {
    Path victim = Files.writeString(directory.resolve("victim"), "dear");
    Path page = directory.resolve(".harrier/latest").toRealPath().resolve("report.html");
    Files.delete(page);
    Files.createSymbolicLink(page, victim);
    assertThatThrownBy(() -> editor.execute(timeline.getCommand()).get(1, TimeUnit.MINUTES))
        .hasMessageContaining("is a symbolic link");
    assertThat(victim).content().isEqualTo("dear");
    Files.delete(page);
  }

  private static Command titled(List<Command> commands, String title) {
    return commands.stream().filter(c -> c.getTitle().equals(title)).findFirst().orElseThrow();
  }

  private static CodeAction action(List<CodeAction> actions, String title) {
    return actions.stream()
        .filter(a -> a.getTitle().startsWith(title))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no '%s' in %s".formatted(title, actions)));
  }

  @Test
  void aLeakIsShownFollowedFixedAndGoes() throws Exception {
    Path source = write("m.go", LEAK);
    Path test = write("m_test.go", TEST);
    try (EditorClient editor = open(false)) {
      editor.opened(source);
      editor.opened(test);

      List<Command> lenses = editor.lenses(test);
      assertThat(lenses)
          .extracting(Command::getTitle)
          .containsExactly("run under Harrier", "explore", "run under Harrier");
      Object ran = editor.execute(lenses.getFirst()).get(4, TimeUnit.MINUTES);
      assertThat(ran.toString()).contains("status=1.0").contains("1 finding");
      assertThat(editor.progress).isNotEmpty();
      assertThat(editor.statusLine).first().isEqualTo("");
      assertThat(editor.statusLine).last().asString().startsWith("harrier test: 1 finding");

      Diagnostic found = editor.diagnostics(source, all -> all.size() == 1).getFirst();
      assertThat(found.getCode().getLeft()).isEqualTo("goroutine-leak");
      assertThat(found.getSeverity()).isEqualTo(DiagnosticSeverity.Error);
      assertThat(found.getRange().getStart().getLine()).isEqualTo(6);
      assertThat(found.getRelatedInformation())
          .extracting(r -> r.getLocation().getRange().getStart().getLine())
          .contains(6, 5, 4);
      assertThat(editor.lenses(test))
          .extracting(Command::getTitle)
          .contains("timeline of goroutine-leak");

      String moved = LEAK.replace("package m\n", "package m\n\n// More.\n");
      editor.changed(source, moved);
      editor.diagnostics(source, all -> all.getFirst().getRange().getStart().getLine() == 8);
      int before = editor.publications.get();
      for (int i = 1; i <= 100; i++) {
        editor.changed(source, LEAK.replace("package m\n", "package m\n" + "\n".repeat(i)));
      }
      editor.diagnostics(source, all -> all.getFirst().getRange().getStart().getLine() == 106);
      assertThat(editor.publications.get() - before)
          .as("diagnostics are looked at again once a moment, not at each key")
          .isLessThan(30);
      editor.changed(source, LEAK.replace("answer <- 42", "answer <- 43"));
      Diagnostic stale =
          editor
              .diagnostics(source, all -> all.getFirst().getSeverity() == DiagnosticSeverity.Hint)
              .getFirst();
      assertThat(stale.getMessage().getLeft()).contains("stale: this line has changed since run ");
      editor.changed(source, LEAK);
      found =
          editor
              .diagnostics(source, all -> all.getFirst().getSeverity() == DiagnosticSeverity.Error)
              .getFirst();

      List<CodeAction> actions = editor.actions(source, found);
      EditorClient.apply(action(actions, "Give the channel room").getEdit());
      assertThat(source).content().contains("answer := make(chan int, 1)\n");
      editor.changed(source, Files.readString(source));
      editor.execute(lenses.getFirst()).get(4, TimeUnit.MINUTES);
      editor.diagnostics(source, List::isEmpty);
      assertThat(editor.exit()).isEqualTo(0);
    }
  }

  /** Above a type whose methods others call, not above what only this package uses. */
  @Test
  void aTypeIsProbed() throws Exception {
    Path source =
        write(
            "m.go",
            """
            package m

            import "sync"

            // A Counter is safe for concurrent use.
            type Counter struct {
            	mu sync.Mutex
            	n  int
            }

            func (c *Counter) Add() {
            	c.mu.Lock()
            	defer c.mu.Unlock()
            	c.n++
            }

            type Size int

            type Set[K comparable] struct{ all map[K]bool }

            func (s Set[K]) Has(key K) bool { return s.all[key] }

            type inner struct{}

            func (inner) Close() {}
            """);
    Path test = write("m_test.go", TEST.replace("ask(true)", "new(Counter).Add()"));
    Files.writeString(test, Files.readString(test).replace("ask(false)", "new(Counter).Add()"));
    try (EditorClient editor = open(false)) {
      editor.opened(source);
      List<Command> lenses = editor.lenses(source);
      assertThat(lenses).extracting(Command::getTitle).containsExactly("probe", "probe");
      Object ran = editor.execute(lenses.getFirst()).get(4, TimeUnit.MINUTES);
      assertThat(ran.toString()).contains("status=0.0", "probed 1 of 1 type");
      assertThat(editor.exit()).isEqualTo(0);
    }
  }

  @Test
  void whatATerminalRunsIsShownToo() throws Exception {
    Path source = write("m.go", LEAK);
    write("m_test.go", TEST);
    try (EditorClient editor = open(false)) {
      assertThat(new HarrierProcess(directory).run("test", ".").status()).isEqualTo(1);
      Diagnostic found = editor.diagnostics(source, all -> all.size() == 1).getFirst();

      CodeAction timeline = action(editor.actions(source, found), "Show the timeline");
      Object shown = editor.execute(timeline.getCommand()).get(1, TimeUnit.MINUTES);
      assertThat(shown.toString()).contains("report.html");
      assertThat(editor.messages)
          .anyMatch(m -> m.contains("report.html#" + found.getData().toString().replace("\"", "")));
      aPageIsNotWrittenThroughALink(editor, timeline);

      CodeAction silence = action(editor.actions(source, found), "Silence this finding");
      EditorClient.apply(silence.getEdit());
      assertThat(source).content().contains("\t\tanswer <- 42 //harrier:ignore goroutine-leak\n");
      Files.writeString(source, LEAK);
      Object applied =
          editor
              .execute(
                  "harrier.silence",
                  List.of(
                      EditorClient.uri(source),
                      found.getData().toString().replace("\"", ""),
                      "it is a test"))
              .get(1, TimeUnit.MINUTES);
      assertThat(applied.toString()).contains("true");
      assertThat(source)
          .content()
          .contains("\t\tanswer <- 42 //harrier:ignore goroutine-leak it is a test\n");
      assertThat(new HarrierProcess(directory).run("test", ".").status()).isEqualTo(0);
      editor.diagnostics(source, List::isEmpty);
    }
  }

  @Test
  void savingRunsVetAndKeepsNoRun() throws Exception {
    String race = "package m\n\nfunc f() int {\n\tx := 0\n\tgo func() { x = 1 }()\n\treturn x\n}\n";
    String ordered = "package m\n\nfunc f() int {\n\tx := 0\n\treturn x\n}\n";
    Path source = write("m.go", ordered);
    try (EditorClient editor = open(true)) {
      editor.opened(source);
      editor.saved(source, race);
      editor.saved(source, race);
      Diagnostic found = editor.diagnostics(source, all -> all.size() == 1).getFirst();
      assertThat(found.getCode().getLeft()).isEqualTo("closure-race");
      assertThat(found.getSeverity()).isEqualTo(DiagnosticSeverity.Warning);
      assertThat(directory.resolve(".harrier")).doesNotExist();
      editor.saved(source, ordered);
      editor.diagnostics(source, List::isEmpty);
    }
  }

  /** Each fix that is suggested, in one file: the runs that found the bugs find none afterwards. */
  @Test
  void suggestedFixesFix() throws Exception {
    Path source = write("m.go", FIXABLE);
    write("m_test.go", FIXABLE_TEST);
    assertThat(new HarrierProcess(directory).run("test", ".").status()).isEqualTo(1);
    assertThat(new HarrierProcess(directory).run("vet", "--fail-on", "static", ".").status())
        .isEqualTo(1);
    try (EditorClient editor = open(false)) {
      editor.opened(source);
      List<Diagnostic> found = new ArrayList<>(editor.diagnostics(source, all -> all.size() == 4));
      found.sort(Comparator.comparingInt(d -> -d.getRange().getStart().getLine()));
      List<CodeAction> fixes = new ArrayList<>();
      for (Diagnostic diagnostic : found) {
        editor.actions(source, diagnostic).stream()
            .filter(a -> Boolean.TRUE.equals(a.getIsPreferred()))
            .forEach(fixes::add);
      }
      assertThat(fixes)
          .extracting(CodeAction::getTitle)
          .containsExactly(
              "Give each iteration its own copy of v",
              "Call Add before the go statement",
              "Unlock when the function returns: defer c.mu.Unlock()",
              "Cancel the context when the function returns: defer cancel()");
      for (CodeAction fix : fixes) {
        EditorClient.apply(fix.getEdit());
      }
      Result tests = new HarrierProcess(directory).run("test", ".");
      assertThat(tests.status()).as(tests + Files.readString(source)).isEqualTo(0);
      Result vet = new HarrierProcess(directory).run("vet", "--fail-on", "static", ".");
      assertThat(vet.status()).as(vet + Files.readString(source)).isEqualTo(0);
    }
  }

  @Test
  void aRunThatIsCanceledOrWhoseServerIsKilledIsEndedWithItsChildren() throws Exception {
    write("m.go", "package m\n");
    Path test =
        write(
            "m_test.go",
            """
            package m

            import (
            	"os"
            	"testing"
            	"time"
            )

            func TestSleeps(t *testing.T) {
            	os.WriteFile("started", nil, 0o666)
            	time.Sleep(10 * time.Minute)
            }
            """);
    try (EditorClient editor = open(false)) {
      CompletableFuture<Object> run =
          editor.execute(titled(editor.lenses(test), "run under Harrier"));
      waitUntil(() -> Files.exists(directory.resolve("started")));
      run.cancel(true);
      waitUntil(() -> editor.children() == 0);
      var _ = editor.execute(titled(editor.lenses(test), "run under Harrier"));
      waitUntil(() -> editor.children() >= 1);
      assertThat(editor.exit()).isEqualTo(0);
      assertThat(editor.children()).isEqualTo(0);
    }

    Files.delete(directory.resolve("started"));
    try (EditorClient editor = open(false)) {
      var _ = editor.execute(titled(editor.lenses(test), "run under Harrier"));
      waitUntil(() -> Files.exists(directory.resolve("started")));
      List<ProcessHandle> orphans = editor.kill();
      assertThat(orphans).isNotEmpty();
      waitUntil(() -> orphans.stream().noneMatch(Processes::isRunning));
    }
  }

  private static void waitUntil(BooleanSupplier condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(100);
    }
  }

  @Test
  void badInputIsASentence() throws Exception {
    Path source = write("m.go", "package m\n");
    Path run = Files.createDirectories(directory.resolve(".harrier/runs/20260131-235959-1"));
    Files.writeString(run.resolve("run.json"), "{\"version\": 1}");
    Files.writeString(run.resolve("findings.json"), "{\"version\": 1}");
    try (EditorClient editor = open(false)) {
      editor.opened(source);
      waitUntil(() ->
          editor.messages.stream().anyMatch(m -> m.contains("version 4, the only one that this")));
      String uri = EditorClient.uri(source);
      for (List<Object> arguments :
          List.of(List.<Object>of(), List.<Object>of("http://x"), List.<Object>of(uri, "0123"))) {
        assertThatThrownBy(
                () -> editor.execute("harrier.replay", arguments).get(1, TimeUnit.MINUTES))
            .isInstanceOf(ExecutionException.class);
      }
      assertThatThrownBy(
              () -> editor.execute("harrier.replay", List.of(uri, "0123")).get(1, TimeUnit.MINUTES))
          .hasMessageContaining("the finding 0123 is not stored any more");
      assertThatThrownBy(() -> editor.execute("harrier.vet", List.of()).get(1, TimeUnit.MINUTES))
          .hasMessageContaining("the command needs 1 argument");
      assertThatThrownBy(
              () -> editor.execute("harrier.vet", List.of("file:///")).get(1, TimeUnit.MINUTES))
          .hasMessageContaining("file:/// is not a file of this machine");
      assertThatThrownBy(() -> editor.hover(source).get(1, TimeUnit.MINUTES))
          .hasMessageContaining("harrier lsp does not serve this request");
      assertThat(editor.messages).hasSize(1);
    }
  }
}
