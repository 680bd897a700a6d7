package dev.harrier.model.command;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a command of Harrier was asked for, as it understood it: read once, when its command line
 * is, and stored with the run.
 *
 * @param command its name, such as {@code fuzz}; "" if it is not known
 * @param options the values of each option that was given, on the command line or as a default of
 *     the module, by its longest name without hyphens; of a flag that is on, {@code true}
 * @param arguments all others, up to {@code --}
 * @param rest what stands behind {@code --}
 */
public record Invocation(
    String command, Map<String, List<String>> options, List<String> arguments, List<String> rest) {
  public static final Invocation UNKNOWN = new Invocation("", Map.of(), List.of(), List.of());

  /** Without {@linkplain Secrets passwords}. */
  public Invocation {
    Map<String, List<String>> hidden = new TreeMap<>();
    options.forEach((name, values) -> hidden.put(name, Secrets.hidden(values)));
    options = Collections.unmodifiableMap(hidden);
    arguments = Secrets.hidden(arguments);
    rest = Secrets.hidden(rest);
  }

  /** The value of an option, the last one if it was given several times. */
  public Optional<String> option(String name) {
    return Optional.ofNullable(options.get(name)).map(List::getLast);
  }

  /** Whether a flag is on. */
  public boolean isOn(String flag) {
    return option(flag).filter("true"::equals).isPresent();
  }
}
