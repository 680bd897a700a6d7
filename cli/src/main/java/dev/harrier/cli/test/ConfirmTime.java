package dev.harrier.cli.test;

import dev.harrier.cli.session.GoDuration;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;

/** Reads {@code off}, {@code quick} or a duration. */
final class ConfirmTime implements ITypeConverter<Duration> {
  private static final Duration QUICK = Duration.ofSeconds(5);

  @Override
  public Duration convert(String text) {
    return switch (text) {
      case "off" -> Duration.ZERO;
      case "quick" -> QUICK;
      default -> new GoDuration().convert(text);
    };
  }
}
