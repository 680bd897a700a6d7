package dev.harrier.toolchain.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.UsageKind;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.Operands.Operand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UsageScannerTest {
  @TempDir Path directory;
  @TempDir Path cache;

  @BeforeEach
  void module() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module example.com/m\n\ngo 1.24\n");
  }

  private Usages scan(List<String> buildFlags, String... patterns) throws Exception {
    GoToolchain go = GoToolchain.find(directory, System.getenv());
    return new UsageScanner(go, cache)
        .scan(
            new UsageRequest(
                directory, List.of(patterns), buildFlags, Optional.empty(), true, false));
  }

  @Test
  void readsFilesOfThePackageAndItsTests() throws Exception {
    String file = Files.writeString(directory.resolve("m.go"), selecting("")).toString();
    assertThat(scan(List.of()))
        .isEqualTo(
            new Usages(
                List.of(
                    new ConcurrencyUsage(
                        file,
                        4,
                        UsageKind.SELECT,
                        List.of(
                            new ConcurrencyUsage.Case(Direction.SEND, 6),
                            new ConcurrencyUsage.Case(Direction.RECEIVE, 5)),
                        true,
                        Optional.empty())),
                List.of()));
  }

  @Test
  void keepsToBuildFlags() throws Exception {
    Files.writeString(directory.resolve("m.go"), "package m\n");
    Files.writeString(directory.resolve("x.go"), selecting("//go:build extra\n\n"));
    assertThat(scan(List.of()).all()).isEmpty();
    assertThat(scan(List.of("-tags=extra")).all()).hasSize(1);
  }

  @Test
  void saysInOneLineWhyAPackageIsNotWhole() throws Exception {
    Files.writeString(directory.resolve("m.go"), "package m\n\nfunc F() int { return \"x\" }\n");
    Files.writeString(
        directory.resolve("m_test.go"),
        "package m\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F() }\n");
    assertThat(scan(List.of()).problems())
        .isNotEmpty()
        .allMatch(
            p -> p.startsWith("example.com/m: ") && !p.contains("\n"),
            "one line, the package first")
        .allMatch(p -> p.contains("m.go:3:"));
  }

  @Test
  void namesAPackageThatIsNotThere() throws Exception {
    assertThat(scan(List.of(), "./absent").problems())
        .singleElement()
        .asString()
        .contains("./absent", "not found");
  }

  @Test
  void saysWhatGoSaysOfABadFlag() {
    assertThatThrownBy(() -> scan(List.of("-frobnicate")))
        .isInstanceOf(ToolchainException.class)
        .hasMessageContaining("frobnicate");
  }

  @Test
  void namesWhatOperationsAreAbout() throws Exception {
    String file =
        Files.writeString(
                directory.resolve("m.go"),
                """
                package m

                import "sync"

                type box struct {
                \tmu   sync.Mutex
                \tjobs []chan int
                }

                func (b *box) f(done chan bool, other *sync.Mutex) {
                \tb.mu.Lock()
                \tdefer b.mu.Unlock()
                \tb.jobs[0] <- 1
                \tselect {
                \tcase <-done:
                \tcase v := <-b.jobs[1]:
                \t\t_ = v
                \tcase b.jobs[2] <- 2:
                \t}
                \tother.Lock(); b.mu.Lock()
                \tselect {
                \tcase <-(done):
                \tdefault:
                \t}
                \tfunc() {
                \t\tdefer other.Unlock()
                \t}()
                \tclose(done)
                }
                """)
            .toString();
    GoToolchain go = GoToolchain.find(directory, System.getenv());
    Operands operands = new UsageScanner(go, cache).operands(List.of(file, "absent.go"));

    assertThat(operands.at(file, 11, Set.of("Lock"), -1)).containsExactly("b.mu");
    assertThat(operands.at(file, 13, Set.of("send"), -1)).containsExactly("b.jobs[0]");
    assertThat(operands.at(file, 14, Set.of("send"), 0)).containsExactly("b.jobs[2]");
    assertThat(operands.at(file, 14, Set.of("receive"), 1)).containsExactly("b.jobs[1]");
    assertThat(operands.at(file, 14, Set.of("receive"), 2)).containsExactly("done");
    assertThat(operands.at(file, 22, Set.of("receive"), 0)).containsExactly("done");
    assertThat(operands.only(file, 14, Set.of("receive"), 2)).contains(new Operand("done", 15));
    assertThat(operands.only(file, 14, Set.of("send"), 0)).contains(new Operand("b.jobs[2]", 18));
    assertThat(operands.only(file, 13, Set.of("send"), -1)).contains(new Operand("b.jobs[0]", 13));
    assertThat(operands.only(file, 20, Set.of("Lock"), -1)).as("two of them").isEmpty();
    assertThat(operands.at(file, 28, Set.of("close"), -1)).containsExactly("done");
    assertThat(operands.at(file, 29, Set.of("Unlock"), -1)).as("the defer").containsExactly("b.mu");
    assertThat(operands.at(file, 27, Set.of("Unlock"), -1))
        .as("the inner one")
        .containsExactly("other");
    assertThat(operands.at(file, 20, Set.of("Lock"), -1)).containsExactly("other", "b.mu");
    assertThat(operands.at(file, 11, Set.of("RLock"), -1)).isEmpty();
  }

  @Test
  void namesAtomicsAndTypesVariables() throws Exception {
    String file =
        Files.writeString(
                directory.resolve("m.go"),
                """
                package m

                import (
                	"sync/atomic"
                	"time"
                )

                func (s *state) f(p *uint32) {
                	s.n.Add(1); atomic.AddInt64(&s.old, 2)
                	atomic.StoreUint32(p, 3)
                	s.hits++
                	s.name, s.late = string(s.level), time.Second
                	s.all[0] = s.next == nil
                }
                """)
            .toString();
    Files.writeString(
        directory.resolve("types.go"),
        """
        package m

        import (
        	"sync/atomic"
        	"time"
        )

        type level int8

        type state struct {
        	n     atomic.Int64
        	old   int64
        	hits  int
        	name  string
        	late  time.Duration
        	level level
        	all   []bool
        	next  *state
        }
        """);
    Files.writeString(directory.resolve("x_windows.go"), "package m\n\ntype level string\n");
    UsageScanner scanner = new UsageScanner(GoToolchain.find(directory, System.getenv()), cache);
    Operands operands = scanner.operands(List.of(file));
    assertThat(operands.at(file, 9, Set.of("Add"), -1)).containsExactly("s.n", "s.old");
    assertThat(operands.at(file, 10, Set.of("Store"), -1)).containsExactly("*p");
    assertThat(scanner.variables(List.of(file + ":11", file + ":12", file + ":13", "absent.go:1")))
        .extracting(v ->
            "%d %s %d %s %s"
                .formatted(v.line(), v.name(), v.shape().kind(), v.shape().type(), v.written()))
        .containsOnlyOnce(
            "11 s.hits 2 int true",
            "12 s.name 24 string true",
            "12 s.late 6 time.Duration true",
            "12 s.level 3 m.level false",
            "13 s.all 23 []bool false",
            "13 s.all[0] 1 bool true",
            "13 s.next 22 *m.state false");
    // Nothing needs to be loaded for that.
    assertThat(scanner.variables(List.of(file + ":11")))
        .extracting(v -> v.name() + " " + v.shape().type())
        .contains("s.hits int");
  }

  @Test
  void findsWhatAnAssertionDependsOn() throws Exception {
    String file =
        Files.writeString(
                directory.resolve("m_test.go"),
                """
                package m

                import "testing"

                func TestM(t *testing.T) {
                	c := newCounter()
                	other := c.other()
                	n, err := c.read()
                	m := n *
                		2
                	var seen int
                	scan(&seen)
                	check := func() {
                		m = 7
                	}
                	if other == 3 {
                		t.Log(other)
                	} else if n > 4 {
                		for i := range c.all() {
                			if c.n != 5 || i != seen {
                				t.Errorf("got %d of %d: %v",
                					m,
                					c.size, err)
                			}
                		}
                	}
                	check()
                	require(t, c.n)
                }
                """)
            .toString();
    UsageScanner scanner = new UsageScanner(GoToolchain.find(directory, System.getenv()), cache);
    List<Assertion> found = scanner.assertions(List.of(file + ":21", file + ":28", file + ":3"));
    assertThat(found).extracting(Assertion::line).containsExactly(21, 28);
    assertThat(IntStream.rangeClosed(1, 29).filter(found.getFirst()::reads))
        .containsExactly(6, 7, 8, 9, 10, 11, 12, 16, 18, 19, 20, 21, 22, 23);
    assertThat(IntStream.rangeClosed(1, 29).filter(found.getLast()::reads)).containsExactly(6, 28);
  }

  @Test
  void findsWhatAPanicDependsOn() throws Exception {
    String file =
        Files.writeString(
                directory.resolve("m.go"),
                """
                package m

                func (q *queue) take(names chan string) {
                	if q.size() == 0 {
                		return
                	}
                	if q.empty() {
                		q.fill()
                	}
                	next := q.next()
                	for i := range q.rest {
                		if q.done(i) {
                			continue
                		}
                		q.counts[next]++
                		if q.items[next] == "" {
                			names <- "none"
                		}
                	}
                }
                """)
            .toString();
    UsageScanner scanner = new UsageScanner(GoToolchain.find(directory, System.getenv()), cache);
    List<Assertion> found = scanner.assertions(List.of(file + ":15", file + ":16", file + ":17"));
    assertThat(found)
        .extracting(a -> IntStream.rangeClosed(1, 21).filter(a::reads).boxed().toList())
        .containsExactly(
            List.of(4, 10, 11, 12, 15), List.of(4, 10, 11, 12, 16), List.of(4, 10, 11, 12, 16, 17));
  }

  private static String selecting(String head) {
    return head
        + """
        package m

        func f(a, b chan int) {
        \tselect {
        \tcase <-a:
        \tcase b <- 1:
        \tdefault:
        \t}
        }
        """;
  }
}
