package dev.harrier.cli;

import dev.harrier.cli.process.HelpGroup;
import dev.harrier.cli.process.HelpGroup.Heading;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Help in the manner of the {@code go} command: every option in the spelling with one hyphen, in a
 * column of its own. The spelling with two is taken all the same.
 */
final class GoHelp extends Help {
  private static final int WIDTH = 100;
  private static final int NAMES = 26;
  private static final int INDENT = 2;

  GoHelp(CommandSpec spec, ColorScheme scheme) {
    super(spec, scheme);
    spec.usageMessage().width(WIDTH);
    spec.usageMessage().abbreviateSynopsis(true);
  }

  /** What the command does, apart from what it takes. */
  @Override
  public String description(Object... arguments) {
    return super.description(arguments) + System.lineSeparator();
  }

  /** The options under their headings. */
  @Override
  public String optionList() {
    return listed(heading -> heading != Heading.TUNING);
  }

  /** The options whose headings are wanted. */
  String listed(Predicate<Heading> wanted) {
    Map<Heading, List<OptionSpec>> groups = new EnumMap<>(Heading.class);
    commandSpec().options().stream()
        .filter(option -> !option.hidden() && wanted.test(heading(option)))
        .sorted(Comparator.comparing(GoHelp::spelling))
        .forEach(
            option -> groups.computeIfAbsent(heading(option), _ -> new ArrayList<>()).add(option));
    StringBuilder list = new StringBuilder();
    groups.forEach((heading, options) -> {
      if (!heading.title().isEmpty()) {
        list.append("%n%s:%n".formatted(heading.title()));
      }
      Layout layout = createDefaultLayout(options, List.of(), colorScheme());
      layout.addOptions(options, parameterLabelRenderer());
      list.append(layout);
    });
    return list.toString();
  }

  /** The commands under their headings; those of a command have none. */
  @Override
  public String commandList(Map<String, Help> commands) {
    StringBuilder list = new StringBuilder();
    TextTable table = table();
    for (Map.Entry<String, Help> command : commands.entrySet()) {
      Optional<String> heading = Commands.heading(command.getKey());
      if (heading.isPresent() && commandSpec().parent() == null) {
        list.append(table).append("%n%s:%n".formatted(heading.get()));
        table = table();
      }
      String[] described = command.getValue().commandSpec().usageMessage().description();
      table.addRowValues(command.getKey(), described.length == 0 ? "" : described[0]);
    }
    return list.append(table).toString();
  }

  private TextTable table() {
    return TextTable.forColumns(
        colorScheme(),
        new Column(NAMES, INDENT, Overflow.SPAN),
        new Column(WIDTH - NAMES, INDENT, Overflow.WRAP));
  }

  private static Heading heading(OptionSpec option) {
    if (option.userObject() == null) {
      return Heading.GO; // Only those are not made of annotations.
    }
    if (!(option.userObject() instanceof Field field)) {
      return Heading.MAIN;
    }
    HelpGroup own = field.getAnnotation(HelpGroup.class);
    HelpGroup all = field.getDeclaringClass().getAnnotation(HelpGroup.class);
    return own != null ? own.value() : all != null ? all.value() : Heading.MAIN;
  }

  /** The first name of an option and what comes behind it. */
  private static String spelling(OptionSpec option) {
    String name =
        Arrays.stream(option.names())
            .filter(n -> !n.startsWith("--"))
            .findFirst()
            .orElse(option.longestName());
    return option.arity().max() == 0 ? name : name + "=" + option.paramLabel();
  }

  @Override
  public IOptionRenderer createDefaultOptionRenderer() {
    return (option, _, scheme) -> {
      String[] lines = option.description();
      Text[][] rows = new Text[Math.max(1, lines.length)][];
      for (int i = 0; i < rows.length; i++) {
        rows[i] =
            new Text[] {
              scheme.text(i == 0 ? spelling(option) : ""),
              scheme.text(i < lines.length ? lines[i] : "")
            };
      }
      return rows;
    };
  }

  @Override
  public Layout createDefaultLayout(
      List<OptionSpec> options, List<PositionalParamSpec> parameters, ColorScheme scheme) {
    return new Layout(
        scheme,
        table(),
        createDefaultOptionRenderer(),
        (parameter, renderer, ps) ->
            new Text[][] {
              {ps.text(parameter.paramLabel()), ps.text(String.join(" ", parameter.description()))}
            });
  }
}
