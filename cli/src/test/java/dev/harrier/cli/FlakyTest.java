package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why a test fails sometimes: one that does, and its twin that waits in between. */
final class FlakyTest {
  private static final Pattern REPLAY =
      Pattern.compile("TestM (\\w+) with: harrier replay -n 1 (\\S+)");

  private static final String SENDS =
      """
      results := make(chan string, 2)
      done := make(chan bool)
      go func() { results <- "first"; done <- true }()
      %s
      go func() { results <- "second"; done <- true }()
      %s
      if got := <-results; got != "first" {
      	t.Errorf("got %%s", got)
      }
      """;

  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).run(arguments);
  }

  @Test
  void twoOrdersDecide() throws Exception {
    GoModule.at(directory).test("", SENDS.formatted("", "<-done; <-done"));
    Result result = harrier("fuzz", "-flaky", "-fresh", "-time", "30s", ".");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(result.out())
        .containsPattern(
            "TestM fails if '.* sent on channel .*m_test\\.go:12' comes before '.* sent on channel"
                + " .*m_test\\.go:10', and passes the other way round")
        .containsPattern("TestM fails: +\\|  .*TestM passes:");

    Matcher replay = REPLAY.matcher(result.out());
    assertThat(replay.find()).isTrue();
    assertThat(replay.group(1)).isEqualTo("fails");
    assertThat(harrier("replay", "-n", "1", replay.group(2)).out())
        .contains("reproduced in 1 of 1");
    assertThat(replay.find()).isTrue();
    assertThat(replay.group(1)).isEqualTo("passes");
    assertThat(harrier("replay", "-n", "1", replay.group(2)).out())
        .contains("reproduced in 0 of 1");
  }

  @Test
  void aTestThatWaitsIsNotFlaky() throws Exception {
    GoModule.at(directory).test("", SENDS.formatted("<-done", "<-done"));
    Result result = harrier("fuzz", "-flaky", "-fresh", "-per-test", "40", ".");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out()).doesNotContain("fails if");
  }
}
