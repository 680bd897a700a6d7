package dev.harrier.cli.vet;

import dev.harrier.cli.test.ConfirmTime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * Whether reports are to be confirmed, and in which time.
 *
 * @param limit of the whole time; none if empty
 */
record Confirming(boolean wanted, Optional<Duration> limit) {
  static final Confirming OFF = new Confirming(false, Optional.empty());

  private static final String UNLIMITED = "unlimited";

  /** Reads what comes after the equals sign. */
  static final class Converter implements ITypeConverter<Confirming> {
    @Override
    public Confirming convert(String text) {
      if (text.equals(UNLIMITED)) {
        return new Confirming(true, Optional.empty());
      }
      Duration limit = new ConfirmTime().convert(text);
      return limit.isZero() ? OFF : new Confirming(true, Optional.of(limit));
    }
  }

  /**
   * Leaves the word after a bare option alone: it is a package. One that reads as a time was meant
   * as such.
   */
  static final class Bare implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if ("=".equals(info.get("separator"))) {
        return false;
      }
      if (!arguments.isEmpty() && isTime(arguments.peek())) {
        throw new ParameterException(
            command.commandLine(),
            "a time for --confirm needs an equals sign: --confirm=" + arguments.peek());
      }
      arguments.push(UNLIMITED);
      return false;
    }

    private static boolean isTime(String word) {
      try {
        return !new Converter().convert(word).equals(new Confirming(true, Optional.empty()));
      } catch (TypeConversionException e) {
        return false;
      }
    }
  }
}
