package dev.harrier.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that another build system compiled with the overlay, and ran. */
final class TraceReportTest {
  private static final Pattern OVERLAY =
      Pattern.compile("(?m)^ok  overlay .*: (.*overlay\\.json)$");

  @TempDir private Path directory;
  private Path traces;
  private Path binary;

  private HarrierProcess harrier() {
    return new HarrierProcess(directory).with("GOPROXY", "off").with("GOFLAGS", "");
  }

  /** Runs a command that is not Harrier; its status. */
  private int run(String... words) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("HARRIER_TRACE", traces.toString());
    Path output = directory.resolve("output");
    int status = builder.redirectOutput(output.toFile()).start().waitFor();
    assertThat(Files.readString(output)).doesNotContain("build failed");
    return status;
  }

  @BeforeEach
  void build() throws Exception {
    traces = Files.createDirectory(directory.resolve("traces"));
    binary = directory.resolve("m.test");
    GoModule.at(directory)
        .leakingTest()
        .file(
            "n_test.go",
            """
            package m

            import (
            	"os"
            	"testing"
            )

            func TestFails(t *testing.T) {
            	if os.Getenv("FAIL") != "" {
            		t.Fatal("it does")
            	}
            }
            """);
    Matcher overlay = OVERLAY.matcher(harrier().call("doctor").out());
    assertThat(overlay.find()).isTrue();
    assertThat(run("go", "test", "-c", "-overlay", overlay.group(1), "-o", "m.test")).isZero();
  }

  private List<Path> written() throws Exception {
    List<Path> files = new ArrayList<>();
    try (var found = Files.newDirectoryStream(traces, "*.htrace")) {
      found.forEach(files::add);
    }
    return files;
  }

  @Test
  void aDirectoryOfThemIsReportedAsOneRun() throws Exception {
    assertThat(run("./m.test", "-test.run=TestM")).isZero();
    assertThat(run("./m.test", "-test.run=TestM")).isZero();
    assertThat(written()).hasSize(2);
    Result result = harrier().call("report", "traces");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("(?m)^m_test\\.go:9:\\d+: goroutine-leak: ")
        .contains("test    TestM", "harrier report -binary " + binary)
        .containsPattern("harrier: 1 finding \\(2 processes, ");
    assertThat(written()).hasSize(2);
  }

  @Test
  void aTestThatFailsWithoutAFindingIsNotAFinding() throws Exception {
    assertThat(run("env", "FAIL=yes", "./m.test", "-test.run=TestFails")).isEqualTo(1);
    Result result = harrier().call("report", String.valueOf(written().getFirst()));
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
  }

  @Test
  void anExecutableThatHasMovedIsAskedFor() throws Exception {
    assertThat(run("./m.test", "-test.run=TestM")).isZero();
    Files.move(binary, directory.resolve("elsewhere"));
    Result asked = harrier().call("report", "traces");
    assertThat(asked.status()).isEqualTo(2);
    assertThat(asked.err()).contains("was written by " + binary, "-binary");
    Result given = harrier().call("report", "--binary", "elsewhere", "traces");
    assertThat(given.status()).as(given.toString()).isEqualTo(1);
    assertThat(given.out()).containsPattern("(?m)^m_test\\.go:9:\\d+: goroutine-leak: ");
  }

  /** No trace, a header whose executable no system has, and what its records say is wrong. */
  @Test
  void oneBadTraceCostsWhatItSays() throws Exception {
    assertThat(run("./m.test", "-test.run=TestM")).isZero();
    byte[] good = Files.readAllBytes(written().getFirst());
    Files.writeString(traces.resolve("1-1.htrace"), "no trace");
    Files.write(traces.resolve("1-2.htrace"), replaced(good, "m.test", "m\0test"));
    Result result = harrier().call("report", "traces");
    assertThat(result.status()).as(result.toString()).isEqualTo(4);
    assertThat(result.out())
        .containsPattern("(?m)^m_test\\.go:9:\\d+: goroutine-leak: ")
        .contains("the trace 1-1.htrace can't be read: ", "the trace 1-2.htrace can't be read: ");
  }

  private static byte[] replaced(byte[] bytes, String from, String to) {
    String text = new String(bytes, ISO_8859_1);
    assertThat(text).contains(from);
    return text.replace(from, to).getBytes(ISO_8859_1);
  }

  @Test
  void whatIsNoTraceIsRefused() throws Exception {
    Files.writeString(traces.resolve("1-2.htrace"), "no trace");
    Result result = harrier().call("report", "traces");
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("1-2.htrace is not a trace that this Harrier can read");
  }
}
