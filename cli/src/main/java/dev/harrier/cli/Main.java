package dev.harrier.cli;

import dev.harrier.cli.session.CommandContext;
import dev.harrier.cli.session.ExitStatus;
import dev.harrier.cli.session.ParentProcess;
import dev.harrier.cli.session.ShutdownHandler;
import dev.harrier.cli.session.UserError;
import dev.harrier.report.Printable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point. */
public final class Main {
  private static final Set<String> FUZZ_COMMANDS = Set.of("test", "fuzz");

  private static final String GO_FUZZ =
      "-fuzz looks for inputs, and Harrier for schedules: find the inputs with 'go test -fuzz', then"
          + " run the corpus with 'harrier test' or 'harrier fuzz' and -run, which take fuzz tests as"
          + " tests";

  private Main() {}

  /** Runs one command and ends the process with its status. */
  @SuppressWarnings("SystemExitOutsideMain")
  public static void main(String[] arguments) {
    ShutdownHandler shutdown = new ShutdownHandler();
    CommandContext context = CommandContext.ofProcess(arguments);
    shutdown.watch(context.errors());
    ParentProcess.watch(System.getenv());
    int status;
    try {
      status = run(context, shutdown, arguments);
    } catch (RuntimeException | Error e) {
      // Java's own status for this is 1, which means findings.
      status = failure(context, e);
    }
    shutdown.done(status);
    System.exit(status);
  }

  /** Runs one command and returns its status. */
  static int run(CommandContext context, ShutdownHandler shutdown, String... arguments) {
    if (arguments.length == 1 && arguments[0].equals("version")) {
      // To make a command line takes longer than all else that this does.
      return new VersionCommand(context).call();
    }
    CommandLine harrier = HarrierCommand.commandLine(context, shutdown, arguments);
    harrier.setOut(new PrintWriter(context.output(), true, StandardCharsets.UTF_8));
    harrier.setErr(new PrintWriter(context.errors(), true, StandardCharsets.UTF_8));
    harrier.setParameterExceptionHandler((e, _) -> badUsage(context, e));
    harrier.setExecutionExceptionHandler((e, _, _) -> failure(context, e));
    return harrier.execute(arguments);
  }

  private static int badUsage(CommandContext context, ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    context.errors().printf("harrier: %s%n", Printable.text(String.valueOf(message(e))));
    context.errors().printf("harrier: %s --help shows its options%n", command);
    return ExitStatus.USAGE.code();
  }

  private static @Nullable String message(ParameterException e) {
    boolean atRoot = e.getCommandLine().getParent() == null;
    if (atRoot
        && e instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()) {
      return "there is no command '%s'".formatted(unmatched.getUnmatched().getFirst());
    }
    if (e instanceof UnmatchedArgumentException unmatched && asksForFuzzing(unmatched)) {
      return GO_FUZZ;
    }
    return e instanceof UnmatchedArgumentException unmatched
        ? unmatched(unmatched.getUnmatched())
        : e.getMessage();
  }

  /** What follows an unknown option may be its value, or meant for the command. */
  private static String unmatched(List<String> words) {
    List<String> options = words.stream().filter(word -> word.matches("-.+")).toList();
    List<String> wrong = options.isEmpty() ? words : options;
    return "unknown %s%s: %s"
        .formatted(
            options.isEmpty() ? "argument" : "option",
            wrong.size() == 1 ? "" : "s",
            wrong.stream().map("'%s'"::formatted).collect(Collectors.joining(", ")));
  }

  private static boolean asksForFuzzing(UnmatchedArgumentException e) {
    return FUZZ_COMMANDS.contains(e.getCommandLine().getCommandName())
        && e.getUnmatched().stream().anyMatch(word -> word.matches("--?fuzz(time)?(=.*)?"));
  }

  private static int failure(CommandContext context, Throwable e) {
    if (e instanceof UserError error) {
      context.errors().printf("harrier: %s%n", Printable.text(String.valueOf(error.getMessage())));
      return error.status().code();
    }
    StringWriter trace = new StringWriter();
    e.printStackTrace(new PrintWriter(trace));
    context
        .errors()
        .printf(
            "harrier: internal error, please report it with this:%n%s",
            Printable.text(trace.toString()));
    return ExitStatus.HARRIER_FAILED.code();
  }
}
