package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.TargetFailure;
import dev.harrier.model.finding.ToolFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a program failed. */
final class OutcomeWordsTest {
  @Test
  void testsThatFail() {
    assertThat(OutcomeWords.of(new TargetFailure.AlwaysPanicked(List.of("m.TestA"))))
        .isEqualTo("m.TestA panicked every time, whatever the schedule");
    assertThat(
            OutcomeWords.of(
                new TargetFailure.AlwaysFailed(
                    List.of(
                        new TargetFailure.Executed("m.TestA", 1_200),
                        new TargetFailure.Executed("m.TestB", 3)))))
        .isEqualTo("m.TestA failed in all 1,200 executions, m.TestB failed in all 3 executions");
    assertThat(
            OutcomeWords.of(new TargetFailure.SometimesFailed(List.of("m.A", "m.B", "m.C", "m.D"))))
        .isEqualTo("m.A, m.B, m.C and 1 more failed under some schedules, without a finding");
    assertThat(OutcomeWords.of(new TargetFailure.ReplaysFailed("TestA", 3, 10)))
        .isEqualTo("TestA failed in 3 of 10 runs");
  }

  @Test
  void harrierThatFails() {
    assertThat(
            OutcomeWords.of(
                new ToolFailure.FunctionsNotAnalyzed(
                    List.of(
                        new ToolFailure.Unanalyzed("m.A", "an overflow"),
                        new ToolFailure.Unanalyzed("m.B", "a bug")))))
        .isEqualTo(
            "not every function was analyzed (m.A: not analyzed: an overflow; m.B: not analyzed: a bug); please report this");
    assertThat(OutcomeWords.of(new ToolFailure.FindingsLost(1)))
        .startsWith("the campaign's server has lost or damaged what it kept of 1 finding;");
    assertThat(OutcomeWords.of(new ToolFailure.OtherOverlay(17)))
        .startsWith("process 17 was built");
  }

  @Test
  void programsThatEnd() {
    assertThat(OutcomeWords.of(new TargetFailure.EndedBySignal(11)))
        .isEqualTo("the program was ended by signal 11");
    assertThat(
            OutcomeWords.of(new TargetFailure.Of("shard-2", new TargetFailure.EndedWithStatus(2))))
        .isEqualTo("shard-2: the program ended with status 2");
    assertThat(OutcomeWords.of(new TargetFailure.NotAnalyzed(2)))
        .isEqualTo("not every package was analyzed: 2 problems");
  }
}
