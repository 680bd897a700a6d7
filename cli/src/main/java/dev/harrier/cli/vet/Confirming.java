package dev.harrier.cli.vet;

import dev.harrier.cli.exploring.ConfirmTime;
import java.time.Duration;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * How long reports are tried.
 *
 * @param limit of the whole time; zero if reports are not to be confirmed
 */
record Confirming(Duration limit) {
  static final Confirming OFF = new Confirming(Duration.ZERO);

  /** What the option means without a time; the help states it. */
  private static final String USUAL = "10m";

  /** Whether reports are to be confirmed. */
  boolean wanted() {
    return !limit.isZero();
  }

  /** Reads what comes after the equals sign. */
  static final class Converter implements ITypeConverter<Confirming> {
    @Override
    public Confirming convert(String text) {
      return new Confirming(new ConfirmTime().convert(text));
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
      arguments.push(USUAL);
      return false;
    }

    private static boolean isTime(String word) {
      try {
        Confirming _ = new Converter().convert(word);
        return true;
      } catch (TypeConversionException e) {
        return false;
      }
    }
  }
}
