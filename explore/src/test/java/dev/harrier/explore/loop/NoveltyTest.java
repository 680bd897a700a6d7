package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class NoveltyTest {
  @Test
  void aTestWithFewInterleavingsIsExhausted() {
    Novelty novelty = new Novelty();
    for (int i = 0; i < 999; i++) {
      novelty.see(1 + i % 33);
    }
    assertThat(novelty.isExhausted()).isFalse();
    novelty.see(1);
    assertThat(novelty.isExhausted()).isTrue();
    assertThat(novelty.chance()).isLessThanOrEqualTo(0.001);
  }

  @Test
  void oneThatShowsNewOnesIsNot() {
    Novelty novelty = new Novelty();
    for (int i = 0; i < 5_000; i++) {
      novelty.see(1 + i % 33);
    }
    novelty.see(99);
    assertThat(novelty.isExhausted()).isFalse();
    novelty.see(99);
    assertThat(novelty.isExhausted()).isTrue();
  }

  /** Half of all executions show one of two interleavings, the others one of a million. */
  @Test
  void theEstimateIsTheShareOfWhatIsUnseen() {
    SplittableRandom random = new SplittableRandom(1);
    Novelty novelty = new Novelty();
    for (int i = 0; i < 2_000; i++) {
      novelty.see(random.nextBoolean() ? random.nextInt(1, 3) : random.nextInt(10, 1_000_010));
    }
    assertThat(novelty.chance()).isCloseTo(0.5, within(0.05));
  }
}
