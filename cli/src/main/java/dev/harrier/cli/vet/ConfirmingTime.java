package dev.harrier.cli.vet;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** How long reports are tried: until the time for it is over, or the user wants an end. */
final class ConfirmingTime {
  private final CompletableFuture<Void> interrupted;
  private final CompletableFuture<Void> over;
  private final Duration limit;
  private final long start = System.nanoTime();

  private ConfirmingTime(
      CompletableFuture<Void> interrupted, CompletableFuture<Void> parent, Duration limit) {
    this.interrupted = interrupted;
    this.over = parent.copy();
    this.limit = limit;
    over.completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Begins now.
   *
   * @param limit of the whole time
   * @param interrupted is completed when the user wants an end
   */
  static ConfirmingTime of(Duration limit, CompletableFuture<Void> interrupted) {
    return new ConfirmingTime(interrupted, interrupted, limit);
  }

  /**
   * A part of what is left, which begins now.
   *
   * @param divisor how many times the part fits into what is left
   * @param most that it may be
   */
  ConfirmingTime part(int divisor, Duration most) {
    return new ConfirmingTime(interrupted, over, share(divisor, most));
  }

  /** How long such a part is. */
  Duration share(int divisor, Duration most) {
    Duration part = left().dividedBy(divisor);
    return part.compareTo(most) < 0 ? part : most;
  }

  /** What is left of it, not below zero. */
  Duration left() {
    Duration rest = limit.minusNanos(System.nanoTime() - start);
    return rest.isNegative() ? Duration.ZERO : rest;
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
}
