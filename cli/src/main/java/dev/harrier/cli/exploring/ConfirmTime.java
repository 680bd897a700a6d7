package dev.harrier.cli.exploring;

import dev.harrier.cli.gocommand.GoDuration;
import java.time.Duration;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * The value of {@code -confirm}, which is the same in every command: {@code off}, {@code quick} or
 * a duration. Without a value it is {@link #LONGEST}. What comes without an equals sign is its
 * value if it reads as one; else it is an argument of the command, such as a package.
 */
public final class ConfirmTime implements ITypeConverter<Duration> {
  /** What {@code quick} means. */
  public static final Duration QUICK = Duration.ofSeconds(5);

  /** How help writes the value. */
  public static final String LABEL = "off|quick|D";

  /** The values, for help. */
  public static final String WORDS =
      "off, quick (a few seconds) or a time such as 30s; ten minutes at most without a value";

  private static final String LONGEST = "10m";

  @Override
  public Duration convert(String text) {
    return switch (text) {
      case "off" -> Duration.ZERO;
      case "quick" -> QUICK;
      default -> new GoDuration().convert(text);
    };
  }

  /** Gives the bare option its value. */
  public static final class Bare implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (!"=".equals(info.get("separator"))
          && (arguments.isEmpty() || !isValue(arguments.peek()))) {
        arguments.push(LONGEST);
      }
      return false;
    }

    private static boolean isValue(String word) {
      try {
        Duration _ = new ConfirmTime().convert(word);
        return true;
      } catch (TypeConversionException e) {
        return false;
      }
    }
  }
}
