package dev.harrier.cli.manual;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Completion for the shell Fish: one {@code complete} line for each command and each option. Names
 * with one hyphen and more than one letter are what Fish calls options of the old style.
 */
public final class FishCompletion {
  private final List<String> lines = new ArrayList<>();
  private final String name;

  private FishCompletion(String name) {
    this.name = name;
  }

  /** The script for a command and all its subcommands. */
  public static String of(CommandLine root) {
    FishCompletion script = new FishCompletion(root.getCommandName());
    script.options(root.getCommandSpec(), "__fish_use_subcommand");
    root.getSubcommands()
        .forEach((command, line) -> script.command(command, line, "__fish_use_subcommand", ""));
    return String.join("\n", script.lines) + "\n";
  }

  /**
   * @param before what is typed where the command may come
   * @param seen what is typed where its arguments may come, but for the command itself
   */
  private void command(String command, CommandLine line, String before, String seen) {
    CommandSpec spec = line.getCommandSpec();
    lines.add(
        "complete -c %s -n %s -f -a %s -d %s"
            .formatted(
                name,
                before.contains(" ") ? quoted(before) : before,
                quoted(command),
                quoted(brief(spec.usageMessage().description()))));
    String condition = seen + "__fish_seen_subcommand_from " + command;
    line.getSubcommands()
        .forEach((word, below) -> command(word, below, condition, condition + "; and "));
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      if (parameter.completionCandidates() != null) {
        lines.add(
            "complete -c %s -n %s -f -a %s"
                .formatted(name, quoted(condition), quoted(values(parameter))));
      }
    }
    options(spec, condition);
  }

  private void options(CommandSpec spec, String condition) {
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        lines.add(
            "complete -c %s -n %s%s%s -d %s"
                .formatted(
                    name,
                    quoted(condition),
                    names(option),
                    argument(option),
                    quoted(brief(option.description()))));
      }
    }
  }

  private static String names(OptionSpec option) {
    StringBuilder names = new StringBuilder();
    for (String spelled : option.names()) {
      String bare = spelled.replaceFirst("^--?", "");
      String kind = spelled.startsWith("--") ? "l" : bare.length() == 1 ? "s" : "o";
      names.append(" -").append(kind).append(' ').append(bare);
    }
    return names.toString();
  }

  /** Offers known values, and files if there are none. */
  private static String argument(OptionSpec option) {
    if (option.arity().min() == 0) {
      return "";
    }
    String values = values(option);
    return values.isEmpty() ? " -r" : " -x -a " + quoted(values);
  }

  private static String values(ArgSpec argument) {
    List<String> values = new ArrayList<>();
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(values::add);
    }
    return String.join(" ", values);
  }

  /** The first sentence: a line of the menu has room for no more. */
  private static String brief(String[] description) {
    return String.join(" ", description).replaceFirst("(?<=[.:])\\s.*", "");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", " ") + "'";
  }
}
