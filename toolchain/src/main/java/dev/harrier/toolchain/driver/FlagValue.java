package dev.harrier.toolchain.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One flag of the {@code go} command among others.
 *
 * @param value the last one, which is the one that counts
 * @param rest the words without the flag
 */
public record FlagValue(Optional<String> value, List<String> rest) {
  public FlagValue {
    rest = List.copyOf(rest);
  }

  /**
   * Looks for it.
   *
   * @param name without hyphens
   * @param flags words for the {@code go} command; those behind {@code -args} are not its
   */
  public static FlagValue of(String name, List<String> flags) {
    Optional<String> value = Optional.empty();
    List<String> rest = new ArrayList<>();
    int at = 0;
    while (at < flags.size() && !flags.get(at).matches("--?args")) {
      String flag = flags.get(at);
      if (flag.matches("(?s)--?" + name + "=.*")) {
        value = Optional.of(flag.substring(flag.indexOf('=') + 1));
      } else if (flag.matches("--?" + name) && at + 1 < flags.size()) {
        at++;
        value = Optional.of(flags.get(at));
      } else {
        rest.add(flag);
      }
      at++;
    }
    rest.addAll(flags.subList(at, flags.size()));
    return new FlagValue(value, rest);
  }

  /**
   * The value that the {@code go} command would use: that of the flags, else of {@code GOFLAGS}.
   *
   * @throws ToolchainException if {@code GOFLAGS} can't be read
   */
  public static Optional<String> given(GoToolchain go, String name, List<String> flags)
      throws ToolchainException {
    Optional<String> value = of(name, flags).value;
    return value.isPresent()
        ? value
        : of(name, fields(go.environment().getOrDefault("GOFLAGS", ""))).value;
  }

  /**
   * Fields as the {@code go} command splits them: at white space, and a field that begins with a
   * quote ends with it; nothing is escaped.
   *
   * @throws ToolchainException if a quote does not end
   */
  public static List<String> fields(String text) throws ToolchainException {
    List<String> fields = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char first = text.charAt(at);
      if (" \t\r\n".indexOf(first) >= 0) {
        at++;
        continue;
      }
      int end;
      if (first == '\'' || first == '"') {
        end = text.indexOf(first, at + 1);
        if (end < 0) {
          throw new ToolchainException("a quote in -exec or GOFLAGS does not end: " + text);
        }
        fields.add(text.substring(at + 1, end));
        at = end + 1;
      } else {
        end = at;
        while (end < text.length() && " \t\r\n".indexOf(text.charAt(end)) < 0) {
          end++;
        }
        fields.add(text.substring(at, end));
        at = end;
      }
    }
    return fields;
  }
}
