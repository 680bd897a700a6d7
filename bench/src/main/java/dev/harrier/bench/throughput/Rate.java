package dev.harrier.bench.throughput;

import java.time.Duration;

/** So many executions took so long. */
record Rate(long executions, Duration time) {
  double perSecond() {
    return executions * 1e9 / Math.max(1, time.toNanos());
  }
}
