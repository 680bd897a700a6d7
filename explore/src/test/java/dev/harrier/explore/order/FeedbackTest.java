package dev.harrier.explore.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When an order is interesting, and how many mutations it deserves. */
final class FeedbackTest {
  private static final String MAKE = "g1 make o1 capacity 4 @ app.main a.go:1\n";
  private static final String SEND = "g1 send o1 @ app.main a.go:2\n";
  private static final String RECEIVE = "g1 receive o1 @ app.main a.go:3\n";
  private static final String CLOSE = "g1 close o1 @ app.main a.go:4\n";

  private final Feedback feedback = new Feedback();

  private static Measures rounds(int n) {
    return MeasuresTest.of(MAKE + (SEND + RECEIVE).repeat(n));
  }

  @ParameterizedTest
  @CsvSource({"1,0", "2,1", "3,2", "4,2", "5,3", "8,3", "9,4", "65536,16", "2147483647,31"})
  void rangesDoubleInSize(int count, int range) {
    assertThat(Feedback.range(count)).isEqualTo(range);
  }

  @Test
  void theFirstRunIsInterestingAndItsRepetitionIsNot() {
    assertThat(feedback.judge(rounds(2)))
        .containsExactly(
            NewBehavior.NEW_PAIR,
            NewBehavior.NEW_CHANNEL,
            NewBehavior.NEW_OPEN,
            NewBehavior.FULLER);
    assertThat(feedback.judge(rounds(2))).isEmpty();
  }

  @Test
  void aCounterInANewRangeIsInteresting() {
    feedback.judge(rounds(5));
    assertThat(feedback.judge(rounds(7))).containsExactly(NewBehavior.NEW_COUNT);
    assertThat(feedback.judge(rounds(8))).isEmpty();
    assertThat(feedback.judge(rounds(20))).containsExactly(NewBehavior.NEW_COUNT);
    assertThat(feedback.judge(rounds(6))).isEmpty();
  }

  @Test
  void aCloseThatNeverHappenedIsInterestingAndSoIsAMissingOne() {
    feedback.judge(MeasuresTest.of(MAKE + CLOSE));
    assertThat(feedback.judge(MeasuresTest.of(MAKE))).containsExactly(NewBehavior.NEW_OPEN);

    Feedback other = new Feedback();
    other.judge(MeasuresTest.of(MAKE));
    assertThat(other.judge(MeasuresTest.of(MAKE + CLOSE)))
        .containsExactly(NewBehavior.NEW_PAIR, NewBehavior.NEW_CLOSE);
  }

  @Test
  void aFullerBufferIsInteresting() {
    feedback.judge(MeasuresTest.of(MAKE + SEND.repeat(3)));
    assertThat(feedback.judge(MeasuresTest.of(MAKE + SEND.repeat(4) + RECEIVE.repeat(2))))
        .contains(NewBehavior.FULLER);
    assertThat(feedback.judge(MeasuresTest.of(MAKE + SEND.repeat(4) + RECEIVE.repeat(2))))
        .isEmpty();
  }

  @Test
  void mutationsAreInProportionToTheGreatestScoreBefore() {
    Measures small = MeasuresTest.of(MAKE);
    Measures great = MeasuresTest.of(MAKE + SEND.repeat(4) + CLOSE);
    assertThat(small.score()).isEqualTo(10);
    assertThat(great.score()).isBetween(31.0, 32.0);
    assertThat(feedback.mutations(small)).isEqualTo(5);
    assertThat(feedback.mutations(great)).isEqualTo(16);
    assertThat(feedback.mutations(small)).isEqualTo(2);
    assertThat(feedback.mutations(great)).isEqualTo(5);
  }

  @Test
  void aRunWithoutChannelsDeservesNoMutation() {
    assertThat(feedback.mutations(MeasuresTest.of("g1 exit\n"))).isZero();
  }
}
