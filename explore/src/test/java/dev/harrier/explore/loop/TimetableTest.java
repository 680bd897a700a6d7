package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TimetableTest {
  private final AtomicLong now = new AtomicLong();
  private final Timetable minute = new Timetable(Duration.ofMinutes(1), now::get);

  /** A tenth of the time for each worker at first, a quarter of what has passed later. */
  @Test
  void whatMayBeNothingGetsAPartOfTheTime() {
    assertThat(minute.hasTimeForDoubtful(2)).isTrue();
    minute.spentOnDoubtful(Duration.ofSeconds(11));
    assertThat(minute.hasTimeForDoubtful(2)).isTrue();
    minute.spentOnDoubtful(Duration.ofSeconds(1));
    assertThat(minute.hasTimeForDoubtful(2)).isFalse();
    pass(Duration.ofSeconds(30));
    assertThat(minute.hasTimeForDoubtful(2)).isTrue();
    minute.spentOnDoubtful(Duration.ofSeconds(3));
    assertThat(minute.hasTimeForDoubtful(2)).isFalse();
  }

  @Test
  void aProofThatBeginsLateEndsATenthAfterTheTime() {
    assertThat(minute.proof().getAsBoolean()).isFalse();
    pass(Duration.ofSeconds(62));
    var late = minute.proof();
    pass(Duration.ofSeconds(3));
    assertThat(late.getAsBoolean()).isFalse();
    pass(Duration.ofSeconds(1));
    assertThat(late.getAsBoolean()).isTrue();
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
