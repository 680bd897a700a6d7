package dev.harrier.cli.output;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A form of the report and where it goes: {@code sarif}, or {@code sarif=FILE}.
 *
 * @param file empty for where the command writes its report
 */
record FormatTarget(Format format, Optional<Path> file) {
  /** Reads what the user wrote. */
  static final class Converter implements ITypeConverter<FormatTarget> {
    @Override
    public FormatTarget convert(String words) {
      int equals = words.indexOf('=');
      String name = equals < 0 ? words : words.substring(0, equals);
      String file = equals < 0 ? "" : words.substring(equals + 1);
      if (equals >= 0 && file.isEmpty()) {
        throw new TypeConversionException(
            "'%s' lacks the name of the file to write".formatted(words));
      }
      try {
        return new FormatTarget(
            format(name), file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file)));
      } catch (InvalidPathException e) {
        throw new TypeConversionException("'%s' is not a file name".formatted(file));
      }
    }

    private static Format format(String name) {
      return Arrays.stream(Format.values())
          .filter(format -> format.toString().equals(name.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(() ->
              new TypeConversionException(
                  "'%s' is not one of %s".formatted(name, String.join(", ", names()))));
    }
  }

  /** What can be written, for help texts. */
  static List<String> names() {
    return Arrays.stream(Format.values()).map(Format::toString).toList();
  }
}
