package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.ending.Remark;
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
}
