package dev.harrier.cli;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.HelpGroup.Heading;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code harrier help [COMMAND | TOPIC]}. */
@Command(name = "help", description = "Print the help of a command, or of the topic fuzz-tuning.")
final class HelpCommand implements Callable<Integer> {
  /** Options for experiments with the search, which the help of {@code fuzz} leaves out. */
  private static final String TUNING = "fuzz-tuning";

  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command, or the topic.")
  private List<String> words = new ArrayList<>();

  HelpCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    CommandLine asked = HarrierCommand.commandLine(context, shutdown);
    if (words.equals(List.of(TUNING))) {
      tuning(Objects.requireNonNull(asked.getSubcommands().get("fuzz")));
      return ExitStatus.NOTHING_FOUND.code();
    }
    for (String word : words) {
      CommandLine next = asked.getSubcommands().get(word);
      if (next == null) {
        throw UserError.usage(HarrierCommand.noCommand(word, asked));
      }
      asked = next;
    }
    asked.usage(context.output());
    return ExitStatus.NOTHING_FOUND.code();
  }

  private void tuning(CommandLine fuzz) {
    context
        .output()
        .printf(
            "Options of harrier fuzz for experiments with its search. The defaults are right for"
                + " finding bugs.%n%s",
            ((GoHelp) fuzz.getHelp()).listed(heading -> heading == Heading.TUNING));
  }
}
