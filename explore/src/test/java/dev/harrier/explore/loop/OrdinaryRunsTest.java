package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OrdinaryRunsTest {
  @Test
  void aTestThatFailsInTheDefaultOrderFailsAnyway() {
    assertThat(new OrdinaryRuns(10, 0, 0, 0, 0, 0).fail()).isTrue();
    assertThat(new OrdinaryRuns(10, 10, 0, 0, 1, 1).fail()).isFalse();
  }

  @Test
  void oneThatNeverPassesWithoutAScheduleFailsAnyway() {
    assertThat(new OrdinaryRuns(10, 10, 0, 0, 3, 0).fail()).isTrue();
    assertThat(new OrdinaryRuns(10, 10, 0, 0, 3, 1).fail()).isFalse();
  }

  @Test
  void withoutTimeForARunItIsNotKnownToPass() {
    assertThat(new OrdinaryRuns(0, 0, 0, 0, 0, 0).fail()).isTrue();
  }

  @Test
  void whatPassesInAnotherOrderAndWithoutAScheduleFailsByItsOrder() {
    assertThat(new OrdinaryRuns(10, 0, 10, 10, 2, 1).fail()).isFalse();
    assertThat(new OrdinaryRuns(10, 0, 10, 9, 1, 1).fail()).as("something else").isTrue();
    assertThat(new OrdinaryRuns(10, 0, 10, 10, 3, 0).fail()).as("something else").isTrue();
    assertThat(new OrdinaryRuns(10, 0, 10, 10, 0, 0).fail()).as("not known").isTrue();
  }

  @Test
  void itIsOpenUntilAnotherOrderAndARunWithoutAScheduleAreKnown() {
    assertThat(new OrdinaryRuns(10, 0, 0, 0, 0, 0).isOpen()).isTrue();
    assertThat(new OrdinaryRuns(10, 0, 10, 10, 0, 0).isOpen()).as("no time").isTrue();
    assertThat(new OrdinaryRuns(10, 0, 10, 9, 0, 0).isOpen()).isFalse();
    assertThat(new OrdinaryRuns(10, 0, 10, 10, 3, 0).isOpen()).isFalse();
    assertThat(new OrdinaryRuns(10, 10, 0, 0, 3, 0).isOpen()).isFalse();
  }
}
