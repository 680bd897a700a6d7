package dev.harrier.cli.manual;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A manual page of section 1 in the macros of man(7), which every {@code man} and {@code mandoc}
 * reads.
 *
 * @param name of the file, as {@code harrier-test.1}
 * @param text in roff
 */
public record ManualPage(String name, String text) {
  /** The pages of a command and of all its subcommands. */
  public static List<ManualPage> of(CommandLine root, String version) {
    Map<String, CommandLine> all = new LinkedHashMap<>();
    collect(root, root.getCommandName(), all);
    List<String> names = List.copyOf(all.keySet());
    return all.entrySet().stream()
        .map(page -> page(page.getValue(), page.getKey(), version, names))
        .toList();
  }

  private static void collect(CommandLine line, String name, Map<String, CommandLine> all) {
    all.put(name, line);
    line.getSubcommands().forEach((command, below) -> collect(below, name + "-" + command, all));
  }

  private static ManualPage page(CommandLine line, String name, String version, List<String> all) {
    CommandSpec spec = line.getCommandSpec();
    UsageMessageSpec usage = spec.usageMessage();
    List<String> description =
        Arrays.stream(usage.description()).filter(text -> !text.isEmpty()).toList();
    List<String> out = new ArrayList<>();
    out.add(
        ".TH %s 1 \"\" \"Harrier %s\" \"Harrier\""
            .formatted(bare(name.toUpperCase(Locale.ROOT)), bare(version)));
    out.add(".SH NAME");
    out.add(bare(name) + " \\- " + bare(description.getFirst().replaceFirst("\\.$", "")));
    out.add(".SH SYNOPSIS");
    out.add(text(line.getHelp().abbreviatedSynopsis().strip()));
    out.add(".SH DESCRIPTION");
    description.forEach(sentence -> out.add(text(sentence)));
    if (!line.getSubcommands().isEmpty()) {
      out.add(".SH COMMANDS");
      line.getSubcommands()
          .forEach((command, sub) -> {
            out.add(".TP");
            out.add("\\fB" + bare(command) + "\\fR");
            out.add(text(first(sub.getCommandSpec().usageMessage().description())));
          });
    }
    if (!spec.positionalParameters().isEmpty()) {
      out.add(".SH ARGUMENTS");
      spec.positionalParameters().forEach(parameter -> out.addAll(entry(parameter)));
    }
    out.add(".SH OPTIONS");
    spec.options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> out.addAll(entry(option)));
    notes(out, usage.footer());
    out.add(".SH SEE ALSO");
    out.add(
        all.stream()
            .filter(other -> !other.equals(name))
            .map(other -> "\\fB" + bare(other) + "\\fR(1)")
            .collect(Collectors.joining(",\n")));
    return new ManualPage(name + ".1", String.join("\n", out) + "\n");
  }

  private static String first(String[] lines) {
    return lines.length == 0 ? "" : lines[0];
  }

  private static List<String> entry(PositionalParamSpec parameter) {
    return List.of(
        ".TP",
        "\\fI" + bare(parameter.paramLabel()) + "\\fR",
        text(String.join(" ", parameter.description())));
  }

  private static List<String> entry(OptionSpec option) {
    String label = "\\fI" + bare(option.paramLabel()) + "\\fR";
    String value =
        option.arity().max() == 0
            ? ""
            : option.arity().min() == 0 ? "[=" + label + "]" : " " + label;
    String names =
        Arrays.stream(option.names())
            .map(spelled -> "\\fB" + bare(spelled) + "\\fR" + value)
            .collect(Collectors.joining(", "));
    return List.of(".TP", names, text(String.join(" ", option.description())));
  }

  /** What help ends with: lines that are set as they are. */
  private static void notes(List<String> out, String[] footer) {
    if (footer.length > 0) {
      out.add(".SH NOTES");
      out.add(".nf");
      Arrays.stream(footer).map(ManualPage::text).forEach(out::add);
      out.add(".fi");
    }
  }

  /** A line of text, which must not be taken for a request. */
  private static String text(String line) {
    String bare = bare(Ansi.OFF.string(line));
    return bare.startsWith(".") || bare.startsWith("'") ? "\\&" + bare : bare;
  }

  /** Hyphens stay hyphens: people copy options from manual pages. */
  private static String bare(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }
}
