package dev.harrier.binary.log;

import it.unimi.dsi.fastutil.ints.IntList;

/**
 * One record.
 *
 * @param ticket its place in the total order
 * @param hook number of the hooked place
 * @param counters program counters, innermost first: the low 32 bits of addresses
 */
public record LogRecord(
    long ticket,
    int hook,
    long cycles,
    long object,
    long argument,
    long goroutine,
    IntList counters) {
  /** The argument as a Go bool. */
  public boolean flag() {
    return (argument & 0xff) != 0;
  }

  /** The object word as a Go bool. */
  public boolean objectFlag() {
    return (object & 0xff) != 0;
  }
}
