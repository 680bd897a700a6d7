package dev.harrier.base.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class BackgroundTest {
  @Test
  void itGoesOnBesideItsCaller() throws Exception {
    CountDownLatch caller = new CountDownLatch(1);
    Background<String, InterruptedException> work =
        Background.start(() -> {
          caller.await();
          return "done";
        });
    caller.countDown();
    assertThat(work.get()).isEqualTo("done");
    assertThat(work.get()).isEqualTo("done");
  }

  @Test
  void itFailsAsTheWorkDid() {
    assertThatThrownBy(
            Background.<String, TimeoutException>start(() -> {
              throw new TimeoutException("late");
            })
                ::get)
        .isInstanceOf(TimeoutException.class)
        .hasMessage("late");
    assertThatThrownBy(
            Background.<String, RuntimeException>start(() -> {
              throw new IOException("full");
            })
                ::get)
        .isInstanceOf(IOException.class)
        .hasMessage("full");
    assertThatThrownBy(
            Background.<String, RuntimeException>start(() -> {
              throw new IllegalStateException("wrong");
            })
                ::get)
        .isInstanceOf(IllegalStateException.class);
  }
}
