package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.store.RunStore;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of {@code harrier vet} are made to happen where there is no cgo and no C compiler. */
final class VetConfirmTest {
  @TempDir private Path directory;

  @TempDir private Path commands;

  @AfterEach
  void removeTheLink() throws IOException {
    Files.deleteIfExists(commands.resolve("go"));
  }

  private Result harrier(String... arguments) throws Exception {
    Path go = commands.resolve("go");
    if (!Files.exists(go)) {
      Files.createSymbolicLink(
          go,
          Stream.of(System.getenv("PATH").split(File.pathSeparator))
              .map(folder -> Path.of(folder, "go"))
              .filter(Files::isExecutable)
              .findFirst()
              .orElseThrow());
    }
    return new HarrierProcess(directory)
        .with("GOPROXY", "off")
        .with("GOFLAGS", "")
        .with("CGO_ENABLED", "0")
        .with("PATH", commands.toString())
        .call(arguments);
  }

  @Test
  void aStaticReportIsConfirmedByATestThatShowsIt() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            "package m\n\nfunc tested() int {\n\tx := 0\n\tgo func() { x = 1 }()\n\treturn x\n}\n")
        .file(
            "other.go",
            """
            package m

            import "os"

            func untested() int {
            	x := 0
            	go func() { x = 1 }()
            	_ = os.Remove("")
            	return x
            }
            """)
        .test("time", "tested()\ntime.Sleep(50 * time.Millisecond)");
    Result result = harrier("vet", "--confirm", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("(?m)^m\\.go:5:14: closure-race: .*\\(confirmed\\)")
        .containsPattern("(?m)^other\\.go:7:14: closure-race: .*\\(static\\)")
        .containsPattern("1 of 2 reported races happened in \\d+ executions of 1 test")
        .containsPattern(
            "all tests of its package did not show it in 10 executions, did not reach other.go:7.* and other.go:9.*; no test could be generated for it: it may call os.Remove")
        .contains("no test could be generated for 1 other report");
    Finding confirmed = confirmed();
    assertThat(confirmed.test()).isEqualTo("TestM");
    assertThat(confirmed.witness().interleaving()).isPresent();
    assertThat(confirmed.witness().reproduction().orElseThrow().seen()).isEqualTo(10);
    replayed("replay", confirmed.witness().schedule().orElseThrow());
    replayed("replay", confirmed.fingerprint().substring(0, 8));
  }

  /** The one that the latest run confirmed. */
  private Finding confirmed() throws Exception {
    List<Finding> confirmed =
        new RunStore(directory.resolve(".harrier"), directory)
            .latest().findings().stream().filter(f -> f.strength() == Strength.CONFIRMED).toList();
    assertThat(confirmed).hasSize(1);
    return confirmed.getFirst();
  }

  /** The race happens in each replay. */
  private void replayed(String... command) throws Exception {
    Result again = harrier(command);
    assertThat(again.status()).as(again.toString()).isEqualTo(1);
    assertThat(again.out()).contains(": data-race: ").contains("reproduced in 10 of 10 runs");
  }

  @Test
  void theReplayStringInTheJsonReportReplays() throws Exception {
    GoModule.at(directory).file("m.go", RACED).test("", "raced(make(chan bool, 1))");
    Result result = harrier("vet", "--confirm", "--format", "json", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    JsonObject finding =
        JsonParser.parseString(result.out())
            .getAsJsonObject()
            .getAsJsonArray("findings")
            .get(0)
            .getAsJsonObject();
    assertThat(finding.get("strength").getAsString()).isEqualTo("confirmed");
    String code = finding.getAsJsonObject("witness").get("schedule").getAsString();
    assertThat(code).startsWith("harrier2:pkg=example.com/m:test=TestM:");
    replayed("replay", code);
  }

  /** Its read is ordered if the reader finds the channel empty. */
  private static final String RACED =
      """
      package m

      func raced(done chan bool) int {
      	n := 0
      	go func() { n = 1; done <- true }()
      	if len(done) == 0 {
      		<-done
      	}
      	return n
      }
      """;

  /** What the analysis does not understand orders them, so that only the run shows it. */
  @Test
  void theFixedTwinIsExploredAndStaysWhatItWas() throws Exception {
    GoModule.at(directory)
        .file("m.go", RACED.replace("len(done) == 0", "len(done) < 2"))
        .test("", "raced(make(chan bool, 1))");
    Result result = harrier("vet", "--confirm", "-v", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .containsPattern("(?m)^m\\.go:5:14: closure-race: .*\\(static\\)")
        .contains("TestM runs both lines; no race in 100 executions")
        .contains("0 of 1 reported races happened in 100 executions of 1 test");
  }

  @Test
  void aTestIsGeneratedForAFunctionThatNoTestShows() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            """
            package m

            type pool struct{ size int }

            func newPool(size int) *pool { return &pool{size} }

            func (p *pool) sum(f func(int) int) int {
            	total := 0
            	done := make(chan bool, p.size)
            	for i := range p.size {
            		go func() { total += f(i); done <- true }()
            	}
            	for range p.size {
            		<-done
            	}
            	return total
            }

            func ordered(stop bool) int {
            	x, done := 0, make(chan int)
            	go func() { x = 1; <-done }()
            	if len(done) > 0 {
            		return x
            	}
            	return 0
            }
            """)
        .test("time", "time.Sleep(time.Millisecond)");
    Result result = harrier("vet", "--confirm", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("(?m)^m\\.go:11:15: closure-race: .*\\(confirmed\\)")
        .contains("in a generated test, which calls receiver.sum(func(_ int) int { return 3 })")
        .containsPattern("(?m)^m\\.go:21:.*: closure-race: .*\\(static\\)")
        .contains("nor did a generated test, which calls ordered(true), in 100 executions")
        .contains("tests were generated for 2 other reports, and 1 of them happened there");
    Matcher overlay = Pattern.compile("harrier replay -overlay (\\S+) ").matcher(result.out());
    assertThat(overlay.find()).isTrue();
    String fingerprint = confirmed().fingerprint();
    replayed("replay", "-overlay", overlay.group(1), fingerprint);
    Result without = harrier("replay", fingerprint);
    assertThat(without.status()).as(without.toString()).isEqualTo(2);
    assertThat(without.err()).contains("-overlay");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder(".harrier", "go.mod", "m.go", "m_test.go");
    }
  }

  /** The test that does not lead to the report would take ten minutes. */
  @Test
  void onlyTheTestsThatMayShowAStaticReportAreRun() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            """
            package m

            func raced() int {
            	x := 0
            	go func() { x = 1 }()
            	return x
            }

            func ordered() int {
            	x, done := 0, make(chan int)
            	go func() { x = 1; <-done }()
            	if len(done) > 0 {
            		return x
            	}
            	return 0
            }
            """)
        .test("time", "raced()\ntime.Sleep(50 * time.Millisecond)")
        .file(
            "slow_test.go",
            """
            package m

            import (
            	"testing"
            	"time"
            )

            func TestSlow(t *testing.T) { time.Sleep(10 * time.Minute) }

            func TestOrdered(t *testing.T) { ordered() }
            """);
    Result result = harrier("vet", "--confirm", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .contains("1 of 2 reported races happened in ")
        .containsPattern("(?m)^m\\.go:5:14: closure-race: .*\\(confirmed\\)")
        .contains(
            "TestOrdered did not show it in 10 executions, reached m.go:11, did not reach m.go:13");
  }
}
