package dev.harrier.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
  private final List<String> said = Collections.synchronizedList(new ArrayList<>());
  private final RetryPolicy patience = new RetryPolicy(said::add);

  /** Nothing is asked where nothing could answer. */
  private final RetryPolicy.Retries.Question<String> never =
      () -> {
        throw new AssertionError();
      };

  /** What a policy that is asked to end waits for, in milliseconds. */
  private static final long SECONDS = 2_000;

  @Test
  void aQuestionIsAskedAgainAndASilenceOfSecondsIsSaid() throws Exception {
    RetryPolicy.Retries retries = new RetryPolicy.Retries(() -> true, patience);
    long start = System.nanoTime();
    AtomicInteger asked = new AtomicInteger();
    String answer =
        retries.ask(() -> {
          asked.incrementAndGet();
          if (System.nanoTime() - start < Duration.ofSeconds(4).toNanos()) {
            throw new TimeoutException();
          }
          return "answer";
        });
    assertThat(answer).isEqualTo("answer");
    assertThat(asked.get()).isGreaterThan(2);
    assertThat(said).singleElement().asString().matches("no answer from .* for up to 5\\d s");
    assertThat(retries.<String>ask(() -> "at once")).isEqualTo("at once");
  }

  @Test
  void whoIsAskedToEndWaitsForSecondsOnlyAndOnce() {
    RetryPolicy.Retries retries = new RetryPolicy.Retries(() -> false, patience);
    patience.lasts(Duration.ofHours(1));
    Thread.startVirtualThread(patience::end);
    assertThat(millisOf(retries)).as("not for a minute").isLessThan(30_000);
    assertThat(millisOf(retries)).as("the next one is not asked").isLessThan(SECONDS);
    assertThat(said).isEmpty();
  }

  @Test
  void whoIsInAHurryAsksNothingWithoutAServer() {
    assertThat(millisOf(new RetryPolicy.Retries(() -> false, patience).once())).isLessThan(SECONDS);
  }

  private long millisOf(RetryPolicy.Retries retries) {
    long start = System.nanoTime();
    assertThatThrownBy(() -> retries.ask(never))
        .isInstanceOf(IOException.class)
        .hasMessage("the server does not answer");
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }
}
