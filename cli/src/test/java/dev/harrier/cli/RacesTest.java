package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.words.ActionWords;
import dev.harrier.testkit.WantComments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explorations find data races by themselves, without cgo and Go's race detector. */
final class RacesTest {
  /** The write in line 9 and the read in line 10 are not ordered. */
  private static final String RACE =
      """
      n := 0
      done := make(chan bool, 1)
      go func() { n = 1; done <- true }()
      _ = n
      <-done
      """;

  /** With calls of the detector in it, its frame leaves them no room on the stack. */
  private static final String TIGHT =
      """
      package m

      //go:nosplit
      //go:noinline
      func tight(p *[64]int) int {
      	var a [98]int
      	for i := range a {
      		a[i] = p[i&63]
      	}
      	return a[p[2]&63]
      }
      """;

  /** Go's own checks of such pointers, which only -race has, would end the process. */
  private static final String UNSAFE =
      """
      package m

      import "unsafe"

      func hidden(p unsafe.Pointer) unsafe.Pointer { return unsafe.Pointer(uintptr(p) ^ 0) }
      """;

  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory)
        .with("GOPROXY", "off")
        .with("GOFLAGS", "")
        .with("CGO_ENABLED", "0")
        .call(arguments);
  }

  private RunReport latest() throws Exception {
    return new RunStore(directory.resolve(".harrier"), directory).latest();
  }

  @Test
  void theyAreFoundUnlessTheUserSaysOtherwise() throws Exception {
    GoModule.at(directory).test("", RACE);
    Result result = harrier("fuzz", "--per-test", "5", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    Finding finding = latest().findings().getFirst();
    assertThat(finding.rule().id()).isEqualTo("data-race");
    assertThat(finding.witness().reproduction().orElseThrow().seen()).isEqualTo(10);
    Result again = harrier("replay", finding.witness().schedule().orElseThrow());
    assertThat(again.status()).as(again.toString()).isEqualTo(1);
    assertThat(again.out()).contains("reproduced in 10 of 10 runs");
    assertThat(latest().findings().getFirst().witness().interleaving().orElseThrow().turns())
        .extracting(turn -> ActionWords.brief(turn).replaceAll("goroutine \\d+", "G"))
        .contains("wrote n: 0 -> 1 in a race with G")
        .containsAnyOf("read n: 1 in a race with G", "read n: 0 in a race with G");
    assertThat(harrier("fuzz", "--fresh", "--races", "off", "--per-test", "5").status()).isZero();
    assertThat(harrier("fuzz", "--races", "all", "-race", "./...").status()).isEqualTo(2);
  }

  /** Two goroutines may delete from a map that is nil: there is nothing that they share. */
  @Test
  void whatIsDeletedFromNoMapIsNoRace() throws Exception {
    String deleting =
        """
        maps := [2]map[int]int{}
        done := make(chan bool, 2)
        for i := range maps {
        	go func() { delete(maps[%s], i); done <- true }()
        }
        <-done
        <-done
        """;
    GoModule.at(directory).test("", deleting.formatted("i"));
    Result fixed = harrier("fuzz", "--per-test", "20", "./...");
    assertThat(fixed.status()).as(fixed.toString()).isZero();
    GoModule.at(directory).test("", deleting.formatted("0").replace("{}", "{{1: 1}, {2: 2}}"));
    Result bug = harrier("fuzz", "--per-test", "20", "./...");
    assertThat(bug.status()).as(bug.toString()).isEqualTo(1);
    Finding race = latest().findings().getFirst();
    assertThat(race.rule().id()).isEqualTo("data-race");
    assertThat(race.witness().reproduction().orElseThrow().seen()).isEqualTo(10);
  }

  /** One function increments two variables, neither of which has a lock. */
  @Test
  void aFunctionThatRacesOnTwoVariablesIsTwoFindings() throws Exception {
    GoModule.at(directory)
        .file(
            "m_test.go",
            """
            package m

            import (
            	"sync"
            	"testing"
            )

            func inc(p *int) {
            	*p++
            }

            func TestM(t *testing.T) {
            	var x, y int
            	var group sync.WaitGroup
            	for range 2 {
            		group.Go(func() { inc(&x) })
            		group.Go(func() {
            			inc(&y)
            		})
            	}
            	group.Wait()
            }
            """);
    Result result = harrier("fuzz", "--per-test", "20", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(latest().findings()).as(result.toString()).hasSize(2);
  }

  /** A buffer, a generator, a slice, and a value that is encoded; %s and %s may be a lock's. */
  private static final String LENT =
      """
      package m

      import (
      	"bytes"
      	"encoding/json"
      	"log"
      	"math/rand"
      	"sort"
      	"sync"
      	"testing"
      )

      var lock sync.Mutex

      func twice(f func(int)) {
      	var group sync.WaitGroup
      	for i := range 2 {
      		group.Go(func() {
      			%s
      			f(i)
      			%s
      		})
      	}
      	group.Wait()
      }

      func TestBuffer(t *testing.T) {
      	var text bytes.Buffer
      	twice(func(int) {
      		log.New(&text, "", 0).Print("x")
      	})
      }

      func TestGenerator(t *testing.T) {
      	numbers := rand.New(rand.NewSource(1))
      	twice(func(int) { numbers.Intn(5) })
      }

      func TestSlice(t *testing.T) {
      	values := []int{3, 2, 1}
      	twice(func(int) { sort.Ints(values) })
      }

      func TestEncoded(t *testing.T) {
      	value := &struct{ N int }{1}
      	twice(func(i int) {
      		if i == 0 {
      			value.N = 2
      		} else {
      			json.Marshal(value)
      		}
      	})
      }
      """;

  @Test
  void whatGosLibraryDoesWithMemoryOfItsCallersIsSeen() throws Exception {
    GoModule.at(directory).file("m_test.go", LENT.formatted("", ""));
    Result result = harrier("fuzz", "--per-test", "10", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    // What the library finds in such memory may make it panic.
    assertThat(latest().findings())
        .extracting(f -> f.rule().id())
        .isSubsetOf("data-race", "test-panic");
    assertThat(latest().findings())
        .filteredOn(f -> f.rule().id().equals("data-race"))
        .extracting(Finding::test)
        .contains("TestBuffer", "TestGenerator", "TestSlice", "TestEncoded");
    Files.writeString(
        directory.resolve("m_test.go"), LENT.formatted("lock.Lock()", "lock.Unlock()"));
    Result mended = harrier("fuzz", "--per-test", "10", "./...");
    assertThat(mended.status()).as(mended.toString()).isZero();
    assertThat(latest().findings()).isEmpty();
  }

  /** Package runtime/cgo, which comes with package net, has code of the map of its own. */
  @Test
  void whatAMapOrdersIsSeenInAProgramWithC() throws Exception {
    GoModule.at(directory)
        .file("cgo_test.go", "package m\n\nimport _ \"runtime/cgo\"\n")
        .test(
            "sync",
            """
            var kept sync.Map
            var group sync.WaitGroup
            for range 2 {
            	group.Go(func() {
            		value, there := kept.Load("n")
            		if !there {
            			n := 1
            			value, _ = kept.LoadOrStore("n", &n)
            		}
            		_ = *value.(*int)
            	})
            }
            group.Wait()
            """);
    Result result =
        new HarrierProcess(directory)
            .with("GOPROXY", "off")
            .with("CGO_ENABLED", "1")
            .call("fuzz", "--execs", "20", "./...");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(latest().findings()).isEmpty();
  }

  /**
   * The goroutine answers at once, so a test that gives up after seconds was held up for seconds.
   */
  @Test
  void theRaceOfATestWhoseOwnTimeLimitIsOverEarlyIsSuspicious() throws Exception {
    String patient =
        """
        answer := 0
        done := make(chan bool)
        go func() { answer = 1; close(done) }()
        select {
        case <-done:
        case <-time.After(LIMIT):
        }
        _ = answer
        """;
    GoModule.at(directory).test("time", patient.replace("LIMIT", "5 * time.Second"));
    Result result = harrier("fuzz", "--per-test", "60", "./...");
    assertThat(result.status()).as(result.toString()).isZero();
    Finding finding = latest().findings().getFirst();
    assertThat(finding.rule().id()).isEqualTo("data-race");
    assertThat(finding.strength()).isEqualTo(Strength.SUSPICIOUS);
    assertThat(result.out()).contains("has given up waiting, or is over");
    GoModule.at(directory).test("time", patient.replace("LIMIT", "5 * time.Millisecond"));
    assertThat(harrier("fuzz", "--fresh", "--per-test", "60", "./...").status()).isEqualTo(1);
  }

  private static final Path PROGRAM =
      Path.of("..", "programs", "race-consequences").toAbsolutePath().normalize();

  private static final Pattern CODE = Pattern.compile("harrier2:\\S+finding=failure");

  /** Their accesses are scheduling points: no other ones show what the races do. */
  @Test
  void whatComesOfARaceIsFoundAndReplayed() throws Exception {
    GoModule.at(directory);
    try (Stream<Path> files = Files.walk(PROGRAM)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).toList()) {
        Path copy = directory.resolve("program").resolve(PROGRAM.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    Result result = harrier("fuzz", "--per-test", "300", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    WantedFindings.check("program", WantComments.in(directory), latest());
    for (Finding finding : latest().findings()) {
      assertThat(finding.witness().reproduction().orElseThrow().seen())
          .as(finding.toString())
          .isEqualTo(10);
    }
    for (String test : List.of("TestLostUpdate", "TestTorn")) {
      assertThat(result.out() + result.err())
          .contains(test + ", which has a finding, also failed in ");
    }
    Matcher code = CODE.matcher(result.out() + result.err());
    assertThat(code.find()).isTrue();
    Result again = harrier("replay", "-n", "3", code.group());
    assertThat(again.out() + again.err()).as(again.toString()).contains("3 of 3");
    Result without =
        harrier("fuzz", "--fresh", "--without", "accesses", "--per-test", "100", "./...");
    assertThat(without.out() + without.err())
        .contains("data-race")
        .doesNotContain("test-panic", "failed without a finding");
  }

  /** What orders may be in a package that is not looked at: here, one of Go's own. */
  @Test
  void whatOrdersIsSeenWhereverItIs() throws Exception {
    GoModule.at(directory)
        .test(
            "context sync",
            """
            ctx, cancel := context.WithCancelCause(context.Background())
            var once sync.Once
            n, m := 0, 0
            go func() { n = 1; cancel(nil) }()
            go once.Do(func() { m = 1 })
            for ctx.Err() == nil {
            }
            once.Do(func() { m = 1 })
            _ = n + m
            """);
    Result result = harrier("fuzz", "--per-test", "20", "./...");
    assertThat(result.status()).as(result.toString()).isZero();
  }

  @Test
  void aPackageThatCantBeBuiltSoIsNamedAndExplored() throws Exception {
    GoModule.at(directory)
        .file("tight.go", TIGHT)
        .test("", RACE + "if tight(new([64]int)) != 0 { t.Fatal() }\n");
    Result result = harrier("fuzz", "--per-test", "2", "./...");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out())
        .contains("can't be built to look for data races, and is explored without that");
  }

  @Test
  void unsafePointersAreNotChecked() throws Exception {
    GoModule.at(directory)
        .file("unsafe.go", UNSAFE)
        .test(
            "unsafe",
            """
            n := make([]int, 1)
            done := make(chan bool)
            go func() { *(*int)(hidden(unsafe.Pointer(&n[0]))) = 1; close(done) }()
            <-done
            if n[0] != 1 { t.Fatal() }
            """);
    Result result = harrier("fuzz", "--per-test", "3", "./...");
    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out()).doesNotContain("explored without");
  }
}
