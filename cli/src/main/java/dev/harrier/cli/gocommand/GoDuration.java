package dev.harrier.cli.gocommand;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations as Go writes them: {@code 1m30s}, {@code 500ms}, {@code 1.5h}. */
public final class GoDuration implements ITypeConverter<Duration> {
  private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(h|ms|m|s)");
  private static final Map<String, Long> NANOS =
      Map.of("h", 3_600_000_000_000L, "m", 60_000_000_000L, "s", 1_000_000_000L, "ms", 1_000_000L);
  private static final BigDecimal LONGEST = BigDecimal.valueOf(Duration.ofDays(365).toNanos());

  @Override
  public Duration convert(String text) {
    Matcher part = PART.matcher(text);
    BigDecimal nanos = BigDecimal.ZERO;
    int end = 0;
    while (part.find() && part.start() == end) {
      nanos =
          nanos.add(
              new BigDecimal(part.group(1))
                  .multiply(BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L))));
      end = part.end();
    }
    if (end == 0 || end != text.length() || nanos.signum() == 0 || nanos.compareTo(LONGEST) > 0) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration above zero, such as 30s, 5m or 1h30m");
    }
    return Duration.ofNanos(nanos.longValue());
  }
}
