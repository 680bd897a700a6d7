package dev.harrier.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class WorkItemLengthTest {
  /** After a work item of executions of so many milliseconds each. */
  private static int after(int length, boolean brought, int millis) {
    return WorkItemLength.after(length, brought, Duration.ofMillis((long) millis * length), length);
  }

  @Test
  void whatBringsNothingHasAShortTime() {
    assertThat(after(WorkItemLength.FIRST, false, 8)).isEqualTo(250);
    assertThat(after(1000, false, 8)).isEqualTo(250);
    assertThat(after(4, false, 500)).isEqualTo(4);
  }

  @Test
  void whatBringsSomethingHasMoreAndMore() {
    assertThat(after(WorkItemLength.FIRST, true, 8)).isEqualTo(250);
    assertThat(after(250, true, 8)).isEqualTo(500);
    assertThat(after(500, true, 8)).isEqualTo(1000);
  }

  @Test
  void noTurnIsEndless() {
    assertThat(after(1000, true, 8)).as("eight seconds").isEqualTo(1000);
    assertThat(after(16, true, 10_000)).as("one at least").isEqualTo(1);
    assertThat(after(4096, true, 1)).isEqualTo(WorkItemLength.LONGEST);
    assertThat(WorkItemLength.after(16, true, Duration.ZERO, 0)).isEqualTo(WorkItemLength.LONGEST);
  }
}
