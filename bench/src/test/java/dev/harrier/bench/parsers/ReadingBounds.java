package dev.harrier.bench.parsers;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Set;

/** What a reading of foreign bytes may take, and how it may end. */
final class ReadingBounds {
  /** Processor time, so that a busy machine makes no difference. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  /** Bytes allocated in all, whether or not they were needed at one time. */
  private static final long MOST = 256L << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ReadingBounds() {}

  /** A reader with its input. */
  @FunctionalInterface
  interface Reading {
    void read() throws Exception;
  }

  private record Cost(Duration time, long bytes) {
    boolean isWithinBounds() {
      return time.compareTo(LONGEST) <= 0 && bytes <= MOST;
    }
  }

  /**
   * Reads once. What exceeds the bounds is read again, because the first reading of a process loads
   * classes.
   *
   * @param documented how else than with a result the reader may end
   * @throws AssertionError if it takes more, or ends in another way
   */
  static void hold(Reading reading, Set<Class<? extends Exception>> documented) {
    Cost cost = cost(reading, documented);
    if (!cost.isWithinBounds()) {
      cost = cost(reading, documented);
    }
    if (!cost.isWithinBounds()) {
      throw new AssertionError(
          "the reading took %d ms and %,d bytes".formatted(cost.time.toMillis(), cost.bytes));
    }
  }

  private static Cost cost(Reading reading, Set<Class<? extends Exception>> documented) {
    long time = THREADS.getCurrentThreadCpuTime();
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    try {
      reading.read();
    } catch (Exception e) {
      if (documented.stream().noneMatch(type -> type.isInstance(e)) || !isSentence(e)) {
        throw new AssertionError("no documented end of a reading: " + e, e);
      }
    }
    return new Cost(
        Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - time),
        THREADS.getCurrentThreadAllocatedBytes() - bytes);
  }

  /** The JDK says of a missing file no more than its name; commands add the rest. */
  private static boolean isSentence(Exception e) {
    String message = e.getMessage();
    return e instanceof IOException || (message != null && message.strip().contains(" "));
  }
}
