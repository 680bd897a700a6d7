package dev.harrier.explore.minimize;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

final class DdminTest {
  private static final List<Integer> HUNDRED = IntStream.range(0, 100).boxed().toList();

  /** Whatever must stay, it finds exactly that, in order, with few attempts. */
  @RepeatedTest(50)
  void findsWhatMustStay(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    TreeSet<Integer> needed = new TreeSet<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      needed.add(random.nextInt(100));
    }
    List<Integer> attempts = new ArrayList<>();

    List<Integer> least =
        Ddmin.<Integer, RuntimeException>minimize(
            HUNDRED,
            candidate -> {
              attempts.add(candidate.size());
              return candidate.containsAll(needed);
            },
            () -> false);

    assertThat(least).containsExactlyElementsOf(needed);
    assertThat(attempts).hasSizeLessThan(250);
  }

  @Test
  void noElementOfTheResultCanBeSpared() {
    // At least three elements, of which one is even: no unique answer.
    Ddmin.Check<Integer, RuntimeException> check =
        list -> list.size() >= 3 && list.stream().anyMatch(i -> i % 2 == 0);
    List<Integer> least = Ddmin.minimize(HUNDRED, check, () -> false);
    assertThat(least).hasSize(3);
    for (int i = 0; i < least.size(); i++) {
      List<Integer> rest = new ArrayList<>(least);
      rest.remove(/* index */ i);
      assertThat(check.holds(rest)).isFalse();
    }
  }

  @Test
  void aCheckThatNeverHoldsLeavesAllAsItIs() {
    assertThat(Ddmin.<Integer, RuntimeException>minimize(HUNDRED, _ -> false, () -> false))
        .isEqualTo(HUNDRED);
  }

  /** All that could be left out of a long list is a square of it, which takes minutes to list. */
  @Test
  void whenTheTimeIsOverNothingMoreIsTried() {
    AtomicInteger attempts = new AtomicInteger();
    List<Integer> least =
        Ddmin.<Integer, RuntimeException>minimize(
            HUNDRED,
            candidate -> {
              attempts.incrementAndGet();
              return candidate.size() == 50;
            },
            () -> attempts.get() == 2);
    assertThat(least).hasSize(50);
    assertThat(attempts).hasValue(2);
  }
}
