package dev.harrier.binary.log;

/** Offsets in the log file, bytes; see {@code docs/internals/binary-log.md}. */
public final class LogFormat {
  public static final long MAGIC = 0x31474f4c52524148L;
  public static final int HEADER = 4096;
  public static final int RECORD = 64;

  /** How far a ticket is shifted to make room for the hook's number. */
  public static final int TICKET_SHIFT = 16;

  public static final int PROCESS = 8;
  public static final int NEXT_TICKET = 64;
  public static final int CONSUMED = 128;

  /** How many records may be ahead of the consumer. */
  public static final int LIMIT = 136;

  public static final int MASK = 192;

  /** Where the trampolines are in this process: gives the load address. */
  public static final int CODE = 200;

  public static final int BUILD = 208;
  public static final int START_CYCLES = 216;

  /** Monotonic clock: seconds, nanoseconds. */
  public static final int START_MONOTONIC = 224;

  public static final int START_WALL = 240;

  /** A second reading of cycles and monotonic clock, to know the rate. */
  public static final int LATER_CYCLES = 256;

  public static final int LATER_MONOTONIC = 264;
  public static final int EXECUTABLE = 512;
  public static final int EXECUTABLE_SIZE = 2048;

  public static final int CYCLES = 8;
  public static final int OBJECT = 16;
  public static final int ARGUMENT = 24;
  public static final int GOROUTINE = 32;
  public static final int COUNTERS = 40;
  public static final int COUNTER_COUNT = 6;

  private LogFormat() {}
}
