package dev.harrier.tracing.decode;

import dev.harrier.tracing.wire.Chunk;
import dev.harrier.tracing.wire.FileHeader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Converts the cycle counter to nanoseconds since the start, piecewise linearly between the places
 * where the file holds readings of both clocks.
 */
final class Clock {
  /** Rates from readings that are closer than this are too rough to go far with. */
  private static final long GOOD_NANOS = 1_000_000;

  private final long[] cycles;
  private final long[] nanos;

  /** Nanoseconds a cycle from each reading to the next. */
  private final double[] rates;

  private int segment;

  private Clock(long[] cycles, long[] nanos) {
    this.cycles = cycles;
    this.nanos = nanos;
    this.rates = new double[Math.max(0, nanos.length - 1)];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = (double) (nanos[i + 1] - nanos[i]) / (cycles[i + 1] - cycles[i]);
    }
  }

  static Clock of(FileHeader header, List<Chunk> chunks) {
    record Reading(long cycles, long nanos) {}
    List<Reading> readings = new ArrayList<>();
    readings.add(new Reading(header.cycles(), 0));
    for (Chunk chunk : chunks) {
      readings.add(new Reading(chunk.cycles(), chunk.nanos() - header.monotonic()));
    }
    if (header.endCycles() != 0) {
      readings.add(new Reading(header.endCycles(), header.endMonotonic() - header.monotonic()));
    }
    readings.sort(Comparator.comparingLong(Reading::nanos));
    List<Reading> growing = new ArrayList<>();
    for (Reading reading : readings) {
      boolean later =
          growing.isEmpty()
              || (reading.nanos - growing.getLast().nanos >= GOOD_NANOS
                  && reading.cycles > growing.getLast().cycles);
      if (reading.nanos >= 0 && later) {
        growing.add(reading);
      }
    }
    if (growing.size() == 1 && readings.getLast().cycles > growing.getFirst().cycles) {
      growing.add(readings.getLast());
    }
    return new Clock(
        growing.stream().mapToLong(Reading::cycles).toArray(),
        growing.stream().mapToLong(Reading::nanos).toArray());
  }

  /** Nanoseconds since the start; before the first and after the last reading by their rates. */
  long nanos(long counter) {
    if (nanos.length < 2) {
      return nanos.length == 0 ? 0 : nanos[0];
    }
    while (segment > 0 && counter < cycles[segment]) {
      segment--;
    }
    while (segment + 2 < cycles.length && counter >= cycles[segment + 1]) {
      segment++;
    }
    return nanos[segment] + (long) ((counter - cycles[segment]) * rates[segment]);
  }
}
