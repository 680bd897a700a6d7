package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Action;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.words.ActionWords;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tables of data races say of memory whose type the source says. */
final class ValuesTest {
  private static final String TEST =
"""
      package m

      import (
      	"testing"
      	"time"
      )

      type span struct{ from, to int32 }

      type wide struct{ from, to int }

      type state struct {
      	items  []int
      	names  []string
      	window span
      	limit  time.Duration
      	counts map[string]int
      	hits   [2]uint8
      	whole  wide
      }

      func both(f func()) {
      	done := make(chan bool)
      	go func() { f(); done <- true }()
      	f()
      	<-done
      }

      func TestSlice(t *testing.T) {
      	s := &state{}
      	both(func() { s.items = append(s.items, 7) })
      }

      func TestElement(t *testing.T) {
      	s := &state{names: make([]string, 2)}
      	both(func() { s.names[1] = "eve" })
      }

      func TestStruct(t *testing.T) {
      	s := &state{}
      	both(func() { s.window = span{3, 4} })
      }

      func TestWide(t *testing.T) {
      	s := &state{}
      	both(func() { s.whole = wide{3, 4} })
      }

      func TestImported(t *testing.T) {
      	s := &state{}
      	both(func() { s.limit += time.Second })
      }

      func TestMap(t *testing.T) {
      	s := &state{counts: map[string]int{"a": 1, "b": 2}}
      	both(func() { s.counts = make(map[string]int) })
      }

      func TestArray(t *testing.T) {
      	s := &state{}
      	both(func() { s.hits = [2]uint8{1, 2} })
      }
""";

  /** The queue may be empty by the time of the second lock, where that is not asked again. */
  private static final String PANICS =
      """
      package m

      import (
      	"sync"
      	"testing"
      )

      type queue struct {
      	mu    sync.Mutex
      	left  int
      	taken int
      	items [2]string
      }

      func (q *queue) size() int {
      	q.mu.Lock()
      	defer q.mu.Unlock()
      	return q.left
      }

      func (q *queue) take() string {
      	if q.size() == 0 {
      		return ""
      	}
      	q.mu.Lock()
      	defer q.mu.Unlock()
      	%s
      	q.left--
      	q.taken++
      	return q.items[q.left]
      }

      func TestTake(t *testing.T) {
      	q := &queue{left: 1}
      	var wg sync.WaitGroup
      	for range 2 {
      		wg.Go(func() { q.take() })
      	}
      	wg.Wait()
      }
      """;

  @TempDir private Path directory;

  @Test
  void tablesHaveWhatWasReadBeforeAPanic() throws Exception {
    Path file = directory.resolve("m_test.go");
    GoModule.at(directory).file("m_test.go", PANICS.formatted(""));
    Result bug = new HarrierProcess(directory).call("fuzz", "-fresh", "-time", "5m", "./...");
    assertThat(new RunStore(directory.resolve(".harrier"), directory).latest().findings())
        .as(bug.toString())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule().id()).isEqualTo("test-panic");
          assertThat(
                  finding.witness().interleaving().orElseThrow().turns().stream()
                      .map(ActionWords::brief))
              .containsSubsequence(
                  "read q.left: 1", "wrote q.left: 1 -> 0", "read q.left: -1", "panicked")
              .noneMatch(row -> row.contains("taken"));
        });
    Files.writeString(file, PANICS.formatted("if q.left == 0 { return \"\" }"));
    Result fixed = new HarrierProcess(directory).call("fuzz", "-fresh", "-time", "5m", "./...");
    assertThat(fixed.status()).as(fixed.toString()).isZero();
  }

  @Test
  void tablesHaveWhatRacingMemoryHolds() throws Exception {
    GoModule.at(directory).file("m_test.go", TEST);
    Result result =
        new HarrierProcess(directory)
            .call("fuzz", "-fresh", "-per-test", "3", "-time", "5m", "./...");
    List<String> rows =
        new RunStore(directory.resolve(".harrier"), directory)
            .latest().findings().stream()
                .flatMap(f -> f.witness().interleaving().orElseThrow().turns().stream())
                .filter(turn -> turn.operation().action() instanceof Action.Raced)
                .map(turn -> ActionWords.brief(turn).replaceAll(" in a race with .*", ""))
                .toList();
    assertThat(rows)
        .as(result.toString())
        .contains(
            "wrote s.items: nil -> []int{7}",
            "wrote s.items: []int{7} -> []int{7, 7}",
            "wrote s.names: \"\" -> \"eve\"",
            "wrote s.window: {from: 0, to: 0} -> {from: 3, to: 4}",
            "wrote s.limit: 0ns -> 1s",
            "wrote s.limit: 1s -> 2s",
            "wrote s.counts: map[string]int of length 2 -> map[string]int of length 0",
            "wrote s.hits: [2]uint8{0, 0} -> [2]uint8{1, 2}",
            "wrote s.whole");
  }
}
