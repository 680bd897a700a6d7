package dev.harrier.tracing.sanitizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.ObservedRace;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RaceLogTest {
  private static final String COUNTER =
      """
      ==================
      WARNING: DATA RACE
      Read at 0x00c00002a2b0 by goroutine 9:
        example.com/r.(*T).inc()
            /src/a b:c/a_test.go:12 +0x7d
        example.com/r.TestCounter.func1()
            /src/a b:c/a_test.go:21 +0x12

      Previous write at 0x00c00002a2b0 by main goroutine:
        example.com/r.(*T).inc()
            /src/a b:c/a_test.go:13 +0x8f

      Goroutine 9 (finished) created at:
        example.com/r.Map[...]()
            /src/a b:c/a_test.go:20 +0x9a
        testing.tRunner()
            /go/src/testing/testing.go:2036 +0x21c
      ==================
      """;

  private static ObservedRace only(String text) {
    List<ObservedRace> races = RaceLog.parse(text);
    assertThat(races).hasSize(1);
    return races.getFirst();
  }

  @Test
  void bothAccessesWithTheirStacksAndWhereTheirGoroutinesWereCreated() {
    ObservedRace race = only(COUNTER);
    assertThat(race.latest().access()).isEqualTo(RacingAccess.READ);
    assertThat(race.latest().ended()).isTrue();
    assertThat(race.latest().stack().frames())
        .containsExactly(
            new Site("example.com/r.(*T).inc", "/src/a b:c/a_test.go", 12),
            new Site("example.com/r.TestCounter.func1", "/src/a b:c/a_test.go", 21));
    assertThat(race.latest().createdAt().frames())
        .containsExactly(
            new Site("example.com/r.Map[...]", "/src/a b:c/a_test.go", 20),
            new Site("testing.tRunner", "/go/src/testing/testing.go", 2036));
    assertThat(race.earlier().access()).isEqualTo(RacingAccess.WRITE);
    assertThat(race.earlier().ended()).isFalse();
    assertThat(race.earlier().stack().top().line()).isEqualTo(13);
    assertThat(race.earlier().createdAt().frames()).isEmpty();
  }

  @Test
  void anAtomicAccessIsKnownByItsInnermostFunction() {
    String atomic =
        COUNTER.replaceFirst(
            "  example.com/r.\\(\\*T\\).inc\\(\\)",
            """
              sync/atomic.AddInt32()
                  /go/src/runtime/race_amd64.s:281 +0xb
              example.com/r.(*T).inc()\
            """);
    assertThat(only(atomic).latest().access().isAtomic()).isTrue();
    assertThat(only(atomic).earlier().access().isAtomic()).isFalse();
    String said = COUNTER.replace("Previous write", "Previous atomic write");
    assertThat(only(said).earlier().access().isAtomic()).isTrue();
  }

  @Test
  void aSendAgainstACloseIsKnownByBothFunctions() {
    String send = "  runtime.chansend()\n      /go/src/runtime/chan.go:160 +0x0\n";
    String close = "  runtime.closechan()\n      /go/src/runtime/chan.go:413 +0x0\n";
    String sent = COUNTER.replaceFirst("(goroutine 9:\\n)", "$1" + send);
    String both = sent.replaceFirst("(main goroutine:\\n)", "$1" + close);
    assertThat(only(both).latest().access()).isEqualTo(RacingAccess.SEND);
    assertThat(only(both).earlier().access()).isEqualTo(RacingAccess.CLOSE);
    assertThat(only(sent).latest().access()).isEqualTo(RacingAccess.READ);
    assertThat(only(sent).earlier().access()).isEqualTo(RacingAccess.WRITE);
  }

  @Test
  void aNumberThatNoGoroutineOrLineCanHaveIsPassedOver() {
    String many = "9".repeat(40);
    assertThat(RaceLog.parse(COUNTER.replace("goroutine 9:", "goroutine " + many + ":"))).isEmpty();
    assertThat(
            only(COUNTER.replace("Goroutine 9 ", "Goroutine " + many + " ")).latest().createdAt())
        .isEqualTo(Stack.EMPTY);
    assertThat(only(COUNTER.replace("go:13 ", "go:" + many + " ")).earlier().stack().frames())
        .isEmpty();
  }

  @Test
  void aStackThatTheDetectorLostHasNoFrames() {
    String lost =
        COUNTER.replaceFirst(
            "(by main goroutine:\\n)(?s).*?\\n\\n", "$1  [failed to restore the stack]\n\n");
    assertThat(only(lost).earlier().stack().frames()).isEmpty();
    assertThat(only(lost).earlier().stack().truncated()).isTrue();
    assertThat(only(lost).latest().stack().frames()).hasSize(2);
  }

  @Test
  void whatIsSaidOfTheMemoryBelongsToNoAccess() {
    String memory =
        COUNTER.replace(
            "Goroutine 9 (finished)",
            """
            Heap block of size 8 at 0x00c00002a2b0 allocated by goroutine 7:
              example.com/r.New()
                  /src/n.go:3 +0x1

            Global var x of size 4 at 0x0000007f229c declared at /src/n.go:9

            Goroutine 9 (finished)\
            """);
    ObservedRace race = only(memory);
    assertThat(race.earlier().stack().frames()).hasSize(1);
    assertThat(race.latest().createdAt().frames()).hasSize(2);
  }

  @Test
  void otherLinesAroundReportsAreNotRead() {
    String text =
        "=== RUN TestIt\n"
            + COUNTER
            + "some output\n==================\nmore\n"
            + COUNTER
            + "Found 2";
    assertThat(RaceLog.parse(text)).hasSize(2);
  }

  @Test
  void aReportThatIsCutOffIsLeftOut() {
    for (int end = 0; end < COUNTER.length() - 1; end++) {
      assertThat(RaceLog.parse(COUNTER.substring(0, end))).as("cut at " + end).isEmpty();
    }
    assertThat(RaceLog.parse(COUNTER.substring(0, 200) + COUNTER)).hasSize(1);
  }

  @Test
  void aProcessWithoutRacesHasNoFile(@TempDir Path directory) throws IOException {
    assertThat(RaceLog.read(directory.resolve("race.1"))).isEmpty();
  }
}
