package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.words.CommandWords;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which test a leak is charged to: the one that made the goroutine, whatever runs next to it. */
final class AttributionTest {
  private static final String TESTS =
      """
      package m

      import "testing"

      func leak(done chan bool) {
      	ch := make(chan int)
      	go func() { ch <- 1 }()
      	close(done)
      }

      func TestParallel(t *testing.T) {
      	for _, name := range []string{"a", "b", "c"} {
      		t.Run(name, func(t *testing.T) {
      			t.Parallel()
      			if name == "b" {
      				leak(make(chan bool))
      			}
      		})
      	}
      }

      func TestNested(t *testing.T) {
      	t.Run("outer", func(t *testing.T) {
      		t.Run("the inner", func(t *testing.T) {
      			done := make(chan bool)
      			go leak(done)
      			<-done
      		})
      		t.Run("clean", func(t *testing.T) {})
      	})
      }

      func TestCleanup(t *testing.T) {
      	t.Cleanup(func() { go leak(make(chan bool)) })
      }

      func Example_quick() {
      	leak(make(chan bool))
      	println("x")
      	// Output:
      }

      func BenchmarkRounds(b *testing.B) {
      	for range b.N {
      	}
      	b.Run("part", func(b *testing.B) {
      		leak(make(chan bool))
      		for b.Loop() {
      		}
      	})
      }

      func FuzzSeeds(f *testing.F) {
      	f.Add(1)
      	f.Add(2)
      	f.Fuzz(func(t *testing.T, n int) {
      		if n == 2 {
      			leak(make(chan bool))
      		}
      	})
      }
      """;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "TestParallel, TestParallel/b",
    "TestNested, TestNested/outer/the_inner",
    "TestCleanup, TestCleanup",
    "FuzzSeeds, FuzzSeeds/seed#1",
    "Example_quick, Example_quick",
  })
  void aLeakIsChargedToTheTestThatMadeTheGoroutine(String test, String charged) throws Exception {
    GoModule.at(directory).file("m_test.go", TESTS);
    Result result = new HarrierProcess(directory).call("test", "-run=^" + test + "$");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(new RunStore(directory.resolve(".harrier"), directory).latest().findings())
        .extracting(Finding::test)
        .containsExactly(charged);
  }

  @Test
  void aLeakInABenchmarkIsChargedToItAndRunAgainAsOne() throws Exception {
    GoModule.at(directory).file("m_test.go", TESTS);
    Result result =
        new HarrierProcess(directory)
            .call("test", "-run=^$", "--", "-bench=Rounds", "-benchtime=10x");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(new RunStore(directory.resolve(".harrier"), directory).latest().findings())
        .singleElement()
        .satisfies(f -> assertThat(f.test()).isEqualTo("BenchmarkRounds/part"))
        .satisfies(f ->
            assertThat(CommandWords.of(f.witness().rerun()))
                .endsWith("-run '^$' . -- -bench '^BenchmarkRounds$/^part$'"));
  }
}
