package dev.harrier.analysis.leak;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.message;
import static dev.harrier.analysis.Analyzed.proof;
import static dev.harrier.analysis.Analyzed.steps;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.explain.PollLoop;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Fix;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.words.Parts;
import dev.harrier.report.words.Steps;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GoroutineLeakTest {
  private static final String FORGOTTEN_SENDER =
      """
      g7 make o1 @ app.fetch a.go:8 < app.TestIt a_test.go:5
      g7 spawn g8 app.fetch.func1 a.go:9 @ app.fetch a.go:9 < app.TestIt a_test.go:5
      g8 block [chan send] o1 @ app.fetch.func1 a.go:10
      g7 test-end t1 passed
      """;

  @Test
  void aSenderThatTheCollectorGaveUpIsALeak() {
    var findings =
        inTest(FORGOTTEN_SENDER + "g7 checkpoint [test end] t1 g7 running g8 leaked [chan send]");

    assertThat(summary(findings)).containsExactly("goroutine-leak 10");
    Finding leak = findings.getFirst();
    assertThat(leak.strength()).isEqualTo(Strength.OBSERVED);
    assertThat(leak.test()).isEqualTo("TestIt");
    assertThat(message(leak))
        .isEqualTo(
            "goroutine blocks forever: it sends on an unbuffered channel and no goroutine will receive");
    assertThat(proof(leak)).contains("garbage collector");
    assertThat(leak.location().function()).isEqualTo("app.fetch.func1");
    assertThat(steps(leak))
        .containsExactly(
            "channel o1 was made at a.go:8",
            "goroutine 7 created goroutine 8 at a.go:9",
            "goroutine 8 blocked in chan send at a.go:10 and can't continue",
            "goroutine 8 waits in channel o1 <-: no other goroutine has received from it");
    assertThat(leak.participants().getFirst().createdAt().top().line()).isEqualTo(9);
    assertThat(Parts.state(leak.objects().getFirst()))
        .contains("unbuffered")
        .contains("never closed");
  }

  @ParameterizedTest
  @CsvSource({"Tx, END_TRANSACTION", "Rows, CLOSE_ROWS", "Batch,"})
  void whatHoldsAConnectionToADatabaseIsToBeEnded(String type, @Nullable Fix fix) {
    var findings =
        inTest(
            """
            g7 context o1 @ context.WithCancel context.go:2 < database/sql.(*DB).beginDC sql.go:8 < app.save a.go:3
            g7 spawn g8 database/sql.(*DB).beginDC.gowrap1 sql.go:10 @ database/sql.(*DB).beginDC sql.go:10 < app.save a.go:3
            g8 context-done o1 o2 @ context.(*cancelCtx).Done context.go:5 < database/sql.(*%1$s).awaitDone sql.go:11
            g8 block [chan receive] o2 @ database/sql.(*%1$s).awaitDone sql.go:11
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g8 leaked [chan receive]
            """
                .formatted(type));
    assertThat(summary(findings)).containsExactly("goroutine-leak 3");
    assertThat(findings.getFirst().explanation().fix()).isEqualTo(Optional.ofNullable(fix));
  }

  /** Both goroutines of the connection are one finding, where the request was made. */
  @Test
  void aResponseThatIsNotClosedIsALeakOfTheCodeThatAskedForIt() {
    var findings =
        inTest(
            """
            g7 make o1 @ net/http.(*Transport).dialConn transport.go:8 < net/http.(*Transport).dialConnFor transport.go:7
            g7 make o2 @ net/http.(*Transport).dialConn transport.go:9 < net/http.(*Transport).dialConnFor transport.go:7
            g7 spawn g8 net/http.(*Transport).dialConnFor transport.go:7 @ net/http.(*Transport).getConn transport.go:5 < net/http.(*Client).Get client.go:3 < app.fetch a.go:5
            g8 spawn g9 net/http.(*persistConn).readLoop transport.go:20 @ net/http.(*Transport).dialConn transport.go:10
            g8 spawn g10 net/http.(*persistConn).writeLoop transport.go:30 @ net/http.(*Transport).dialConn transport.go:11
            g8 exit
            g9 block [chan receive] o1 @ net/http.(*persistConn).readLoop transport.go:21
            g10 block [chan receive] o2 @ net/http.(*persistConn).writeLoop transport.go:31
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g9 leaked [chan receive] g10 leaked [chan receive]
            """);
    assertThat(summary(findings)).containsExactly("goroutine-leak 5");
    assertThat(findings.getFirst().explanation().fix()).contains(Fix.CLOSE_RESPONSE_BODY);
  }

  private static final String SERVES =
      """
      g7 make o1 @ app.NewServer a.go:3
      g7 spawn g8 app.TestIt.func1 a_test.go:4 @ app.TestIt a_test.go:4
      %s
      %s
      g8 block [chan receive] o1 @ app.(*Server).Serve a.go:14
      g7 test-end t1 passed
      g7 checkpoint [test end] t1 g7 running g8 leaked [chan receive]
      """;

  private static final String CLOSES =
      """
      g7 acquire o2 @ app.(*Server).Close a.go:20
      g7 release o2 @ app.(*Server).Close a.go:22\
      """;

  private static final String BEGINS =
      """
      g8 acquire o2 @ app.(*Server).Serve a.go:12
      g8 release o2 @ app.(*Server).Serve a.go:13\
      """;

  @Test
  void aServeThatBeginsAfterCloseIsSaidToDoSo() {
    var late = inTest(SERVES.formatted(CLOSES, BEGINS));
    assertThat(summary(late)).containsExactly("goroutine-leak 14");
    assertThat(late.getFirst().explanation().steps().stream().map(Steps::of))
        .contains(
            "goroutine 8 entered app.(*Server).Serve, at a.go:12, after goroutine 7 had entered"
                + " app.(*Server).Close, at a.go:20");
    assertThat(late.getFirst().explanation().fix()).contains(Fix.NOTICE_EARLIER_END);

    var first = inTest(SERVES.formatted(BEGINS, CLOSES));
    assertThat(first.getFirst().explanation().steps().stream().map(Steps::of))
        .noneMatch(step -> step.contains("had entered"));
    assertThat(first.getFirst().explanation().fix()).isEmpty();
    var other = inTest(SERVES.formatted(CLOSES.replace("Server).Close", "Client).Close"), BEGINS));
    assertThat(other.getFirst().explanation().fix()).isEmpty();
    var library =
        inTest(
            SERVES
                .formatted(CLOSES, BEGINS)
                .replace("app.(*Server)", "net/http.(*persistConn)")
                .replace("a.go", "transport.go")
                .replace("app.NewServer", "app.newServer"));
    assertThat(library.getFirst().explanation().steps().stream().map(Steps::of))
        .isNotEmpty()
        .noneMatch(step -> step.contains("had entered"));
  }

  @Test
  void withoutProofABlockedGoroutineIsNotReportedAtTheEndOfATest() {
    assertThat(
            inTest(
                FORGOTTEN_SENDER + "g7 checkpoint [test end] t1 g7 running g8 waiting [chan send]"))
        .isEmpty();
  }

  @Test
  void atProcessEndQuiescenceProvesABlockedSender() {
    var findings =
        inTest(
            FORGOTTEN_SENDER
                + """
                g7 exit
                g1 checkpoint [process end] g1 running g8 waiting [chan send]
                """);
    assertThat(summary(findings)).containsExactly("goroutine-leak 10");
    assertThat(findings.getFirst().strength()).isEqualTo(Strength.OBSERVED);
    assertThat(proof(findings.getFirst())).contains("no timer was set");
  }

  @Test
  void aTimerAtProcessEndLeavesOnlyASuspicion() {
    var findings =
        inTest(
            FORGOTTEN_SENDER
                + """
                g7 exit
                g1 checkpoint [process end] timers 1 g1 running g8 waiting [chan send]
                """);
    assertThat(findings.getFirst().strength()).isEqualTo(Strength.SUSPICIOUS);
  }

  @Test
  void aSuspicionThatIsProvedLaterInAnotherGoroutineBecomesTheFindingWithBothCounted() {
    var findings =
        inTest(
            """
            g7 make o1 @ app.fetch a.go:8
            g7 spawn g8 app.fetch.func1 a.go:9 @ app.fetch a.go:9
            g7 make o2 @ app.fetch a.go:8
            g7 spawn g9 app.fetch.func1 a.go:9 @ app.fetch a.go:9
            g8 block [chan send] o1 @ app.fetch.func1 a.go:10
            g9 block [chan send] o2 @ app.fetch.func1 a.go:10
            g7 test-end t1 passed
            g7 exit
            g1 checkpoint [process end] timers 1 g1 running g8 waiting [chan send] g9 leaked [chan send]
            """);
    assertThat(summary(findings)).containsExactly("goroutine-leak 10");
    assertThat(findings.getFirst().count()).isEqualTo(2);
    assertThat(findings.getFirst().strength()).isEqualTo(Strength.OBSERVED);
  }

  @Test
  void anIdleReceiverOnAReachableChannelIsNoDefect() {
    assertThat(
            inTest(
                """
                g7 make o1 @ app.init a.go:3
                g7 spawn g8 app.work a.go:4 @ app.start a.go:5
                g8 block [chan receive] o1 @ app.work a.go:6
                g7 test-end t1 passed
                g7 exit
                g1 checkpoint [process end] g1 running g8 waiting [chan receive]
                """))
        .isEmpty();
  }

  @Test
  void aGeneratorThatTheProgramStartsForItselfIsNoDefect() {
    assertThat(
            inTest(
                """
                g1 make o1 @ app.init a.go:3 < runtime.doInit1 proc.go:1
                g1 spawn g8 app.ids a.go:4 @ app.init.0 a.go:5 < runtime.doInit1 proc.go:1
                g8 block [chan send] o1 @ app.ids a.go:6
                g7 test-end t1 passed
                g7 exit
                g1 checkpoint [process end] g1 running g8 waiting [chan send]
                """))
        .isEmpty();
  }

  /** testing/synctest says itself that no goroutine outside the bubble can wake them. */
  @Test
  void whatABubbleLeavesBehind() {
    assertThat(
            summary(
                inTest(
                    """
                    g7 make o1 @ app.TestIt a_test.go:3
                    g7 spawn g8 app.work a.go:4 @ app.TestIt a_test.go:5
                    g8 block [chan receive] o1 @ app.work a.go:6
                    g7 test-end t1 passed
                    g7 checkpoint [synctest deadlock] g7 running g8 waiting [chan receive]
                    """)))
        .containsExactly("goroutine-leak 6");
  }

  /** A method may also be named init; what it starts is not started by the program for itself. */
  @Test
  void aGoroutineThatAMethodNamedInitStarts() {
    String trace =
        """
        g7 make o1 @ app.(*Server).init a.go:3
        g7 spawn g8 app.work a.go:4 @ app.(*Server).init a.go:5 < app.TestIt a_test.go:5
        g8 block [chan send] o1 @ app.work a.go:6
        g7 test-end t1 passed
        g7 exit
        g1 checkpoint [process end] g1 running g8 waiting [chan send]
        """;
    assertThat(summary(inTest(trace))).containsExactly("goroutine-leak 6");
    assertThat(summary(inTest(trace.replace("(*Server)", "Server"))))
        .containsExactly("goroutine-leak 6");
    assertThat(inTest(trace.replace("app.(*Server).init", "app.init.0"))).isEmpty();
    assertThat(inTest(trace.replace("app.(*Server).init", "gopkg.in/yaml%2ev3.init"))).isEmpty();
  }

  @Test
  void nilChannelsAndEmptySelectsNeedNoOtherProof() {
    assertThat(
            summary(
                inTest(
                    """
                    g7 spawn g8 app.a a.go:4 @ app.TestIt a.go:5
                    g7 spawn g9 app.b a.go:6 @ app.TestIt a.go:7
                    g7 spawn g10 app.c a.go:8 @ app.TestIt a.go:9
                    g8 block [chan receive (nil chan)] @ app.a a.go:14
                    g9 block [select (no cases)] @ app.b a.go:16
                    g10 block [select] receive nil send nil @ app.c a.go:18
                    g7 test-end t1 passed
                    g7 checkpoint [test end] t1 g7 running g8 waiting [chan receive (nil chan)] g9 waiting [select (no cases)] g10 waiting [select]
                    """)))
        .containsExactly("goroutine-leak 14", "goroutine-leak 16", "goroutine-leak 18");
  }

  /** The cases as they are said below their goroutine. */
  private static List<String> cases(String trace) {
    return inTest(trace).getFirst().explanation().steps().stream()
        .filter(Step.Case.class::isInstance)
        .map(Steps::below)
        .toList();
  }

  @Test
  void theCasesOfASelectSayWhoHasTheOtherEnd() {
    String trace =
        """
        g7 make o1 @ app.run a.go:3
        g7 make o2 @ app.run a.go:4
        g7 make o3 @ app.run a.go:5
        g7 spawn g8 app.run a.go:6 @ app.TestIt a_test.go:5
        g7 receive o1 @ app.TestIt a_test.go:6
        g8 send o1 @ app.run a.go:9
        g8 block [select] send o1 receive nil receive o3 receive o2 @ app.run a.go:9
        g7 test-end t1 passed
        g7 checkpoint [test end] t1 g7 running g8 leaked [select]
        """;
    assertThat(cases(trace))
        .containsExactly(
            "case channel o1 <-: goroutine 7 received from it before and is running",
            "case <-channel o2: no other goroutine has sent on it or closed it",
            "case <-channel o3: no other goroutine has sent on it or closed it",
            "case <-nil: the channel is nil");
    assertThat(steps(inTest(trace).getFirst()))
        .as("which channel is meant")
        .noneMatch(step -> step.startsWith("no other goroutine"));
    assertThat(cases(trace.replace("receive nil", "receive nil ".repeat(10))))
        .as("as many as reflect.Select may have")
        .isEmpty();
  }

  @Test
  void anOperationOnANilChannelSaysSo() {
    String trace =
        """
        g7 spawn g8 app.a a.go:4 @ app.TestIt a.go:5
        g8 block [chan send (nil chan)] @ app.a a.go:14
        g7 test-end t1 passed
        g7 checkpoint [test end] t1 g7 running g8 waiting [chan send (nil chan)]
        """;
    assertThat(cases(trace)).containsExactly("nil <-: the channel is nil");
  }

  @Test
  void anEndlessWaitIsItsOwnProofAlsoWhereTheCollectorAgrees() {
    var findings =
        inTest(
            """
            g7 spawn g8 app.a a.go:4 @ app.TestIt a.go:5
            g8 block [select (no cases)] @ app.a a.go:14
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g8 leaked [select (no cases)]
            """);
    assertThat(findings)
        .singleElement()
        .satisfies(f ->
            assertThat(f.explanation().evidence()).startsWith(new Evidence.EndlessByDefinition()));
  }

  @Test
  void equalLeaksFoldAndEachGoroutineCountsOnce() {
    var findings =
        inTest(
            """
            g7 make o1 @ app.fetch a.go:8
            g7 spawn g8 app.fetch.func1 a.go:9 @ app.fetch a.go:9
            g8 block [chan send] o1 @ app.fetch.func1 a.go:10
            g7 make o2 @ app.fetch a.go:8
            g7 spawn g9 app.fetch.func1 a.go:9 @ app.fetch a.go:9
            g9 block [chan send] o2 @ app.fetch.func1 a.go:10
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g8 leaked [chan send] g9 leaked [chan send]
            g1 checkpoint [process end] g1 running g8 leaked [chan send] g9 leaked [chan send]
            """);
    assertThat(summary(findings)).containsExactly("goroutine-leak 10");
    assertThat(findings.getFirst().count()).isEqualTo(2);
  }

  @Test
  void aGoroutineThatWaitsForALockOfALeakedOneIsReportedWithIt() {
    var findings =
        inTest(
            """
            g7 spawn g8 app.a a.go:4 @ app.TestIt a.go:5
            g7 spawn g9 app.b a.go:6 @ app.TestIt a.go:7
            g7 make o1 @ app.TestIt a.go:3
            g8 acquire o2 @ app.a a.go:13
            g8 block [chan send] o1 @ app.a a.go:14
            g9 block [sync.Mutex.Lock] o2 @ app.b a.go:16
            g7 test-end t1 passed
            g7 checkpoint [test end] t1 g7 running g8 leaked [chan send] g9 leaked [sync.Mutex.Lock]
            """);
    assertThat(summary(findings)).containsExactly("goroutine-leak 14");
    assertThat(findings.getFirst().participants())
        .extracting(g -> Parts.part(g.part()))
        .containsExactly("stuck", "stuck behind it");
  }

  @Test
  void theMainGoroutineThatParksItselfIsNoDefect() {
    assertThat(
            inTest(
                """
                g1 block [select (no cases)] @ main.main m.go:9
                g7 checkpoint [process end] g1 leaked [select (no cases)] g7 running
                """))
        .isEmpty();
  }

  @Test
  void theTestingPackageWaitingForATestIsNoDefect() {
    assertThat(
            inTest(
                """
                g7 spawn g8 testing.tRunner testing.go:10 @ testing.(*T).Run testing.go:20 < app.TestIt a_test.go:4
                g8 test-begin t2 TestIt/sub in t1
                g7 block [chan receive] o9 @ testing.(*T).Run testing.go:21 < app.TestIt a_test.go:4
                g8 checkpoint [periodic] g7 leaked [chan receive] g8 running
                """))
        .isEmpty();
  }

  /** Three sleeps of 50 ns; its test ends in the midst of the last one. */
  private static final String SLEEPER =
      """
      g7 spawn g8 app.beat a.go:9 @ app.start a.go:9 < app.TestIt a_test.go:5
      time 100
      g8 block [sleep] @ app.beat a.go:10
      time 150
      g8 block [sleep] @ app.beat a.go:10
      time 200
      g8 block [sleep] @ app.beat a.go:10
      g7 test-end t1 passed
      """;

  private static final String SLEEPS_AT_THE_END =
      "g1 checkpoint [process end] g1 running g8 waiting [sleep]";

  @Test
  void aSleepThatIsNotOverIsTheNextOfItsLoop() {
    var findings = inTest(SLEEPER + "time 249\n" + SLEEPS_AT_THE_END);

    assertThat(summary(findings)).containsExactly("goroutine-leak 10");
    assertThat(findings.getFirst().strength()).isEqualTo(Strength.SUSPICIOUS);
  }

  @Test
  void aLoopOverATickerIsOneOfPauses() {
    String set = "g8 timer-set o5 @ app.beat a.go:9\n";
    String ticker =
        SLEEPER
            .replace("g8 block [sleep]", "g8 block [chan receive] o5")
            .replace("time 100\n", "g8 make o5 @ app.beat a.go:9\n" + set + "time 100\n");
    String another = "time 250\ng8 block [chan receive] o5 @ app.beat a.go:10\n";
    String end = SLEEPS_AT_THE_END.replace("[sleep]", "[chan receive]");

    assertThat(summary(inTest(ticker + another + end))).containsExactly("goroutine-leak 10");
    assertThat(inTest(ticker + "time 249\n" + end)).as("before the next tick").isEmpty();
    assertThat(inTest(ticker.replace(set, "") + another + end)).as("no timer's").isEmpty();
  }

  @Test
  void whoShouldHaveWokenHadNoChanceToEnd() {
    assertThat(inTest(SLEEPER + "time 250\n" + SLEEPS_AT_THE_END)).isEmpty();
  }

  @Test
  void whoBeginsAnotherSleepAfterItsTestGoesOnHoweverLateItIs() {
    assertThat(
            summary(
                inTest(
                    SLEEPER
                        + "time 250\ng8 block [sleep] @ app.beat a.go:10\ntime 400\n"
                        + SLEEPS_AT_THE_END)))
        .containsExactly("goroutine-leak 10");
  }

  private static final String TWO_SLEEPERS =
      """
      g7 spawn g8 app.until a.go:4 @ app.TestIt a_test.go:5
      g7 spawn g9 app.other a.go:20 @ app.TestIt a_test.go:6
      g8 block [sleep] @ time.Sleep sleep.go:1 < app.until a.go:6
      g9 block [%s] @ app.other a.go:22
      g7 test-end t1 passed
      g7 exit
      g1 checkpoint [process end] timers 1 g1 running g8 polling [sleep] g9 %s
      """;

  private static PollLoop sleeps(boolean pure) {
    return new PollLoop(true, pure, pure, 0, 0, 0, true, 0);
  }

  private static List<Finding> beside(String reason, String state, boolean otherIsPure) {
    return inTest(
        TWO_SLEEPERS.formatted(reason, state),
        at -> Optional.of(sleeps(at.line() == 6 || otherIsPure)));
  }

  /** What it reads is known to goroutines that do not write it. */
  @Test
  void whoSleepsUntilWhatNothingChangesRunsForever() {
    List<Finding> both = beside("sleep", "polling [sleep]", true);
    assertThat(summary(both)).contains("goroutine-leak 6");
    assertThat(both.getFirst().strength()).isEqualTo(Strength.OBSERVED);
    assertThat(message(both.getFirst()))
        .isEqualTo(
            "goroutine runs forever: it sleeps until something changes that nothing else can"
                + " change");
    assertThat(beside("chan receive", "leaked [chan receive]", false))
        .extracting(Finding::location)
        .extracting(Location::line)
        .contains(6);
  }

  @Test
  void aSleeperThatOthersMayReleaseIsNone() {
    assertThat(beside("sleep", "polling [sleep]", false)).isEmpty();
    assertThat(beside("sleep", "waiting [sleep]", true)).as("has not come round").isEmpty();
    assertThat(beside("select", "polling [select]", false)).isEmpty();
    assertThat(beside("sync.Mutex.Lock", "waiting [sync.Mutex.Lock]", true))
        .as("may get the lock that the other one releases")
        .noneMatch(finding -> finding.location().line() == 6);
    assertThat(inTest(TWO_SLEEPERS.formatted("sleep", "polling [sleep]")))
        .as("no source")
        .isEmpty();
  }

  private static final String POLLER =
      """
      g7 make o1 @ app.poll a.go:3
      g7 spawn g8 app.poll a.go:4 @ app.TestIt a_test.go:5
      g8 block [select] receive o1 @ app.poll a.go:6
      """;

  /** Its source is not at hand: nothing shows that its loop has no other end. */
  @Test
  void whatPollsIsNoProof() {
    String end = "g7 test-end t1 passed\ng7 exit\n";
    assertThat(
            inTest(
                POLLER
                    + end
                    + "g1 checkpoint [process end] timers 1 g1 running g8 polling [select]\n"))
        .isEmpty();
    // One that has left its select may have known the other.
    assertThat(
            inTest(
                POLLER
                    + end
                    + "g1 checkpoint [process end] timers 1 g1 running g8 polling [waiting]\n"))
        .isEmpty();
  }
}
