package dev.harrier.vet.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.vet.GoSource;
import dev.harrier.vet.load.Exporter;
import dev.harrier.vet.load.VetRequest;
import dev.harrier.vet.race.RaceReport.Considered;
import dev.harrier.vet.race.RaceReport.Operation;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where reports say that something is, for code to which SSA construction gives no position. */
final class ReportedPositionsTest {
  @TempDir private Path directory;

  private static RaceReport only(Program program) {
    List<RaceReport> races = VetAnalysis.in(program).races();
    assertThat(races).hasSize(1);
    return races.getFirst();
  }

  /** The first line of the code is line 3. */
  private RaceReport race(String code) throws Exception {
    return only(GoSource.program(directory, code));
  }

  private static String at(Position position) {
    return position.line() + ":" + position.column();
  }

  private static List<Integer> linesOfStack(RaceReport.Side side) {
    return side.stack().stream().map(c -> c.position().line()).toList();
  }

  @Test
  void stepsOfARangeOverAMapAreAtTheRangeStatement() throws Exception {
    RaceReport race =
        race(
            """
            func F(m map[int]int) {
            	go func() { m[1] = 1 }()
            	println()

            	for k := range m {
            		println(k)
            	}
            }
            """);
    assertThat(at(race.second().touch().position())).isEqualTo("7:2");
    assertThat(race.others())
        .allSatisfy(p -> assertThat(p.second().position().line()).isEqualTo(7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "defer println()"})
  void resultsAreReadAtTheReturnStatement(String deferred) throws Exception {
    RaceReport race =
        race(
            """
            func F(p bool) (n int) {
            	%s
            	go func() { n = 1 }()
            	if p {
            		println()
            	}

            	return
            }
            """
                .formatted(deferred));
    assertThat(at(race.second().touch().position())).isEqualTo("10:2");
  }

  @Test
  void aDeferredLiteralIsCalledAtItsDeferStatement() throws Exception {
    RaceReport race =
        race(
            """
            func F() (n int) {
            	x := 0; println(x)
            	defer func() {
            		x = 2
            	}()
            	go func() { x = 1 }()
            	println()
            	return 1
            }
            """);
    assertThat(linesOfStack(race.second())).containsExactly(6, 5);
  }

  @Test
  void theBodyOfARangeOverAFunctionIsCalledAtTheRangeStatement() throws Exception {
    RaceReport race =
        race(
            """
            func seq(yield func(int) bool) { _ = yield(1) && yield(2) }
            func F() {
            	x := 0
            	go func() { println(x) }()

            	for v := range seq {
            		x = v
            	}
            }
            """);
    RaceReport.Side writer = race.first().touch().write() ? race.first() : race.second();
    assertThat(linesOfStack(writer)).containsExactly(9, 3, 8);
  }

  @Test
  void aDeferredDoneIsAtItsDeferStatement() throws Exception {
    RaceReport race =
        race(
            """
            import "sync"
            func F(p bool) {
            	var wg sync.WaitGroup
            	x := 0
            	wg.Add(1)
            	go func() {
            		defer wg.Done()

            		if p {
            			return
            		}
            		x = 1
            	}()
            	if p {
            		wg.Wait()
            	}
            	println(x)
            }
            """);
    assertThat(race.considered())
        .singleElement()
        .isInstanceOfSatisfying(
            Considered.NotAlwaysPassed.class,
            c ->
                assertThat(c.operations())
                    .extracting(Operation::position)
                    .extracting(ReportedPositionsTest::at)
                    .containsExactlyInAnyOrder("7:8", "9:16", "17:10"));
  }

  @Test
  void aParallelSubtestIsStartedByItsRun() throws Exception {
    Files.writeString(directory.resolve("go.mod"), "module m\n\ngo 1.24\n");
    Files.writeString(
        directory.resolve("m_test.go"),
        """
        package m

        import "testing"

        func TestF(t *testing.T) {
        	n := 0
        	for range 2 {
        		t.Run("a", func(t *testing.T) {
        			t.Parallel()
        			n++
        		})
        	}
        }
        """);
    RaceReport race = only(Exporter.ofUser().export(VetRequest.everythingIn(directory)));
    assertThat(race.first().launch())
        .hasValueSatisfying(l -> assertThat(at(l.position())).isEqualTo("8:8"));
  }
}
