package dev.harrier.cli.process;

import dev.harrier.model.command.Invocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** What picocli has read, as data. */
public final class Invocations {
  private Invocations() {}

  /** Of a command line that is read; of a command with subcommands it is the subcommand's. */
  public static Invocation of(ParseResult all) {
    ParseResult command = all;
    String name = "";
    while (command.hasSubcommand()) {
      command = command.subcommand();
      name = name.isEmpty() ? command.commandSpec().name() : name;
    }
    List<String> rest = behindHyphens(all.originalArgs());
    List<String> arguments = arguments(command);
    return new Invocation(
        name,
        options(command),
        arguments.subList(0, Math.max(0, arguments.size() - rest.size())),
        rest);
  }

  /**
   * The whole command line as it was given, which a stored run keeps to be shown to people; what it
   * means is in its {@link Invocation}.
   */
  public static List<String> line(CommandSpec command) {
    List<String> line = new ArrayList<>(List.of("harrier"));
    line.addAll(command.root().commandLine().getParseResult().originalArgs());
    return line;
  }

  /** The words behind the first {@code --}; picocli has them among the arguments. */
  public static List<String> behindHyphens(List<String> words) {
    int hyphens = words.indexOf("--");
    return hyphens < 0 ? List.of() : words.subList(hyphens + 1, words.size());
  }

  private static Map<String, List<String>> options(ParseResult command) {
    Map<String, List<String>> options = new TreeMap<>();
    for (OptionSpec option : command.commandSpec().options()) {
      List<String> values = values(option, command);
      if (!values.isEmpty()) {
        options.put(option.longestName().replaceFirst("^--?", ""), values);
      }
    }
    return options;
  }

  private static List<String> values(OptionSpec option, ParseResult command) {
    if (command.hasMatchedOption(option)) {
      List<String> values = command.matchedOption(option.longestName()).originalStringValues();
      return values.stream().map(value -> value.isEmpty() ? "true" : value).toList();
    }
    try {
      var provider = command.commandSpec().defaultValueProvider();
      String value = provider == null ? null : provider.defaultValue(option);
      return value == null ? List.of() : List.of(value);
    } catch (Exception e) {
      return List.of(); // Picocli has asked it before, and said what is wrong.
    }
  }

  /** What stands behind {@code --} is in them, and comes last. */
  private static List<String> arguments(ParseResult command) {
    List<String> arguments = new ArrayList<>();
    command.matchedPositionals().stream()
        .sorted(Comparator.comparingInt((PositionalParamSpec p) -> p.index().min()))
        .distinct()
        .forEach(positional -> arguments.addAll(positional.originalStringValues()));
    return arguments;
  }
}
