package dev.harrier.base.text;

import java.util.Locale;

/** Numbers of things, in English: for a few dozen messages, no library. */
public final class Plurals {
  private Plurals() {}

  /** {@code 1 goroutine}, {@code 3 goroutines}, {@code 1,000 goroutines}. */
  public static String count(long number, String thing) {
    return count(number, thing, thing + "s");
  }

  /** {@code 1 test was}, {@code 3 tests were}. */
  public static String count(long number, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", number, of(number, one, many));
  }

  /** {@code option} of one, {@code options} of several. */
  public static String of(long number, String thing) {
    return of(number, thing, thing + "s");
  }

  /** {@code was} of one, {@code were} of several. */
  public static String of(long number, String one, String many) {
    return number == 1 ? one : many;
  }
}
