package dev.harrier.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.trace.BlockReason;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CallContractsTest {
  @Test
  void aPanicMaySayThatCallsAreNotToBeMade() {
    assertThat(CallContracts.isRefusal("SetDialer called while Manager is working")).isTrue();
    assertThat(CallContracts.isRefusal("pool: Start called twice")).isTrue();
    assertThat(CallContracts.isRefusal("the server is already running, or used before")).isTrue();
    assertThat(CallContracts.isRefusal("close of closed channel")).isFalse();
    assertThat(
            CallContracts.isRefusal("sync: WaitGroup is reused before previous Wait has returned"))
        .isFalse();
    assertThat(CallContracts.isRefusal("runtime error: index out of range [3] with length 3"))
        .isFalse();
    assertThat(CallContracts.isRefusal("unreachable")).isFalse();
  }

  @Test
  void anEndThatComesFirstIsLostUnlessGoroutinesWaitForEachOther() {
    assertThat(ScenarioJudge.isLost(new Defect.Deadlocked(true, BlockReason.CHAN_RECEIVE, 1)))
        .isTrue();
    assertThat(
            ScenarioJudge.isLost(
                new Defect.Leaked(BlockReason.CHAN_RECEIVE, Optional.empty(), true, 1)))
        .isTrue();
    assertThat(ScenarioJudge.isLost(new Defect.Deadlocked(true, BlockReason.CHAN_SEND, 2)))
        .isFalse();
    assertThat(ScenarioJudge.isLost(new Defect.NonLinearizable("", List.of()))).isFalse();
  }
}
