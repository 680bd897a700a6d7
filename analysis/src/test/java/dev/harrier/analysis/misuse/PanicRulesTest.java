package dev.harrier.analysis.misuse;

import static dev.harrier.analysis.Analyzed.inTest;
import static dev.harrier.analysis.Analyzed.message;
import static dev.harrier.analysis.Analyzed.proof;
import static dev.harrier.analysis.Analyzed.summary;
import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Strength;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules about panics: what each message is called, and which panics count. */
final class PanicRulesTest {
  private static List<Finding> crash(String before, String text) {
    return inTest(
        before
            + """
            g7 panic "%s" @ runtime.raise chan.go:8 < app.f a.go:9 < app.TestIt a.go:3
            g7 panic "%s" @ testing.tRunner.func1 testing.go:4 < runtime.raise chan.go:8 < app.f a.go:9 < app.TestIt a.go:3
            g7 fatal "%s" @ runtime.gopanic panic.go:5 < testing.tRunner.func1 testing.go:4 < runtime.raise chan.go:8 < app.f a.go:9 < app.TestIt a.go:3
            g7 checkpoint [crash] g7 running
            """
                .formatted("", text, text));
  }

  @Test
  void aSendOnAClosedChannelNamesTheClose() {
    var findings =
        crash(
            """
            g7 make o1 @ app.TestIt a.go:1
            g7 spawn g8 app.closer a.go:2 @ app.TestIt a.go:2
            g7 send o1 @ app.f a.go:9
            g8 close o1 @ app.closer a.go:20
            """,
            "send on closed channel");
    assertThat(summary(findings)).containsExactly("send-on-closed 9");
    assertThat(message(findings.getFirst()))
        .isEqualTo("send on a closed channel, closed at a.go:20");
    assertThat(findings.getFirst().participants()).hasSize(2);
  }

  @Test
  void aSecondCloseNamesTheFirst() {
    var findings =
        crash(
            """
            g7 make o1 @ app.TestIt a.go:1
            g7 close o1 @ app.TestIt a.go:7
            g7 close o1 @ app.f a.go:9
            """,
            "close of closed channel");
    assertThat(summary(findings)).containsExactly("double-close 9");
    assertThat(message(findings.getFirst()))
        .isEqualTo("close of a closed channel, closed before at a.go:7");
  }

  @Test
  void aCloseOfNil() {
    assertThat(summary(crash("", "close of nil channel"))).containsExactly("double-close 9");
  }

  @Test
  void aFatalUnlock() {
    var findings =
        inTest(
            """
            g7 release o1 @ app.f a.go:9
            g7 fatal "sync: unlock of unlocked mutex" @ runtime.fatal panic.go:1 < app.f a.go:9
            g7 checkpoint [crash] g7 running
            """);
    assertThat(summary(findings)).containsExactly("unlock-of-unlocked 9");
    assertThat(findings.getFirst().count()).isEqualTo(1);
  }

  @Test
  void waitGroupPanics() {
    assertThat(summary(crash("g7 add o1 -1 @ app.f a.go:9\n", "sync: negative WaitGroup counter")))
        .containsExactly("waitgroup-misuse 9");
  }

  @Test
  void anyOtherPanic() {
    var findings = crash("", "runtime error: index out of range [1] with length 1");
    assertThat(summary(findings)).containsExactly("test-panic 9");
    assertThat(proof(findings.getFirst())).contains("index out of range");
  }

  @Test
  void aPanicOfATestThatHadFailedAndWentOnIsSuspicious() {
    for (String file : List.of("a_test.go", "a.go")) {
      Finding finding =
          inTest(
                  """
                  g7 test-fail t1 @ testing.(*common).Fail testing.go:1 < assert.NotNil assert.go:2 < app.TestIt a_test.go:3
                  g7 panic "nil" @ app.f %s:4 < app.TestIt a_test.go:4
                  g7 test-fail t1 @ testing.(*common).Fail testing.go:1 < testing.tRunner.func1 testing.go:4 < runtime.gopanic panic.go:5
                  g7 fatal "nil" @ runtime.gopanic panic.go:5 < app.f %s:4 < app.TestIt a_test.go:4
                  g7 checkpoint [crash] g7 running
                  """
                      .formatted(file, file))
              .getFirst();
      boolean ofTest = file.equals("a_test.go");
      assertThat(finding.strength()).isEqualTo(ofTest ? Strength.SUSPICIOUS : Strength.OBSERVED);
      assertThat(finding.explanation().doubts())
          .isEqualTo(ofTest ? List.of(new Doubt.PanicAfterFailure()) : List.of());
    }
  }

  /** The panic of {@link #dialled} in the goroutine of a test. */
  private static final String IN_TEST = "873d64a1b90eaffe";

  /** Each subtest has a line of its own, and each listener a port of its own. */
  @Test
  void whichTestRunsTheCodeIsNoPartOfAPanic() {
    List<String> creators =
        List.of(
            "testing.tRunner testing.go:10 @ testing.(*T).Run testing.go:20 < testing.runTests testing.go:30",
            "testing.tRunner testing.go:10 @ testing.(*T).Run testing.go:20 < app.TestIt a_test.go:5",
            "testing.tRunner testing.go:10 @ testing.(*T).Run testing.go:20 < app.TestIt a_test.go:6");
    assertThat(creators).extracting(creator -> dialled(creator, 4711)).containsOnly(IN_TEST);
    assertThat(dialled(creators.getFirst(), 4712)).isEqualTo(IN_TEST);
    assertThat(dialled("app.f a.go:8 @ app.f a.go:7 < app.TestIt a_test.go:6", 4711))
        .isNotEqualTo(IN_TEST);
  }

  private static String dialled(String creator, int port) {
    return inTest(
            """
            g7 spawn g8 %1$s
            g8 panic "dial 127.0.0.1:%2$d" @ app.dial a.go:4
            g8 fatal "dial 127.0.0.1:%2$d" @ runtime.gopanic panic.go:5 < app.dial a.go:4
            g8 checkpoint [crash] g8 running
            """
                .formatted(creator, port))
        .getFirst()
        .fingerprint();
  }

  @Test
  void aPanicThatIsRecoveredIsTheProgramsOwnAffair() {
    assertThat(
            inTest(
                """
                g7 panic "send on closed channel" @ app.f a.go:9
                g7 test-end t1 passed
                g7 checkpoint [test end] t1 g7 running
                """))
        .isEmpty();
  }

  @Test
  void aCleanUpThatPanicsAgainIsNotTheCause() {
    var findings =
        inTest(
            """
            g7 panic "" @ app.f a.go:9 < app.TestIt a.go:3
            g7 panic "" @ app.TestIt.func1 a.go:5 < runtime.gopanic panic.go:1 < app.f a.go:9 < app.TestIt a.go:3
            g7 fatal "no space" @ runtime.fatalpanic panic.go:2 < app.TestIt.func1 a.go:5 < runtime.gopanic panic.go:1 < app.f a.go:9 < app.TestIt a.go:3
            g7 checkpoint [crash] g7 running
            """);
    assertThat(summary(findings)).containsExactly("test-panic 9");
    assertThat(message(findings.getFirst())).isEqualTo("a panic ends the process: no space");
  }

  @Test
  void aRecoveredPanicIsNotTakenForALaterOneElsewhere() {
    var findings =
        inTest(
            """
            g7 panic "boom" @ app.f a.go:9 < app.TestIt a.go:3
            g7 panic "boom" @ app.g a.go:19 < app.TestIt a.go:4
            g7 checkpoint [crash] g7 running
            """);
    assertThat(summary(findings)).containsExactly("test-panic 19");
  }

  /** What a program says in a panic of its own may quote the runtime. */
  @Test
  void aPanicOfTheProgramsOwnIsNoMisuse() {
    var findings =
        inTest(
            """
            g7 make o1 @ app.TestIt a.go:1
            g7 close o1 @ app.TestIt a.go:7
            g7 panic "wrapped: send on closed channel" @ app.f a.go:9 < app.TestIt a.go:3
            g7 fatal "wrapped: send on closed channel" @ runtime.gopanic panic.go:5 < app.f a.go:9 < app.TestIt a.go:3
            g7 checkpoint [crash] g7 running
            """);
    assertThat(summary(findings)).containsExactly("test-panic 9");
  }

  private static List<Finding> recovered(String by) {
    return recovered(by, "app.f a.go:9 < app.TestIt a.go:3");
  }

  private static List<Finding> recovered(String by, String panics) {
    return inTest(
        """
        g7 make o1 @ app.TestIt a.go:1
        g7 close o1 @ app.closer a.go:7
        g7 close o1 @ app.f a.go:9
        g7 panic "close of closed channel" @ runtime.closechan chan.go:8 < %s
        g7 recover @ %s < runtime.gopanic panic.go:5 < runtime.closechan chan.go:8 < app.f a.go:9
        g7 checkpoint [test end] g7 running
        """
            .formatted(panics, by));
  }

  @Test
  void aMisuseThatTheProgramRecoversIsAMistakeAllTheSame() {
    var findings = recovered("app.guard a.go:40");
    assertThat(summary(findings)).containsExactly("double-close 9");
    assertThat(proof(findings.getFirst()))
        .isEqualTo("the program recovered this panic: close of closed channel");
  }

  /**
   * So does package testing with every panic of a test: that is one panic, and ends the process.
   */
  @Test
  void aMisuseThatPackageTestingRaisesAgainIsNotRecovered() {
    var findings =
        inTest(
            """
            g7 make o1 @ app.TestIt a.go:1
            g7 close o1 @ app.closer a.go:7
            g7 close o1 @ app.f a.go:9
            g7 panic "close of closed channel" @ runtime.closechan chan.go:8 < app.f a.go:9 < app.TestIt a.go:3
            g7 recover @ testing.tRunner.func1 testing.go:4 < runtime.gopanic panic.go:5 < runtime.closechan chan.go:8 < app.f a.go:9
            g7 panic "close of closed channel" @ testing.tRunner.func1.2 testing.go:6 < testing.tRunner.func1 testing.go:5 < runtime.gopanic panic.go:5 < runtime.closechan chan.go:8 < app.f a.go:9 < app.TestIt a.go:3
            g7 fatal "close of closed channel" @ runtime.gopanic panic.go:5 < testing.tRunner.func1.2 testing.go:6 < testing.tRunner.func1 testing.go:5 < runtime.gopanic panic.go:5 < runtime.closechan chan.go:8 < app.f a.go:9 < app.TestIt a.go:3
            g7 checkpoint [crash] g7 running
            """);
    assertThat(summary(findings)).containsExactly("double-close 9");
    assertThat(message(findings.getFirst()))
        .isEqualTo("close of a closed channel, closed before at a.go:7");
    assertThat(proof(findings.getFirst()))
        .isEqualTo("the process ended with a panic: close of closed channel");
    assertThat(findings.getFirst().sightings()).isEqualTo(Sightings.ONCE);
  }

  @Test
  void aMisuseThatItsOwnFunctionRecoversIsSuspicious() {
    for (String by : List.of("app.f.func1 a.go:6", "app.guard a.go:40 < app.f.deferwrap1 a.go:6")) {
      Finding finding = recovered(by).getFirst();
      assertThat(finding.strength()).isEqualTo(Strength.SUSPICIOUS);
      assertThat(finding.explanation().doubts()).containsExactly(new Doubt.RecoversOwnPanic());
    }
    assertThat(recovered("app.f2.func1 a.go:40").getFirst().strength())
        .isEqualTo(Strength.OBSERVED);
  }

  /** It is not reported. */
  @Test
  void aMisuseThatAGoroutineRecoversAtItsBeginningIsAMistake() {
    assertThat(recovered("app.f.func1 a.go:6", "app.f a.go:9").getFirst().strength())
        .isEqualTo(Strength.OBSERVED);
  }

  @Test
  void aMisuseThatATestOrAnAssertionExpectsIsNone() {
    assertThat(recovered("app.TestIt.func1 a_test.go:4")).isEmpty();
    assertThat(recovered("example.com/assert.didPanic.func1 assertions.go:4")).isEmpty();
  }
}
