package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.toolchain.tool.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier check-fix} on right fixes and wrong ones. */
final class CheckFixCommandTest {
  /** A batch that is taken and not yet delivered is lost to who closes. */
  private static final String BUG =
      """
      package m

      import "sync"

      type batcher struct {
      	deliver func(int)

      	mu    sync.Mutex
      	batch int
      }

      func (b *batcher) add() {
      	b.mu.Lock()
      	defer b.mu.Unlock()
      	b.batch++
      	go b.flush()
      }

      func (b *batcher) flush() {
      	b.mu.Lock()
      	batch := b.batch
      	b.batch = 0
      	b.mu.Unlock()
      	if batch > 0 {
      		b.deliver(batch)
      	}
      }

      func (b *batcher) close() {
      	b.flush()
      }
      """;

  private static final String TEST =
      """
      package m

      import (
      	"sync/atomic"
      	"testing"
      )

      func TestClose(t *testing.T) {
      	var delivered atomic.Int64
      	b := &batcher{deliver: func(n int) { delivered.Add(int64(n)) }}
      	b.add()
      	b.close()
      	if n := delivered.Load(); n != 1 {
      		t.Errorf("delivered %d of 1", n)
      	}
      }

      func TestNothing(t *testing.T) {
      	new(batcher).flush()
      }
      """;

  private static final String FIXED =
      BUG.replace("\tmu    sync.Mutex", "\tdelivering sync.Mutex\n\n\tmu    sync.Mutex")
          .replace(
              "flush() {\n", "flush() {\n\tb.delivering.Lock()\n\tdefer b.delivering.Unlock()\n");

  /** The region is too small: the batch is taken outside of it. */
  private static final String TOO_SMALL =
      BUG.replace("\tmu    sync.Mutex", "\tdelivering sync.Mutex\n\n\tmu    sync.Mutex")
          .replace(
              "\t\tb.deliver(batch)",
              "\t\tb.delivering.Lock()\n\t\tdefer b.delivering.Unlock()\n\t\tb.deliver(batch)");

  @TempDir private Path directory;

  @BeforeEach
  void write() throws Exception {
    GoModule.at(directory).file("m.go", BUG).file("m_test.go", TEST);
  }

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  private String found() throws Exception {
    Result result = harrier("fuzz", "-first", "-time", "2m", "-per-test", "400");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    return report().findings().getFirst().fingerprint();
  }

  private RunReport report() throws Exception {
    return new RunStore(directory.resolve(".harrier"), directory).latest();
  }

  private FixCheck check() throws Exception {
    return report().run().ending().orElseThrow().remarks().stream()
        .filter(Remark.FixChecked.class::isInstance)
        .map(remark -> ((Remark.FixChecked) remark).check())
        .findFirst()
        .orElseThrow();
  }

  private FixCheck checked(int status, String finding, String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of("check-fix"));
    words.addAll(List.of(more));
    words.add(finding);
    Result result = harrier(words.toArray(String[]::new));
    assertThat(result.status()).as(result.toString()).isEqualTo(status);
    return check();
  }

  private void change(String text) throws Exception {
    Files.writeString(directory.resolve("m.go"), text);
  }

  @Test
  void aRightFixIsAcceptedAndOthersAreNot() throws Exception {
    String finding = found();

    change("// Package m moves all lines.\n\n" + TOO_SMALL);
    FixCheck small = checked(1, finding);
    assertThat(small.verdict()).isEqualTo(new FixVerdict.StillThere());
    FixCheck.Replay replay = small.replay().orElseThrow();
    assertThat(replay.byPosition()).isFalse();
    assertThat(replay.matched()).isEqualTo(replay.decisions()).isPositive();
    assertThat(replay.shown()).isEqualTo(replay.runs()).isPositive();
    assertThat(report().findings())
        .singleElement()
        .matches(f -> f.rule().id().equals("test-failure"));

    change(FIXED);
    FixCheck right = checked(0, finding, "-time", "24s");
    assertThat(right.verdict().isAccepted()).isTrue();
    assertThat(right.before().orElseThrow().shown()).isPositive();
    assertThat(right.after().orElseThrow().executions()).isPositive();
    assertThat(right.after().orElseThrow().shown()).isZero();
    assertThat(right.silenceByLuck().orElseThrow()).isLessThan(1);
    FixCheck.AtCause ordered = right.atCause().orElseThrow();
    assertThat(ordered.isOrdered()).as(ordered.toString()).isTrue();
    assertThat(ordered.orderedBy().orElseThrow().site().line())
        .isEqualTo(FIXED.substring(0, FIXED.indexOf("b.delivering.Lock()")).split("\n").length);

    change(FIXED.replace("close() {\n", "close() {\n\tgo func() { select {} }()\n"));
    FixCheck leaks = checked(1, finding);
    assertThat(report().findings())
        .singleElement()
        .matches(f -> f.rule().id().equals("goroutine-leak"))
        .extracting(f -> (FixVerdict) new FixVerdict.AnotherOne(f.fingerprint()))
        .isEqualTo(leaks.verdict());

    change(FIXED + "\nfunc broken() { return 1 }\n");
    assertThat(checked(3, finding).verdict())
        .isEqualTo(new FixVerdict.ProgramFails(FixVerdict.Failure.DOES_NOT_BUILD, ""));

    change(FIXED.replace("b.deliver(batch)", "b.deliver(batch + 1)"));
    assertThat(checked(3, finding).verdict())
        .isInstanceOfSatisfying(
            FixVerdict.ProgramFails.class,
            fails -> {
              assertThat(fails.why()).isEqualTo(FixVerdict.Failure.TEST_FAILS);
              assertThat(fails.detail()).contains("delivered 2 of 1");
            });
  }

  @Test
  void commitsAreComparedInDirectoriesOfTheirOwn() throws Exception {
    git("init", "-q");
    Files.writeString(directory.resolve(".gitignore"), ".harrier\n");
    commit("bug");
    String finding = found();
    change(TOO_SMALL);
    commit("small");
    change(FIXED + "\nfunc (b *batcher) reset() { b.batch = 0 }\n");
    commit("fixed");
    change("package m\n\nnot Go");

    assertThat(checked(1, finding, "-base", "bug", "-fix", "small").verdict())
        .isEqualTo(new FixVerdict.StillThere());
    assertThat(report().findings())
        .singleElement()
        .extracting(f -> f.location().file())
        .isEqualTo(directory.resolve("m_test.go").toString());
    FixCheck fixed = checked(0, finding, "-time", "4s", "-base", "bug", "-fix", "fixed");
    assertThat(fixed.verdict().isAccepted()).isTrue();
    FixCheck.Changed changed = fixed.changed().orElseThrow();
    assertThat(changed.tests()).containsExactly("example.com/m.TestNothing");
    assertThat(changed.unreached())
        .singleElement()
        .satisfies(line -> {
          assertThat(line.file()).isEqualTo(directory.resolve("m.go").toString());
          assertThat(line.line()).isEqualTo((int) FIXED.lines().count() + 2);
        });
    assertThat(git("worktree", "list").lines()).hasSize(1);
    assertThat(git("status", "--porcelain").strip()).isEqualTo("M m.go");
  }

  /**
   * Two tests reach the race of the same functions, and the change ends that of one of them: the
   * other one runs no changed line, but the function that has them.
   */
  @Test
  void whatIsLeftInAnotherTestIsNotFixed() throws Exception {
    String bug =
        """
        package m

        import "sync"

        type sample struct{ n int }

        func (s *sample) add() { s.n++ }

        func (s *sample) get() int { return s.n }

        type sink struct {
        	mu                sync.Mutex
        	samples, counters sample
        }

        func (k *sink) add(s *sample) {
        	k.mu.Lock()
        	s.add()
        	k.mu.Unlock()
        }

        func (k *sink) data(counters bool) *sample {
        	k.mu.Lock()
        	defer k.mu.Unlock()
        	if counters {
        		return &k.counters
        	}
        	return &k.samples
        }
        """;
    GoModule.at(directory)
        .file("m.go", bug)
        .file(
            "m_test.go",
            """
            package m

            import "testing"

            func TestSamples(t *testing.T) {
            	k := new(sink)
            	done := make(chan bool)
            	runs := 0
            	go func() { runs++; k.add(&k.samples); close(done) }()
            	runs++
            	k.data(false).get()
            	<-done
            }

            func TestCounters(t *testing.T) {
            	k := new(sink)
            	done := make(chan bool)
            	go func() { k.add(&k.counters); close(done) }()
            	k.data(true).get()
            	<-done
            }
            """)
        .file(".gitignore", ".harrier\n");
    git("init", "-q");
    commit("bug");
    Result result = harrier("fuzz", "-per-test", "40", "-time", "2m", "-run", "TestSamples");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    String finding =
        report().findings().stream()
            .filter(f -> f.location().file().endsWith("m.go"))
            .findFirst()
            .orElseThrow()
            .fingerprint();

    String half = bug.replace("\treturn &k.samples", "\tsamples := k.samples\n\treturn &samples");
    change(half);
    assertThat(checked(1, finding, "-time", "12s").verdict())
        .isEqualTo(new FixVerdict.StillThere());
    assertThat(report().findings()).singleElement().matches(f -> f.test().equals("TestCounters"));

    change(half.replace("\treturn &k.counters", "\tcounters := k.counters\n\t\treturn &counters"));
    FixCheck whole = checked(0, finding, "-time", "8s");
    assertThat(whole.changed().orElseThrow().tests()).containsExactly("example.com/m.TestCounters");
    assertThat(whole.left())
        .singleElement()
        .matches(left -> left.rule().equals("data-race"))
        .matches(left -> left.at().file().endsWith("m_test.go"));
  }

  /** A change that ends the race and leaves the check apart from the use leaves the panic. */
  @Test
  void whatTheRaceLedToIsNotFixedWithIt() throws Exception {
    String bug =
        """
        package m

        type session struct{ user string }

        type server struct{ current *session }

        func (s *server) login() { s.current = &session{"eve"} }

        func (s *server) user() string {
        	if s.current != nil {
        		return s.current.user
        	}
        	return ""
        }

        func (s *server) logout() { s.current = nil }
        """;
    GoModule.at(directory)
        .file("m.go", bug)
        .file(
            "m_test.go",
            """
            package m

            import "testing"

            func TestLogout(t *testing.T) {
            	s := new(server)
            	s.login()
            	done := make(chan bool)
            	go func() { s.logout(); close(done) }()
            	s.user()
            	<-done
            }
            """);
    Result result = harrier("fuzz", "-per-test", "60", "-time", "2m");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    String race =
        report().findings().stream()
            .filter(f -> f.rule().id().equals("data-race"))
            .findFirst()
            .orElseThrow()
            .fingerprint();

    String apart =
        bug.replace("package m", "package m\n\nimport \"sync/atomic\"")
            .replace("current *session", "current atomic.Pointer[session]")
            .replace("s.current = &session{\"eve\"}", "s.current.Store(&session{\"eve\"})")
            .replace("s.current = nil", "s.current.Store(nil)")
            .replace("s.current != nil", "s.current.Load() != nil")
            .replace("s.current.user", "s.current.Load().user");
    change(apart);
    assertThat(checked(1, race, "-time", "12s").verdict())
        .isInstanceOf(FixVerdict.AnotherOne.class);
    assertThat(report().findings())
        .singleElement()
        .matches(f -> f.rule().id().equals("test-panic"));

    change(
        apart
            .replace("if s.current.Load() != nil", "if now := s.current.Load(); now != nil")
            .replace("s.current.Load().user", "now.user"));
    assertThat(checked(0, race, "-time", "8s").verdict().isAccepted()).isTrue();
  }

  /** The test counts goroutines and does not wait for them: it failed so before the change. */
  @Test
  void anAssertionThatFailedNextToALeakIsNotNew() throws Exception {
    String bug =
        """
        package m

        import "context"

        func start(ctx context.Context) chan int {
        	ch := make(chan int)
        	go func() {
        		ch <- 1
        		close(ch)
        	}()
        	return ch
        }
        """;
    GoModule.at(directory)
        .file("m.go", bug)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"context"
            	"runtime"
            	"sync"
            	"testing"
            )

            func TestLeak(t *testing.T) {
            	before := runtime.NumGoroutine()
            	var wg sync.WaitGroup
            	wg.Add(3)
            	for range 3 {
            		go func() {
            			defer wg.Done()
            			ctx, cancel := context.WithCancel(context.Background())
            			cancel()
            			start(ctx)
            			<-ctx.Done()
            		}()
            	}
            	wg.Wait()
            	if after := runtime.NumGoroutine(); after > before {
            		t.Errorf("leaked: before %d, after %d", before, after)
            	}
            }
            """);
    Result result = harrier("fuzz", "-first", "-time", "2m", "-per-test", "40");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(report().findings().getFirst().rule().id()).isEqualTo("goroutine-leak");
    change(bug.replace("ch <- 1", "select {\n\t\tcase ch <- 1:\n\t\tcase <-ctx.Done():\n\t\t}"));
    FixCheck check = checked(0, report().findings().getFirst().fingerprint(), "-time", "8s");
    assertThat(check.left()).singleElement().matches(left -> left.rule().equals("test-failure"));
  }

  /** All schedules of a small test are explored. */
  @Test
  void noScheduleOfASmallTestShowsIt() throws Exception {
    GoModule.at(directory).test("sync", FuzzPrograms.OPPOSITE_LOCKS);
    String finding = found();
    String locks = Files.readString(directory.resolve("m_test.go"));
    Files.writeString(
        directory.resolve("m_test.go"),
        locks.replace(
            "b.Lock(); a.Lock(); a.Unlock(); b.Unlock()",
            "a.Lock(); b.Lock(); b.Unlock(); a.Unlock()"));
    assertThat(Files.readString(directory.resolve("m_test.go"))).isNotEqualTo(locks);
    assertThat(checked(0, finding).verdict()).isEqualTo(new FixVerdict.Proved(true));
  }

  /** What vet, test and trace find has no schedule: the tests that reach it are explored first. */
  @Test
  void whatHasNoScheduleIsShownBeforeTheChangeFirst() throws Exception {
    String bug =
        """
        package m

        func total(numbers []int) int {
        	total := 0
        	done := make(chan bool, len(numbers))
        	for _, n := range numbers {
        		go func() {
        			total += n
        			done <- true
        		}()
        	}
        	for range numbers {
        		<-done
        	}
        	return total
        }

        func First(ask func(int) int) int {
        	answers := make(chan int)
        	for i := range 2 {
        		go func() { answers <- ask(i) }()
        	}
        	return <-answers
        }
        """;
    String locked =
        bug.replace("total := 0", "total := 0\n\tvar mu sync.Mutex")
            .replace("total += n", "mu.Lock()\n\t\t\ttotal += n\n\t\t\tmu.Unlock()")
            .replace("package m\n", "package m\n\nimport \"sync\"\n");
    Files.createDirectories(directory.resolve("cmd"));
    GoModule.at(directory)
        .file("m.go", bug)
        .file(
            "m_test.go",
            """
            package m

            import "testing"

            func TestTotal(t *testing.T) { total([]int{1, 2}) }

            func TestFirst(t *testing.T) { First(func(i int) int { return i }) }
            """)
        .file(
            "cmd/main.go",
            """
            package main

            import (
            	"time"

            	"example.com/m"
            )

            func main() {
            	asked := make(chan bool, 2)
            	m.First(func(i int) int { asked <- true; return i })
            	<-asked
            	<-asked
            	time.Sleep(200 * time.Millisecond)
            }
            """)
        .file(".gitignore", ".harrier\nprogram\n");
    String race = only("closure-race", "vet", "./...");
    Result unknown = harrier("check-fix", race);
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.toString()).contains("check-fix -base REF " + race.substring(0, 8));

    git("init", "-q");
    commit("bug");
    Command.run(List.of("go", "build", "-o", "program", "./cmd"), directory, System.getenv());
    String leak = only("goroutine-leak", "trace", "./program");

    change(locked);
    shownBefore(checked(1, leak), "TestFirst");
    assertThat(only("goroutine-leak", "test", "./...")).isEqualTo(leak);
    change(locked.replace("make(chan int)", "make(chan int, 0)"));
    shownBefore(checked(1, leak, "-base", "bug"), "TestFirst");
    FixCheck right = checked(0, race, "-base", "bug", "-time", "8s");
    shownBefore(right, "TestTotal");
    assertThat(right.finding()).isEqualTo(race);
    assertThat(right.before().orElseThrow().shown()).isPositive();
  }

  private static void shownBefore(FixCheck check, String test) {
    assertThat(check.scheduled().orElseThrow().test()).isEqualTo(test);
    assertThat(check.scheduled().orElseThrow().executions()).isPositive();
  }

  /** The fingerprint of the one finding of a rule that a command has. */
  private String only(String rule, String... command) throws Exception {
    Result result = harrier(command);
    List<Finding> found =
        report().findings().stream().filter(f -> f.rule().id().equals(rule)).toList();
    assertThat(found).as(result.toString()).hasSize(1);
    return found.getFirst().fingerprint();
  }

  private String git(String... arguments) throws Exception {
    List<String> words =
        new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@example.com"));
    words.addAll(List.of(arguments));
    Command.Outcome outcome = Command.run(words, directory, System.getenv());
    assertThat(outcome.status()).as(outcome.errors()).isZero();
    return outcome.output();
  }

  private void commit(String tag) throws Exception {
    git("add", "-A");
    git("commit", "-qm", tag);
    git("tag", tag);
  }
}
