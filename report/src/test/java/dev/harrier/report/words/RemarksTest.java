package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.ending.BlindSpot;
import dev.harrier.model.ending.Remark;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RemarksTest {
  private static String words(Remark.Kept what, String of, long number) {
    return Remarks.of(new Remark.Outdated(what, of, number)).getFirst();
  }

  @Test
  void oneIsNoPlural() {
    assertThat(words(Remark.Kept.ORDERS, "m.TestA", 1))
        .isEqualTo("1 order of m.TestA was dropped: it is of another build");
    assertThat(words(Remark.Kept.REVERSALS, "m.TestA", 1200))
        .isEqualTo("1,200 reversals of m.TestA were dropped: they are of another build");
    assertThat(words(Remark.Kept.SCHEDULES, "m.TestA", 1))
        .isEqualTo("1 schedule of m.TestA was dropped: it is of other sources");
    assertThat(words(Remark.Kept.COVERAGE, "", 1))
        .isEqualTo(
            "1 coverage requirement that earlier explorations met was dropped: its sources have"
                + " changed");
  }

  private static String words(Remark remark) {
    return Remarks.of(remark).getFirst();
  }

  @Test
  void whatWasConfirmed() {
    assertThat(words(new Remark.NothingConfirmed("this is Go 1.25")))
        .isEqualTo("nothing was confirmed: this is Go 1.25");
    assertThat(words(new Remark.TestsUnmeasured(0, Remark.Unmeasured.NO_TIME, "")))
        .isEqualTo("which tests run the reported lines was not measured: there was no time for it");
    assertThat(words(new Remark.TestsUnmeasured(1, Remark.Unmeasured.FAILED, "m.go:3: no")))
        .isEqualTo("which tests run the reported lines was measured for 1 test only: m.go:3: no");
    assertThat(words(new Remark.ConfirmingEnded(false, 2, true)))
        .isEqualTo(
            "the time for confirming is over: 2 reports were not tried with a generated test");
    assertThat(words(new Remark.ConfirmingEnded(true, 1, false)))
        .isEqualTo("confirming was interrupted: 1 report was not tried");
    assertThat(words(new Remark.TestsGenerated(2, 0, 0)))
        .isEqualTo("no test could be generated for 2 other reports");
    assertThat(words(new Remark.TestsGenerated(2, 1, 1)))
        .isEqualTo("tests were generated for 1 other report, and 1 of them happened there");
    assertThat(words(new Remark.NotAnalyzed("m", "m.go:3:1", "undefined: x")))
        .isEqualTo("m.go:3:1: m: undefined: x");
  }

  @Test
  void whatACopyDoesNotLog() {
    assertThat(words(new Remark.NotLogged(new BlindSpot.MayFault(2))))
        .startsWith("2 inlined lock operations: a nil dereference ");
    assertThat(words(new Remark.NotLogged(new BlindSpot.Unmovable("ACQUIRE", 0x4a0, "main.f"))))
        .isEqualTo("ACQUIRE at 0x4a0 in main.f: the instructions around it can't be moved");
    assertThat(words(new Remark.NotLogged(new BlindSpot.Unhookable("SEND", "f", "too short"))))
        .isEqualTo("SEND in f: too short");
    assertThat(words(new Remark.NotLogged(new BlindSpot.Inlined("f", List.of("main.main")))))
        .isEqualTo("f is inlined into [main.main]");
  }

  @Test
  void howProgramsWereBuiltAndStarted() {
    assertThat(words(new Remark.BuiltWithout(List.of("m/a", "m/b"), Remark.BuildAddition.RACES)))
        .isEqualTo("m/a, m/b can't be built to look for data races, and is explored without that");
    assertThat(
            words(
                new Remark.NotCopied(
                    List.of(new Remark.NoCopies("m/a", Remark.Uncopyable.CALLS_SYSTEM)))))
        .isEqualTo(
            "a process was started for each execution of 1 package: m/a (it changes files, or reads its process id, before its tests)");
  }

  @Test
  void howFarACampaignIs() {
    assertThat(words(new Remark.CampaignState("nats://host/m", 1_200, 7, 2, 1, 0, 3)))
        .isEqualTo(
            "campaign nats://host/m: 1,200 executions of 7 targets, 2 of them open; findings: 1 announced, 0 to be confirmed by another worker; 3 at work");
  }
}
