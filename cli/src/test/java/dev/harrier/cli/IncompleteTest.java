package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was not looked at is said, is data, and is not "nothing found" with status 0. */
final class IncompleteTest {
  private static final String LOOP =
      """
      c := make(chan int, 1)
      for range 1_000_000 {
        c <- 1
        <-c
      }
      """;

  @TempDir private Path directory;

  private Result harrier(String... words) throws Exception {
    return new HarrierProcess(directory).call(words);
  }

  @Test
  void aTraceThatCannotBeReadIsALostProcess() throws Exception {
    GoModule.at(directory)
        .test(
            "os path/filepath",
            """
            traces, _ := filepath.Glob(os.Getenv("HARRIER_TRACE") + "/*.htrace")
            for _, trace := range traces {
              file, err := os.OpenFile(trace, os.O_WRONLY, 0)
              if err != nil {
                t.Fatal(err)
              }
              file.WriteAt([]byte("not a trace at all"), 0)
              file.Close()
            }
            """);

    Result result = harrier("test", "--format", "text,json=report.json");

    assertThat(result.status()).as(result.toString()).isEqualTo(4);
    assertThat(result.out()).contains("harrier: incomplete: the trace ");
    assertThat(result.out().lines().toList().getLast()).contains("incomplete: 1 process lost");
    assertThat(Files.readString(directory.resolve("report.json")))
        .contains("\"kind\": \"lost-process\"");
    assertThat(harrier("report").status()).isEqualTo(4);
  }

  @Test
  void tracesTakeNoMoreDiskThanTheyMay() throws Exception {
    GoModule.at(directory).test("", LOOP);

    Result result = harrier("test", "--disk", "1MB");

    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).contains("incomplete: the run had written as many bytes of traces");
    assertThat(result.out().lines().toList().getLast()).contains("incomplete: 1 trace cut");
    assertThat(traceBytes()).isLessThan(8L << 20);
    assertThat(harrier("report", "--fail-on", "incomplete").status()).isEqualTo(4);
    assertThat(harrier("test", "--disk", "1MB", "--fail-on", "never,incomplete").status())
        .isEqualTo(4);
  }

  @Test
  void badOptionsAreASentence() throws Exception {
    GoModule.at(directory).leakingTest();
    assertThat(harrier("test", "--disk", "much").status()).isEqualTo(2);
    assertThat(harrier("test", "--fail-on", "static,predicted").status()).isEqualTo(2);
  }

  private long traceBytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(directory.resolve(".harrier/runs"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".htrace")).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }
}
