package dev.harrier.cli;

import dev.harrier.base.text.DidYouMean;
import dev.harrier.base.text.Plurals;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.Invocations;
import dev.harrier.cli.process.ParentProcess;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.report.Printable;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The entry point. */
public final class Main {
  /** What picocli says of a value of an enum that is none. */
  private static final Pattern NONE_OF =
      Pattern.compile("expected one of \\[([A-Z_, ]*)] \\(case-insensitive\\) but was '(.*)'$");

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
    DirectoryOption start = DirectoryOption.of(Path.of("").toAbsolutePath(), arguments);
    CommandContext context = CommandContext.ofProcess(start.directory(), start.words());
    shutdown.watch(context.errors());
    ParentProcess.watch(System.getenv());
    int status = run(start, context, shutdown);
    shutdown.done(status);
    System.exit(status);
  }

  /** Runs one command and returns its status, however it ends. */
  static int run(DirectoryOption start, CommandContext context, ShutdownHandler shutdown) {
    try {
      start.check();
      return run(context, shutdown, start.words());
    } catch (UserError e) {
      return failure(context, e);
    } catch (RuntimeException | Error e) {
      // Java's own status for this is 1, which means findings.
      return failure(context, e);
    }
  }

  /** Runs one command whose words are checked. */
  static int run(CommandContext context, ShutdownHandler shutdown, String... arguments) {
    if (arguments.length == 1 && arguments[0].equals("version")) {
      // To make a command line takes longer than all else that this does.
      return new VersionCommand(context).call();
    }
    CommandLine harrier = HarrierCommand.commandLine(context, shutdown, arguments);
    if (arguments.length > 0 && ConfiguredDefaults.COMMANDS.contains(arguments[0])) {
      CommandLine command = Objects.requireNonNull(harrier.getSubcommands().get(arguments[0]));
      try {
        command.setDefaultValueProvider(ConfiguredDefaults.of(command.getCommandSpec(), context));
      } catch (UserError e) {
        return failure(context, e);
      }
    }
    harrier.setOut(new PrintWriter(context.output(), true, StandardCharsets.UTF_8));
    harrier.setErr(new PrintWriter(context.errors(), true, StandardCharsets.UTF_8));
    harrier.setParameterExceptionHandler((e, _) -> badUsage(context, e));
    harrier.setExecutionExceptionHandler((e, _, _) -> failure(context, e));
    harrier.setExecutionStrategy(read -> {
      context.asked().set(Invocations.of(read));
      try {
        CacheDirectory.check(context.environment());
      } catch (UserError e) {
        return failure(context, e);
      }
      return new CommandLine.RunLast().execute(read);
    });
    return harrier.execute(arguments);
  }

  private static int badUsage(CommandContext context, ParameterException e) {
    if (e instanceof HarrierCommand.NothingAsked) {
      e.getCommandLine().usage(context.errors());
      return ExitStatus.USAGE.code();
    }
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    context.errors().printf("harrier: %s%n", Printable.text(String.valueOf(message(e))));
    context.errors().printf("harrier: %s -help shows its options%n", command);
    return ExitStatus.USAGE.code();
  }

  private static @Nullable String message(ParameterException e) {
    boolean atRoot = e.getCommandLine().getParent() == null;
    if (atRoot
        && e instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()) {
      return HarrierCommand.noCommand(unmatched.getUnmatched().getFirst(), e.getCommandLine());
    }
    if (e instanceof UnmatchedArgumentException unmatched && asksForFuzzing(unmatched)) {
      return GO_FUZZ;
    }
    return e instanceof UnmatchedArgumentException unmatched
        ? unmatched(unmatched.getUnmatched(), e.getCommandLine().getCommandSpec())
        : refusal(e);
  }

  /**
   * What picocli says begins with a capital letter, with two hyphens before an option, and not with
   * the file that has the value.
   */
  private static String refusal(ParameterException e) {
    String message =
        NONE_OF
            .matcher(String.valueOf(e.getMessage()).replace("option '--", "option '-"))
            .replaceFirst(none -> Matcher.quoteReplacement(noneOf(none)));
    String place = ConfiguredDefaults.place(e);
    return (place.isEmpty() ? "" : place + ": ")
        + message.substring(0, 1).toLowerCase(Locale.ROOT)
        + message.substring(1);
  }

  /** Values in the letters that help shows, and not in those of Java's constants. */
  private static String noneOf(MatchResult none) {
    List<String> values = List.of(none.group(1).toLowerCase(Locale.ROOT).split(", "));
    String value = none.group(2);
    return "'%s' is not one of %s%s"
        .formatted(
            value,
            String.join(", ", values),
            DidYouMean.of(value.toLowerCase(Locale.ROOT), values));
  }

  /** What follows an unknown option may be its value, or meant for the command. */
  private static String unmatched(List<String> words, CommandSpec command) {
    List<String> options = words.stream().filter(word -> word.matches("-.+")).toList();
    List<String> wrong = options.isEmpty() ? words : options;
    if (wrong.getFirst().matches("--?C(=.*)?")) {
      return "-C DIR comes before everything else: harrier %s -C DIR".formatted(command.name());
    }
    return "unknown %s: %s%s"
        .formatted(
            Plurals.of(wrong.size(), options.isEmpty() ? "argument" : "option"),
            wrong.stream().map("'%s'"::formatted).collect(Collectors.joining(", ")),
            DidYouMean.of(
                wrong.getFirst().replaceFirst("=.*", ""),
                options.isEmpty() ? command.subcommands().keySet() : names(command)));
  }

  private static Set<String> names(CommandSpec command) {
    return command.options().stream()
        .filter(option -> !option.hidden())
        .flatMap(option -> Stream.of(option.names()))
        .collect(Collectors.toCollection(TreeSet::new));
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
