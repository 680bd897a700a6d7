package dev.harrier.explore.computing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.worker.SampleFindings;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run assumes of the machine, known from its events. */
final class SlownessTest {
  /** A timer for two seconds, which expires at once; then a select that receives from it. */
  private static final String EXPIRED =
      """
      g0 choice [timer] g1 1 point 4 chosen 2000000 of 2
      g0 timer o2
      g1 select receive o1 receive o2* @ app.main a.go:4
      """;

  private static final String MADE = "object o2 timer\ng1 make o1 capacity 1 @ app.main a.go:1\n";
  private static final String SET = "g1 timer-set o2 @ app.main a.go:3\n";

  private static Slowness of(String text) {
    Trace trace = TextTrace.parse(text);
    SlownessRecorder recorder = new SlownessRecorder(stack -> trace.stack(stack).top());
    trace.replay(recorder::see);
    return recorder.end();
  }

  @Test
  void aClosedChannelWasReadyAllAlong() {
    assertThat(of(MADE + "g2 close o1 @ app.f a.go:9\n" + SET + EXPIRED))
        .isEqualTo(new Slowness(Duration.ofSeconds(2), Duration.ofSeconds(2), List.of(), false));
  }

  @Test
  void soWasAValueInTheBuffer() {
    assertThat(of(MADE + "g2 send o1 @ app.f a.go:9\n" + SET + EXPIRED).pastReadyCases())
        .isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void whatWasReceivedBeforeIsNotReady() {
    String taken = "g2 send o1 @ app.f a.go:9\ng1 receive o1 @ app.main a.go:2\n";
    assertThat(of(MADE + taken + SET + EXPIRED))
        .isEqualTo(new Slowness(Duration.ofSeconds(2), Duration.ZERO, List.of(), false));
  }

  @Test
  void aPeerMayBeSlow() {
    String late = EXPIRED.replace("g1 select", "g2 close o1 @ app.f a.go:9\ng1 select");
    assertThat(of(MADE + SET + late).pastReadyCases()).isEqualTo(Duration.ZERO);
  }

  @Test
  void timeThatPassedBeforeTheTimerWasSetDoesNotCount() {
    String before = "g0 choice [timer] g1 1 point 2 chosen 5000000 of 2\n";
    assertThat(of(MADE + "g2 close o1 @ app.f a.go:9\n" + before + SET + EXPIRED))
        .isEqualTo(new Slowness(Duration.ofSeconds(7), Duration.ofSeconds(2), List.of(), false));
  }

  @Test
  void aSelectThatWaitsForThePreferredTimerPassesByWhatWasReady() {
    String preferring =
        """
        g1 preferred 1 @ app.main a.go:4
        g1 block [select] receive o1 receive o2 @ app.main a.go:4
        g0 timer o2
        g1 preferred 1 came after 2000000
        g1 select receive o1 receive o2* blocked @ app.main a.go:4
        """;
    String close = "g2 close o1 @ app.f a.go:9\n";
    assertThat(of(MADE + close + SET + preferring).pastReadyCases())
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(of(MADE + SET + preferring.replace("g0 timer", close + "g0 timer")))
        .isEqualTo(new Slowness(Duration.ofSeconds(2), Duration.ZERO, List.of(), false));
  }

  /** A test that asserts that something has ended by then may measure that wait only. */
  @Test
  void aFailureWhileASelectWaitsByChoiceIsSuspicious() {
    String waits = "g2 preferred 1 @ app.f a.go:4\ng2 block [select] receive o1 @ app.f a.go:4\n";
    assertThat(of(MADE + waits).judge(SampleFindings.testFailed()).strength())
        .isEqualTo(Strength.SUSPICIOUS);
    assertThat(
            of(MADE + waits + "g2 preferred 1 came after 0\n")
                .judge(SampleFindings.testFailed())
                .strength())
        .isEqualTo(Strength.OBSERVED);
    assertThat(of(MADE + waits).judge(SampleFindings.deadlocked("m.go")).strength())
        .isEqualTo(Strength.OBSERVED);
  }

  private static Strength judged(Finding finding, long millis) {
    return new Slowness(Duration.ofMillis(millis), Duration.ZERO, List.of(), false)
        .judge(finding)
        .strength();
  }

  @Test
  void aTestThatGaveUpSecondsEarlyRacesWithItsOwnCode() {
    Finding ofTests = SampleFindings.race("m_test.go", "b_test.go");
    assertThat(judged(ofTests, 5_000)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(judged(ofTests, 50)).isEqualTo(Strength.OBSERVED);
    Finding withOne = SampleFindings.race("m.go", "m_test.go");
    assertThat(judged(withOne, 5_000)).isEqualTo(Strength.OBSERVED);
    assertThat(judged(withOne, 900_000)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(judged(SampleFindings.race("m.go", "b.go"), 900_000)).isEqualTo(Strength.OBSERVED);
  }

  @Test
  void aPeerThatGaveUpSecondsEarlyMayNeverAnswer() {
    Finding timedOut = SampleFindings.timedOut(BlockReason.IO);
    assertThat(judged(timedOut, 5_000)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(judged(timedOut, 50)).isEqualTo(Strength.OBSERVED);
    Finding noInput = SampleFindings.timedOut(BlockReason.CHAN_RECEIVE);
    assertThat(judged(noInput, 5_000)).isEqualTo(Strength.OBSERVED);
    assertThat(judged(noInput, 141_000)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(
            judged(SampleFindings.timedOut(BlockReason.IO, new Evidence.ReleasersStuck()), 5_000))
        .isEqualTo(Strength.OBSERVED);
  }

  @Test
  void theOtherEndOfAPipeMayHaveGivenUp() {
    Site place = new Site("m.readHeader", "m.go", 3);
    Site pipe = new Site("net.(*pipe).read", "net/pipe.go", 4);
    Finding waits = SampleFindings.deadlocked(place, pipe, place);
    assertThat(judged(waits, 4_500)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(judged(waits, 500)).isEqualTo(Strength.OBSERVED);
    Finding elsewhere = SampleFindings.deadlocked(place, place, pipe);
    assertThat(judged(elsewhere, 4_500)).isEqualTo(Strength.OBSERVED);
  }

  @Test
  void aTestThatWaitsForWhatComesSecondsLateMayWaitForAMock() {
    Finding waits = SampleFindings.deadlocked("m_test.go");
    assertThat(judged(waits, 3_600_000)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(judged(waits, 15_000)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(judged(waits, 3_000)).isEqualTo(Strength.OBSERVED);
    assertThat(judged(SampleFindings.deadlocked("m.go"), 3_600_000)).isEqualTo(Strength.OBSERVED);
  }

  @Test
  void soMayOneWhoseWaitGroupIsNeverDone() {
    Finding waits = SampleFindings.neverDone("m_test.go", new Evidence.Quiescence());
    assertThat(judged(waits, 30_000)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(judged(waits, 3_000)).isEqualTo(Strength.OBSERVED);
    Finding left = SampleFindings.neverDone("m_test.go", new Evidence.Unreachable());
    assertThat(judged(left, 30_000)).isEqualTo(Strength.OBSERVED);
    Finding library = SampleFindings.neverDone("m.go", new Evidence.Quiescence());
    assertThat(judged(library, 30_000)).isEqualTo(Strength.OBSERVED);
  }

  @Test
  void whatATestClosesTwiceWhereALimitIsOverSecondsEarlyMayBeItsMocks() {
    Finding closes = SampleFindings.closedTwice("m_test.go");
    assertThat(judged(closes, 2_364_000)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(judged(closes, 305)).isEqualTo(Strength.OBSERVED);
    assertThat(judged(SampleFindings.closedTwice("m.go"), 2_364_000)).isEqualTo(Strength.OBSERVED);
  }

  @Test
  void aTestThatGoesOnAfterALimitOfMinutesUsesWhatItDidNotGet() {
    Site library = new Site("m.read", "m.go", 3);
    Finding ofTest = SampleFindings.panicIn(library, new Site("m.TestRead", "m_test.go", 9));
    assertThat(judged(ofTest, 43_920_000)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(judged(ofTest, 30_000)).isEqualTo(Strength.OBSERVED);
    assertThat(judged(SampleFindings.panicIn(library), 43_920_000)).isEqualTo(Strength.OBSERVED);
  }

  @Test
  void whatAPanicOfAMockRunsWhereALimitIsOverSecondsEarlyIsTheMocksDoing() {
    Site locks = new Site("m.purge", "m.go", 3);
    Site panics = new Site("runtime.gopanic", "panic.go", 1);
    Site group = new Site("sync.(*WaitGroup).Add", "waitgroup.go", 1);
    Site mock = new Site("m.(*reporter).report", "m_test.go", 9);
    Finding byMock = SampleFindings.lockedTwice(locks, panics, group, mock);
    assertThat(judged(byMock, 1_200_000)).isEqualTo(Strength.SUSPICIOUS);
    assertThat(judged(byMock, 50)).isEqualTo(Strength.OBSERVED);
    Site library = new Site("m.report", "m.go", 9);
    assertThat(judged(SampleFindings.lockedTwice(locks, panics, group, library, mock), 1_200_000))
        .isEqualTo(Strength.OBSERVED);
  }

  private static final String COMPUTES =
      "g1 choice [computing] g1 1 point 2 chosen 1500 of 0 @ app.main a.go:7\n";

  @Test
  void computingIsToldWithItsPlaceAndIsNoDelay() {
    assertThat(of(COMPUTES))
        .isEqualTo(
            new Slowness(
                Duration.ZERO,
                Duration.ZERO,
                List.of(new Doubt.ComputingAssumed(new Site("app.main", "a.go", 7), 1500)),
                false));
  }

  @Test
  void whoComputesPassesByWhatWasReady() {
    String seconds = COMPUTES.replace("1500", "3000000");
    assertThat(of(MADE + "g2 close o1 @ app.f a.go:9\n" + SET + seconds + EXPIRED).pastReadyCases())
        .isEqualTo(Duration.ofSeconds(5));
  }

  private static Finding afterComputing(Finding finding, Duration... each) {
    Site at = new Site("app.main", "a.go", 7);
    List<Doubt.ComputingAssumed> computing =
        Arrays.stream(each)
            .map(length -> new Doubt.ComputingAssumed(at, length.toNanos() / 1000))
            .toList();
    return new Slowness(Duration.ZERO, Duration.ZERO, computing, false).judge(finding);
  }

  @Test
  void codeThatComputesForASecondIsImplausible() {
    Finding waits = SampleFindings.deadlocked("m.go");
    Finding slow = afterComputing(waits, Duration.ofMillis(900));
    assertThat(slow.strength()).isEqualTo(Strength.OBSERVED);
    assertThat(slow.explanation().doubts())
        .containsExactly(new Doubt.ComputingAssumed(new Site("app.main", "a.go", 7), 900_000));
    assertThat(afterComputing(waits, Duration.ofSeconds(1)).strength())
        .isEqualTo(Strength.SUSPICIOUS);
  }

  /** Six times 900 ms are a long time for a test that has limits of its own. */
  @Test
  void computingCountsAsAnyOtherSlowness() {
    Duration[] six = new Duration[6];
    Arrays.fill(six, Duration.ofMillis(900));
    assertThat(afterComputing(SampleFindings.deadlocked("m_test.go"), six).strength())
        .isEqualTo(Strength.SUSPICIOUS);
    assertThat(afterComputing(SampleFindings.deadlocked("m.go"), six).strength())
        .isEqualTo(Strength.OBSERVED);
  }
}
