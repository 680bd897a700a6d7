package dev.harrier.cli.vet;

import dev.harrier.report.words.Names;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** How long reports are tried: until the time for it is over, or the user wants an end. */
final class ConfirmingTime {
  private final CompletableFuture<Void> interrupted;
  private final CompletableFuture<Void> over;

  private ConfirmingTime(CompletableFuture<Void> interrupted, CompletableFuture<Void> over) {
    this.interrupted = interrupted;
    this.over = over;
  }

  /**
   * Begins now.
   *
   * @param limit of the whole time; none if empty
   * @param interrupted is completed when the user wants an end
   */
  static ConfirmingTime of(Optional<Duration> limit, CompletableFuture<Void> interrupted) {
    CompletableFuture<Void> over = interrupted.copy();
    limit.ifPresent(d -> over.completeOnTimeout(null, d.toNanos(), TimeUnit.NANOSECONDS));
    return new ConfirmingTime(interrupted, over);
  }

  boolean isInterrupted() {
    return interrupted.isDone();
  }

  boolean isOver() {
    return over.isDone();
  }

  /** Is completed when it is over. */
  CompletableFuture<Void> over() {
    return over;
  }

  /** Has {@code action} run when the time is over, or now if it is already. */
  void whenOver(Runnable action) {
    CompletableFuture<Void> _ = over.thenRun(action);
  }

  /** That so many reports were left, and what was not done with them. */
  String note(int left, String doing) {
    return "%s: %s %s not %s"
        .formatted(
            isInterrupted() ? "confirming was interrupted" : "the time for confirming is over",
            Names.count(left, "report"),
            left == 1 ? "was" : "were",
            doing);
  }
}
