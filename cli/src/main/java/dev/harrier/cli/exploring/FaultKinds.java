package dev.harrier.cli.exploring;

import dev.harrier.explore.schedule.FaultSetting;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The value of {@code -faults}, which is the same in every command: {@code off}, {@code all}, or
 * what fails, with commas between.
 */
public final class FaultKinds implements ITypeConverter<FaultSetting> {
  @Override
  public FaultSetting convert(String text) {
    FaultSetting all = FaultSetting.OFF;
    for (String word : text.split(",", -1)) {
      all =
          all.and(
              setting(word)
                  .filter(one -> one.any() || text.equals(word))
                  .orElseThrow(() ->
                      new TypeConversionException(
                          "expected off, all, or some of net, cancel and files with commas between, but"
                              + " was '%s'".formatted(text))));
    }
    return all;
  }

  private static Optional<FaultSetting> setting(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "off" -> Optional.of(FaultSetting.OFF);
      case "net" -> Optional.of(FaultSetting.NET);
      case "cancel" -> Optional.of(FaultSetting.CANCEL);
      case "files" -> Optional.of(FaultSetting.FILES);
      case "all" -> Optional.of(FaultSetting.ALL);
      default -> Optional.empty();
    };
  }
}
