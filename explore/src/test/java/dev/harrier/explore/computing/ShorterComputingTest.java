package dev.harrier.explore.computing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.model.trace.GoroutineName;
import org.junit.jupiter.api.Test;

final class ShorterComputingTest {
  private static PlanEntry.Computing computing(long micros) {
    return new PlanEntry.Computing(GoroutineName.MAIN, 3, micros);
  }

  @Test
  void fromTheShortestToTheNextShorter() {
    assertThat(ShorterComputing.than(computing(20)))
        .containsExactly(computing(1), computing(2), computing(5), computing(10));
    assertThat(ShorterComputing.than(computing(1))).isEmpty();
    assertThat(ShorterComputing.than(computing(PlanEntry.LONGEST_COMPUTING)))
        .last()
        .isEqualTo(computing(2_000_000_000));
  }
}
