package dev.harrier.cli.probe;

import static org.assertj.core.api.Assertions.assertThat;

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
}
