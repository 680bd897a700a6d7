package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.report.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Before {@code harrier vet --confirm} explores tests, a coverage run says which of them reach a
 * report. The call graph knows none of these: they find the code in a table.
 */
final class VetCoverageTest {
  /** A job whose accesses race if the condition does not hold. */
  private static final String JOB =
      """
      package m

      type counting struct{}

      func (counting) do(both bool) int {
      	n, done := 0, make(chan bool, 1)
      	go func() { n++; done <- true }()
      	if !both {
      		return 0
      	}
      	calls++
      	if CONDITION {
      		<-done
      	}
      	return n
      }

      var (
      	calls int
      	jobs  = map[string]func(bool) int{}
      )

      func init() { jobs["count"] = counting{}.do }

      // Run runs a job by its name.
      func Run(name string, both bool) int { return jobs[name](both) }
      """;

  /** The goroutine is late. */
  private static final String SOMETIMES = "len(done) == 0";

  private static final String ALWAYS_ORDERED = "calls > 0";

  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return process().call(arguments);
  }

  private HarrierProcess process() {
    return new HarrierProcess(directory).with("GOPROXY", "off").with("GOFLAGS", "");
  }

  /** What replays the only finding. */
  private String schedule() throws Exception {
    return new RunStore(directory.resolve(".harrier"), directory)
        .latest()
        .findings()
        .getFirst()
        .witness()
        .schedule()
        .orElseThrow();
  }

  private GoModule module(String condition) throws Exception {
    return GoModule.at(directory).file("m.go", JOB.replace("CONDITION", condition));
  }

  /** Nineteen tests reach one access, and one to both. */
  private static String twentyTests() {
    return IntStream.rangeClosed(1, 19)
        .mapToObj("func TestOther%d(t *testing.T) { Run(\"count\", false) }\n"::formatted)
        .collect(
            Collectors.joining(
                "",
                "package m\n\nimport \"testing\"\n\n",
                "func TestCount(t *testing.T) { Run(\"count\", true) }\n"));
  }

  @Test
  void theOneTestThatReachesAReportIsExplored() throws Exception {
    module(SOMETIMES).file("m_test.go", twentyTests());
    Result result = harrier("vet", "--confirm", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("(?m)^m\\.go:7:14: closure-race: .*\\(confirmed\\)")
        .containsPattern("1 of 1 reported races happened in \\d+ executions? of 1 test");
    assertThat(schedule()).contains(":test=TestCount:");
  }

  @Test
  void aReportThatIsOrderedInFactStaysOneAndNamesTheTestThatRunsBothLines() throws Exception {
    module(ALWAYS_ORDERED).file("m_test.go", twentyTests());
    Result result = harrier("vet", "--confirm", "-v", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .containsPattern("(?m)^m\\.go:7:14: closure-race: .*\\(static\\)")
        .contains("TestCount runs both lines; no race in 100 executions")
        .contains("0 of 1 reported races happened");
  }

  @Test
  void aTestOfAnImportingPackageMayBeTheOneThatReachesIt() throws Exception {
    module(SOMETIMES).file("m_test.go", twentyTests().replace("true", "false"));
    importing("web", "m", "func Serve() int { return m.Run(\"count\", true) }", "");
    importing("app", "m/web", "func Main() int { return web.Serve() }", "Main()");
    Result result = harrier("vet", "--confirm", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).containsPattern("(?m)^m\\.go:7:14: closure-race: .*\\(confirmed\\)");
    assertThat(schedule()).contains("pkg=example.com/m/app:test=TestIt:");
  }

  private void importing(String name, String imported, String code, String body) throws Exception {
    Path own = Files.createDirectories(directory.resolve(name));
    Files.writeString(
        own.resolve(name + ".go"),
        "package %s\n\nimport \"example.com/%s\"\n\n%s\n".formatted(name, imported, code));
    Files.writeString(
        own.resolve(name + "_test.go"),
        "package %s\n\nimport \"testing\"\n\nfunc TestIt(t *testing.T) { %s }\n"
            .formatted(name, body));
  }

  @Test
  void ofAReportThatNoTestReachesTheWordsAreThoseOfTheCallGraph() throws Exception {
    module(ALWAYS_ORDERED).test("", "Run(\"count\", false)");
    Result result = harrier("vet", "--confirm", "-v", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .contains(
            "all tests of its package did not show it in 10 executions, reached m.go:7, did not reach m.go:15")
        .contains("0 of 1 reported races happened in 10 executions of 1 test")
        .doesNotContain("was not measured");
  }

  @Test
  void withoutTimeForACoverageRunTheCallGraphDecides() throws Exception {
    module(ALWAYS_ORDERED).test("time", "time.Sleep(time.Minute)");
    Result result = harrier("vet", "--confirm=quick", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .contains("which tests run the reported lines was not measured: there was no time for it");
  }

  @Test
  void aTestThatIsAskedWhereItComesEndsWithHarrier() throws Exception {
    module(SOMETIMES).test("time", "time.Sleep(15 * time.Second)");
    Path out = directory.resolve("out.txt");
    Path err = directory.resolve("err.txt");
    Process process = process().start(out, err, "vet", "--confirm");
    try {
      for (int i = 0; i < 1800 && running(process).findAny().isEmpty(); i++) {
        Thread.sleep(100);
      }
      ProcessHandle test = running(process).findAny().orElseThrow();
      process.destroy();
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(test.isAlive()).isFalse();
      assertThat(Files.readString(out) + Files.readString(err))
          .containsAnyOf(
              "confirming was interrupted: 1 report was not tried", HarrierProcess.CUT_OFF);
    } finally {
      process.destroyForcibly();
    }
  }

  private static Stream<ProcessHandle> running(Process harrier) {
    return harrier
        .descendants()
        .filter(p -> p.info().command().filter(c -> c.endsWith("/covered.test")).isPresent());
  }
}
