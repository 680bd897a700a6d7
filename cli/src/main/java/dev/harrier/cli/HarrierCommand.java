package dev.harrier.cli;

import dev.harrier.base.text.DidYouMean;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ShutdownHandler;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command without a name of its own: it only knows the others. */
@Command(
    name = "harrier",
    description = "Finds concurrency bugs in Go programs.",
    commandListHeading = "",
    footer = {
      "",
      "Exit status: 0 nothing found, 1 findings, 2 bad usage or input, 3 the program under test",
      "does not build or its own tests fail without a finding, 4 Harrier itself failed,",
      "130 interrupted before anything was found."
    })
final class HarrierCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** The command line for these arguments: of the commands it may know only the one they name. */
  static CommandLine commandLine(
      CommandContext context, ShutdownHandler shutdown, String... arguments) {
    CommandLine harrier = new CommandLine(new HarrierCommand(context));
    new Commands(context, shutdown).wanted(arguments).forEach(harrier::addSubcommand);
    harrier
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setPosixClusteredShortOptionsAllowed(false)
        .setExpandAtFiles(false) // @conf is an argument of a user's program.
        .registerConverter(int.class, number(Integer::valueOf, "not a whole number in range"))
        .registerConverter(Integer.class, number(Integer::valueOf, "not a whole number in range"))
        .registerConverter(long.class, number(Long::valueOf, "not a whole number in range"))
        .registerConverter(Long.class, number(Long::valueOf, "not a whole number in range"))
        .registerConverter(Double.class, number(Double::valueOf, "not a number"));
    addHelp(harrier);
    harrier.setHelpFactory(GoHelp::new);
    return harrier;
  }

  /** That a command has no subcommand of this name. */
  static String noCommand(String name, CommandLine command) {
    return "there is no command '%s'%s"
        .formatted(name, DidYouMean.of(name, command.getSubcommands().keySet()));
  }

  private static void addHelp(CommandLine command) {
    command.addMixin("help", new HelpOption());
    command.getSubcommands().values().forEach(HarrierCommand::addHelp);
  }

  private static <N extends Number> ITypeConverter<N> number(
      Function<String, N> parse, String otherwise) {
    return text -> {
      try {
        return parse.apply(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'%s' is %s".formatted(text, otherwise));
      }
    };
  }

  /** {@link DirectoryOption} takes it before picocli sees anything. */
  @Option(
      names = "-C",
      paramLabel = "DIR",
      description = "Change to DIR before running the command.")
  @SuppressWarnings("UnusedVariable") // Only help looks at it.
  private String directory = "";

  @Option(
      names = {"-version", "--version"},
      description = "Print the version of Harrier and of its Java.")
  private boolean version;

  private final CommandContext context;

  private HarrierCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public void run() {
    if (version) {
      new VersionCommand(context).call();
      return;
    }
    throw new NothingAsked(spec.commandLine());
  }

  /** Without a command: the help is the answer. */
  static final class NothingAsked extends ParameterException {
    private static final long serialVersionUID = 1;

    NothingAsked(CommandLine line) {
      super(line, "no command given");
    }
  }
}
