package dev.harrier.explore.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.explore.target.SampleTargets;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import org.junit.jupiter.api.Test;

final class TestIsolationTest {
  private final TestIsolation isolation = new TestIsolation();
  private final Target a1 = SampleTargets.of("example.com/a", "TestOne");
  private final Target a2 = SampleTargets.of("example.com/a", "TestTwo");
  private final Target b = SampleTargets.of("example.com/b", "TestOne");

  @Test
  void whoeverWasAloneCannotHaveBeenDisturbed() {
    TestIsolation.Member member = isolation.join(a1);
    assertThat(isolation.disturbed(member)).isFalse();
    isolation.leave(member);
    assertThat(isolation.join(a2)).isNotNull();
    assertThat(isolation.admits(a1)).isTrue();
    assertThat(isolation.remarks()).isEmpty();
  }

  @Test
  void disturbedTestsOfAPackageRunOneAtATimeThenAlone() {
    TestIsolation.Member first = isolation.join(a1);
    TestIsolation.Member second = isolation.join(a2);
    assertThat(isolation.disturbed(first)).as("the other came later").isTrue();
    isolation.leave(first);
    assertThat(isolation.admits(a1)).isFalse();
    assertThat(isolation.admits(b)).isTrue();
    assertThat(isolation.wantsToBeAlone(a1)).isFalse();
    assertThat(isolation.remarks())
        .containsExactly(
            new Remark.KeptApart("example.com/a", Remark.Conflict.ADDRESS_IN_USE, false));

    TestIsolation.Member other = isolation.join(b);
    assertThat(isolation.disturbed(second)).isTrue();
    isolation.leave(second);
    assertThat(isolation.admits(a1)).isFalse();
    assertThat(isolation.wantsToBeAlone(a1)).isTrue();
    isolation.leave(other);
    assertThat(isolation.admits(a1)).isTrue();
    isolation.join(a1);
    assertThat(isolation.admits(b)).isFalse();
  }

  @Test
  void aFailureThatDoesNotComeAgainAloneIsTheWorkOfOthers() {
    TestIsolation.Member first = isolation.join(a1);
    TestIsolation.Member second = isolation.join(a2);
    assertThat(isolation.isDoubtful(first)).isTrue();
    isolation.leave(first);
    assertThat(isolation.admitsRepeat(a1)).as("the other still runs").isFalse();
    assertThat(isolation.admits(a1)).as("the program is wanted alone").isFalse();
    assertThat(isolation.admits(b)).isTrue();
    isolation.leave(second);
    assertThat(isolation.admitsRepeat(a1)).isTrue();

    TestIsolation.Member again = isolation.joinToRepeat(a1);
    assertThat(isolation.admits(a2)).isFalse();
    isolation.settle(again, false);
    isolation.leave(again);
    isolation.join(a1);
    assertThat(isolation.admits(a2)).isFalse();
    assertThat(isolation.remarks())
        .containsExactly(
            new Remark.KeptApart("example.com/a", Remark.Conflict.FAILED_TOGETHER, false));
  }

  @Test
  void aTestThatFailsAloneIsNotAskedForEver() {
    for (int i = 0; i < 3; i++) {
      TestIsolation.Member first = isolation.join(a1);
      TestIsolation.Member other = isolation.join(b);
      TestIsolation.Member sibling = isolation.join(a2);
      assertThat(isolation.isDoubtful(other)).as("another program's files").isFalse();
      assertThat(isolation.isDoubtful(first)).isTrue();
      isolation.leave(first);
      isolation.leave(other);
      isolation.leave(sibling);
      TestIsolation.Member again = isolation.joinToRepeat(a1);
      isolation.settle(again, true);
      isolation.leave(again);
    }
    TestIsolation.Member first = isolation.join(a1);
    TestIsolation.Member sibling = isolation.join(a2);
    assertThat(isolation.isDoubtful(first)).isFalse();
    assertThat(isolation.isDoubtful(sibling)).as("another test").isTrue();
    assertThat(isolation.remarks()).isEmpty();
  }

  @Test
  void aFindingIsReplayedWhileNoOtherTestOfItsProgramRuns() {
    TestIsolation.Member first = isolation.join(a1);
    TestIsolation.Member second = isolation.join(a2);
    assertThat(isolation.isAlone(first)).as("the other still runs").isFalse();
    assertThat(isolation.admits(a2)).isFalse();
    assertThat(isolation.admits(b)).isTrue();
    assertThat(isolation.isAlone(second)).as("both want to be alone").isFalse();
    assertThat(isolation.isAlone(first)).as("the first goes first").isTrue();
    isolation.leave(first);
    assertThat(isolation.isAlone(second)).isTrue();
    assertThat(isolation.admits(a1)).isFalse();
    isolation.leave(second);
    assertThat(isolation.admits(a1)).isTrue();
  }
}
