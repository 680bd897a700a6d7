package dev.harrier.tracing.wire;

import java.util.ArrayList;
import java.util.List;

/** What could not be read of a file: a count, and the first few cases in words. */
public final class Damage {
  private static final int KEPT = 10;

  private final List<String> first = new ArrayList<>();
  private long count;

  /** Notes one more case, {@code at} being its byte offset in the file. */
  public void add(long at, String what) {
    count++;
    if (first.size() < KEPT) {
      first.add("at offset " + at + ": " + what);
    }
  }

  /** How many cases there were. */
  public long count() {
    return count;
  }

  /** The first cases, each in a few words with its place. */
  public List<String> first() {
    return List.copyOf(first);
  }
}
