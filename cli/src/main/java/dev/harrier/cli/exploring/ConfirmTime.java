package dev.harrier.cli.exploring;

import dev.harrier.cli.gocommand.GoDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;

/** Reads {@code off}, {@code quick} or a duration. */
public final class ConfirmTime implements ITypeConverter<Duration> {
  /** What {@code quick} means. */
  public static final Duration QUICK = Duration.ofSeconds(5);

  @Override
  public Duration convert(String text) {
    return switch (text) {
      case "off" -> Duration.ZERO;
      case "quick" -> QUICK;
      default -> new GoDuration().convert(text);
    };
  }
}
