package dev.harrier.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What to do follows from what goroutines wait for, whichever rule reports it. */
final class AdviceTest {
  private static final Site SITE = new Site("m.f", "/m/m.go", 7);

  private static Finding finding(Defect defect, BlockReason... waits) {
    Stack stack = new Stack(List.of(SITE), false);
    List<Participant> participants = new ArrayList<>();
    for (BlockReason reason : waits) {
      participants.add(
          new Participant(
              new GoroutineId(participants.size() + 1),
              participants.isEmpty() ? Participant.Part.STUCK : Participant.Part.IN_THE_CYCLE,
              new Participant.Condition.Blocked(reason, SITE),
              List.of(),
              stack,
              stack,
              GoroutineId.NONE,
              List.of()));
    }
    return new Finding(
        new Rule("rule", "title", "the rule's advice"),
        Strength.OBSERVED,
        defect,
        Location.of(SITE),
        "TestM",
        Explanation.of(participants, new Evidence.Unreachable()),
        Witness.NONE,
        "f",
        new Sightings(1, 1));
  }

  private static Defect leaked(BlockReason reason, int inCycle) {
    return new Defect.Leaked(reason, Optional.empty(), true, inCycle);
  }

  @Test
  void aCycleOfLocksThatTheCollectorProvedIsOneOfLocks() {
    assertThat(
            Advice.of(
                finding(
                    leaked(BlockReason.MUTEX_LOCK, 2),
                    BlockReason.MUTEX_LOCK,
                    BlockReason.RWMUTEX_RLOCK)))
        .startsWith("Take these locks in the same order everywhere");
  }

  @Test
  void aCycleOfALockAndAChannelIsAnother() {
    assertThat(
            Advice.of(
                finding(
                    new Defect.Deadlocked(true, BlockReason.CHAN_SEND, 2),
                    BlockReason.CHAN_SEND,
                    BlockReason.MUTEX_LOCK)))
        .startsWith("Unlock before you send");
  }

  @Test
  void aDeadlockWithoutLocksHasNoAdviceAboutLocks() {
    assertThat(
            Advice.of(
                finding(
                    new Defect.Deadlocked(true, BlockReason.CHAN_RECEIVE, 1),
                    BlockReason.CHAN_RECEIVE)))
        .doesNotContain("lock");
  }

  @Test
  void aLeakThatIsNoCycleHasTheAdviceOfItsRule() {
    assertThat(Advice.of(finding(leaked(BlockReason.CHAN_SEND, 1), BlockReason.CHAN_SEND)))
        .isEqualTo("the rule's advice");
  }
}
