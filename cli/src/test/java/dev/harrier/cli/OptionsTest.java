package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.explore.schedule.Strategy;
import dev.harrier.testkit.Golden;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options of all commands: what help and the page of options say of them. */
final class OptionsTest {
  private static final Path PAGE = Path.of("../docs/options.md");

  /** In so many commands an option is described once. */
  private static final int SHARED = 6;

  private static CommandContext context(PrintStream out) {
    return new CommandContext(Path.of(""), Map.of(), out, out, false, false);
  }

  private static CommandLine harrier(String... arguments) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return HarrierCommand.commandLine(context(nowhere), new ShutdownHandler(), arguments);
  }

  private static String help(String... command) {
    String[] words = Arrays.copyOf(command, command.length + 1);
    words[command.length] = "-help";
    return printed(words);
  }

  private static String printed(String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    assertThat(Main.run(context(stream), new ShutdownHandler(), words)).isEqualTo(0);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String unwrapped(String help) {
    return help.replaceAll("\\s+", " ");
  }

  private static Object confirm(String... words) {
    CommandLine.ParseResult read = harrier(words).parseArgs(words).subcommand();
    return read.commandSpec().findOption("-confirm").getValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"test", "vet", "trace"})
  void confirmMeansTheSameInEveryCommand(String command) {
    assertThat(confirm(command, "-confirm", "./a")).isEqualTo(Duration.ofMinutes(10));
    assertThat(confirm(command, "-confirm", "off", "./a")).isEqualTo(Duration.ZERO);
    assertThat(confirm(command, "-confirm=30s", "./a")).isEqualTo(Duration.ofSeconds(30));
    assertThat(confirm(command, "--confirm", "30s", "./a")).isEqualTo(Duration.ofSeconds(30));
    assertThat(help(command)).containsPattern("-confirm=off\\|quick\\|D ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-execs", "-per-test", "-workers", "-seed", "-procs"})
  void aNumberThatIsNoneIsRefusedInTheSameWords(String option) {
    String[] words = {"fuzz", option, "many"};
    assertThatThrownBy(() -> harrier(words).parseArgs(words))
        .hasMessageContaining("'many' is not a whole number in range");
  }

  @Test
  void anOptionIsDescribedForItsCommand() {
    assertThat(unwrapped(help("fuzz")))
        .contains(
            "that no execution covered. ",
            "-time=D Real time for all executions",
            "-limit=D Real time for one execution",
            "-timeout=D Virtual time for one test");
    assertThat(unwrapped(help("test"))).contains("the output of all tests. ");
    for (String command : List.of("vet", "report", "merge")) {
      assertThat(help(command))
          .containsPattern("-v +Print findings in full\\.\n")
          .doesNotContain("With test");
    }
    assertThat(unwrapped(printed("help", "fuzz-tuning"))).contains(Strategy.names());
  }

  @Test
  void anOptionIsUnderItsOwnHeading() {
    assertThat(help("campaign", "stop")).contains("-remove").doesNotContain("Flags of go test");
    for (String command : List.of("vet", "fuzz", "show", "explain")) {
      assertThat(help(command)).as(command).containsPattern("\\.\n\n  [A-Z]");
    }
  }

  /** {@code mvn test -Dgolden.refresh} writes it again. */
  @Test
  void thePageListsAllOptions() throws IOException {
    Golden.assertMatches(PAGE, page());
  }

  private static String page() {
    Map<String, CommandLine> commands = new LinkedHashMap<>();
    harrier().getSubcommands().forEach((name, line) -> add(name, line, commands));
    Map<String, List<String>> rows = new LinkedHashMap<>();
    commands.forEach((name, line) ->
        options(line.getCommandSpec())
            .forEach(
                option -> rows.computeIfAbsent(row(option), _ -> new ArrayList<>()).add(name)));
    Set<String> shared =
        rows.entrySet().stream()
            .filter(row -> row.getValue().size() >= SHARED)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    StringBuilder page = new StringBuilder();
    page.append(
        """
        # Options

        The options of every command, as `harrier help COMMAND` prints them; the page is generated from the commands. Each
        is taken with one hyphen or two, and its value after a space or an equals sign.

        ## In several commands

        `-h` prints help in every command. The commands that report findings also take:

        | option | meaning |
        |---|---|
        """);
    rows.keySet().stream().filter(shared::contains).sorted().forEach(page::append);
    commands.forEach((name, line) -> {
      CommandSpec spec = line.getCommandSpec();
      page.append("\n## harrier ").append(name).append("\n\n");
      page.append(cell(spec.usageMessage().description()[0])).append("\n");
      List<String> own =
          options(spec).stream().map(OptionsTest::row).filter(r -> !shared.contains(r)).toList();
      List<String> operands = spec.positionalParameters().stream().map(OptionsTest::row).toList();
      if (!own.isEmpty() || !operands.isEmpty()) {
        page.append("\n| argument | meaning |\n|---|---|\n");
        operands.forEach(page::append);
        own.forEach(page::append);
      }
      List<String> others =
          options(spec).stream()
              .filter(option -> shared.contains(row(option)))
              .map(option -> "`" + name(option) + "`")
              .toList();
      if (!others.isEmpty()) {
        page.append("\nAlso ").append(String.join(", ", others)).append(".\n");
      }
    });
    return page.toString();
  }

  private static void add(String name, CommandLine line, Map<String, CommandLine> all) {
    all.put(name, line);
    line.getSubcommands().forEach((sub, below) -> add(name + " " + sub, below, all));
  }

  private static List<OptionSpec> options(CommandSpec spec) {
    return spec.options().stream()
        .filter(option -> !option.hidden() && !name(option).equals("-h"))
        .sorted(Comparator.comparing(OptionsTest::name))
        .toList();
  }

  private static String name(OptionSpec option) {
    return Arrays.stream(option.names())
        .filter(name -> !name.startsWith("--"))
        .findFirst()
        .orElse(option.longestName());
  }

  private static String row(OptionSpec option) {
    String value = option.arity().max() == 0 ? "" : "=" + option.paramLabel();
    return "| `%s` | %s |\n".formatted(cell(name(option) + value), cell(option.description()));
  }

  private static String row(PositionalParamSpec operand) {
    return "| `%s` | %s |\n".formatted(cell(operand.paramLabel()), cell(operand.description()));
  }

  private static String cell(String... text) {
    return String.join(" ", text).replace("|", "\\|").strip();
  }
}
