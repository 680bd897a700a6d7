package dev.harrier.explore.execute;

import java.math.BigDecimal;
import java.time.Duration;

/** How a process ended. */
public sealed interface Exit {
  /** What a sentence says of the process. */
  default String words() {
    return switch (this) {
      case Exited e -> "it exited with status " + e.status();
      case Signaled s -> "it was ended by signal " + s.signal();
      case OutOfTime o ->
          "it still ran after %s s and was ended"
              .formatted(
                  BigDecimal.valueOf(o.limit().toMillis(), 3).stripTrailingZeros().toPlainString());
      case OutOfShare o ->
          "it still ran after %d ms, its share of the exploration, and was ended"
              .formatted(o.share().toMillis());
      case OutOfSpace o -> "it wrote more than %,d bytes and was ended".formatted(o.limitBytes());
      case Canceled _ -> "it was canceled";
    };
  }

  /** By itself. */
  record Exited(int status) implements Exit {}

  /** By a signal that Harrier did not send. */
  record Signaled(int signal) implements Exit {}

  /** It was still running when its time was up, and was ended. */
  record OutOfTime(Duration limit) implements Exit {}

  /** It had used up its share of an exploration's time, and was ended: that says nothing of it. */
  record OutOfShare(Duration share) implements Exit {}

  /** It wrote more than it may, and was ended. */
  record OutOfSpace(long limitBytes) implements Exit {}

  /** It was ended because its result is no longer needed. */
  record Canceled() implements Exit {}
}
