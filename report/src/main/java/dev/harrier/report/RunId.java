package dev.harrier.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/**
 * A stored run. It sorts by the time of its start: {@code 20260131-235959-1}, where the last number
 * distinguishes runs that started in the same second.
 */
public record RunId(String value) implements Comparable<RunId> {
  private static final Pattern SHAPE = Pattern.compile("\\d{8}-\\d{6}-\\d{1,6}");
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  public RunId {
    if (!isRunId(value)) {
      throw new IllegalArgumentException("not a run id: " + value);
    }
  }

  /** Whether {@code text} has the shape of a run id. */
  public static boolean isRunId(String text) {
    return SHAPE.matcher(text).matches();
  }

  /** The {@code attempt}-th candidate for a run that starts now; {@code attempt} counts from 1. */
  public static RunId of(Instant start, int attempt) {
    return new RunId(SECOND.format(start) + "-" + attempt);
  }

  private String second() {
    return value.substring(0, value.lastIndexOf('-'));
  }

  private int attempt() {
    return Integer.parseInt(value.substring(value.lastIndexOf('-') + 1));
  }

  @Override
  public int compareTo(RunId other) {
    int bySecond = second().compareTo(other.second());
    return bySecond != 0 ? bySecond : Integer.compare(attempt(), other.attempt());
  }

  @Override
  public String toString() {
    return value;
  }
}
