package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One defect that executions, or tests, show in several shapes is one finding of the report. */
final class OneDefectTest {
  /** A value is lost where the box is stopped first. */
  private static final String BOX =
      """
      package m

      import "sync"

      type box struct {
      	mu     sync.Mutex
      	closed bool
      	values chan int
      }

      func (b *box) stop() {
      	b.mu.Lock()
      	b.closed = true
      	b.mu.Unlock()
      }

      func (b *box) put(v int) {
      	b.mu.Lock()
      	closed := b.closed
      	b.mu.Unlock()
      	if !closed {
      		b.values <- v
      	}
      }
      """;

  private static final String TESTS =
      """
      package m

      import "testing"

      func TestOne(t *testing.T) {
      	b := &box{values: make(chan int)}
      	go b.put(1)
      	go b.stop()
      	<-b.values
      }

      func TestTwo(t *testing.T) {
      	b := &box{values: make(chan int)}
      	go b.put(2)
      	go b.stop()
      	if v := <-b.values; v != 2 {
      		t.Error(v)
      	}
      }
      """;

  /** The test waits for the two only if the first has begun. */
  private static final String CYCLE =
      """
      var a, b sync.Mutex
      var begun atomic.Bool
      var both sync.WaitGroup
      both.Add(2)
      go func() {
      	defer both.Done()
      	a.Lock()
      	begun.Store(true)
      	b.Lock()
      	b.Unlock()
      	a.Unlock()
      }()
      go func() {
      	defer both.Done()
      	b.Lock()
      	a.Lock()
      	a.Unlock()
      	b.Unlock()
      }()
      if begun.Load() {
      	both.Wait()
      }
      """;

  @TempDir private Path directory;

  private Result fuzz(String... more) throws Exception {
    return new HarrierProcess(directory)
        .call(
            Stream.concat(
                    Stream.of("fuzz", "-fresh", "-per-test", "60", "-time", "5m"), Stream.of(more))
                .toArray(String[]::new));
  }

  private RunReport report() throws Exception {
    return new RunStore(directory.resolve(".harrier"), directory).latest();
  }

  /** Two findings that fail the run; the second is shown as a shape of the first. */
  private Finding isOneFinding(Result result) throws Exception {
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .contains("The same defect also shows in 1 other shape; -v shows it in full:\n  ")
        .contains("harrier: 1 finding, 1 more shape of it (");
    RunReport report = report();
    assertThat(report.failing()).hasSize(2);
    Finding shape =
        report.failing().stream()
            .filter(f -> report.shapes().shapeOf(f).isPresent())
            .findFirst()
            .orElseThrow();
    assertThat(result.out()).contains("harrier replay " + shape.fingerprint().substring(0, 8));
    return shape;
  }

  @Test
  void oneCauseInTwoTestsIsOneFinding() throws Exception {
    GoModule.at(directory).file("m.go", BOX).file("m_test.go", TESTS);
    Finding shape = isOneFinding(fuzz("-format", "text,json=out.json", "./..."));
    assertThat(report().failing()).extracting(Finding::test).containsOnly("TestOne", "TestTwo");

    JsonObject json =
        JsonParser.parseString(Files.readString(directory.resolve("out.json"))).getAsJsonObject();
    List<JsonObject> shapes =
        json.getAsJsonArray("findings").asList().stream()
            .map(JsonElement::getAsJsonObject)
            .filter(f -> f.has("shapeOf"))
            .toList();
    assertThat(shapes).hasSize(1);
    assertThat(shapes.getFirst().get("fingerprint").getAsString()).isEqualTo(shape.fingerprint());
    assertThat(report().failing())
        .extracting(Finding::fingerprint)
        .contains(shapes.getFirst().get("shapeOf").getAsString());

    String id = shape.fingerprint().substring(0, 8);
    assertThat(new HarrierProcess(directory).call("replay", "-n", "2", id).out())
        .contains("reproduced in 2 of 2");
    assertThat(new HarrierProcess(directory).call("show", id).out())
        .contains("id      " + shape.fingerprint());
  }

  /** Each fingerprint is in a baseline by itself, and what is new fails. */
  @Test
  void aBaselineHasEachShape() throws Exception {
    GoModule.at(directory).file("m.go", BOX).file("m_test.go", TESTS);
    isOneFinding(fuzz("./..."));
    HarrierProcess harrier = new HarrierProcess(directory);
    assertThat(harrier.call("baseline").out()).contains("harrier-baseline.json: 2 findings of run");
    Result known = fuzz("-baseline", "harrier-baseline.json", "./...");
    assertThat(known.status()).as(known.toString()).isZero();
    assertThat(known.out()).contains("2 known from");

    Result first = fuzz("-run", "TestOne", "./...");
    assertThat(first.status()).as(first.toString()).isEqualTo(1);
    assertThat(harrier.call("baseline").out()).contains("harrier-baseline.json: 1 finding of run");
    Result second = fuzz("-baseline", "harrier-baseline.json", "./...");
    assertThat(second.status()).as(second.toString()).isEqualTo(1);
    assertThat(second.out()).contains("m.TestTwo\n", "1 finding, 1 known from");
  }

  /** The stuck test and the test that ended leave the same two goroutines behind. */
  @Test
  void aCycleThatAlsoLeaksIsOneFinding() throws Exception {
    GoModule.at(directory).test("sync sync/atomic", CYCLE);
    isOneFinding(fuzz("./..."));
    assertThat(report().failing())
        .extracting(f -> f.rule().id())
        .containsExactlyInAnyOrder("global-deadlock", "goroutine-leak");
  }
}
