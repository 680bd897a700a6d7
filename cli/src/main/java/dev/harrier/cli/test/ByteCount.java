package dev.harrier.cli.test;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of bytes such as {@code 2GB}, {@code 500MB} or {@code 0}. */
public final class ByteCount implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(|b|kb|mb|gb)");

  @Override
  public Long convert(String text) {
    Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new TypeConversionException(
          "'%s' is not a number of bytes such as 500MB or 2GB".formatted(text));
    }
    int power =
        switch (form.group(2)) {
          case "kb" -> 10;
          case "mb" -> 20;
          case "gb" -> 30;
          default -> 0;
        };
    return Long.parseLong(form.group(1)) << power;
  }
}
