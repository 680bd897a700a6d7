package dev.harrier.cli.test;

import dev.harrier.cli.exploring.ConfirmTime;
import dev.harrier.cli.gocommand.BuildFlags;
import dev.harrier.cli.gocommand.GoFlag;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Invocations;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code harrier test}: go test on an instrumented runtime. */
@Command(
    name = "test",
    description = {
      "Run Go tests on an instrumented runtime and report what goes wrong.",
      "It reports leaks, deadlocks and misuse of channels and locks, even if every test passes."
    },
    footer = {
      "",
      "Everything after -- is passed to go test:",
      "  harrier test ./... -- -gcflags=all=-N -args -verbose"
    })
public final class TestCommand implements Callable<Integer> {
  /** What options mean here that other commands have too. */
  public static final Map<String, String> DESCRIPTIONS =
      Map.of("-v", "Print findings in full, and the names and the output of all tests.");

  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = {"-confirm", "--confirm"},
      paramLabel = ConfirmTime.LABEL,
      arity = "0..1",
      defaultValue = "quick",
      converter = ConfirmTime.class,
      preprocessor = ConfirmTime.Bare.class,
      description =
          "How long to look for schedules that make predicted deadlocks happen, after the tests: "
              + ConfirmTime.WORDS
              + " (default ${DEFAULT-VALUE}). Needs Go 1.26 or newer.")
  private Duration confirm = Duration.ZERO;

  @Option(
      names = {"-disk", "--disk"},
      paramLabel = "BYTES",
      defaultValue = "2GB",
      converter = ByteCount.class,
      description =
          "How much disk the traces may take, as in 500MB; 0 for any (default ${DEFAULT-VALUE})."
              + " What happens after that is not looked at, which the report says.")
  private long disk;

  @Option(
      names = {"-reclaim", "--reclaim"},
      description =
          "End goroutines that are proved leaked, once their test is over and they are"
              + " reported, so that long test runs need less memory. Their deferred functions do not"
              + " run. Needs Go 1.26"
              + " or newer.")
  private boolean reclaim;

  @Parameters(
      paramLabel = "PACKAGES",
      description = "Package patterns, as go test takes them (default: the current directory).")
  private List<String> positionals = new ArrayList<>();

  public TestCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    output.check(context);
    List<String> line = Invocations.line(spec);
    List<String> packages =
        positionals.subList(0, positionals.size() - Invocations.behindHyphens(line).size());
    List<String> rest = positionals.subList(packages.size(), positionals.size());
    TestJob job =
        new TestJob(
            packages,
            GoFlag.given(spec),
            BuildFlags.of(spec),
            rest,
            GoFlag.JSON.isOn(spec) || isJsonIn(rest),
            confirm,
            disk,
            reclaim,
            line);
    return new TestSession(context, output, shutdown, job).run().code();
  }

  /** Whether {@code go test} is given it after {@code --}; the arguments of tests are theirs. */
  private static boolean isJsonIn(List<String> rest) {
    return rest.stream()
        .takeWhile(word -> !word.equals("-args") && !word.equals("--args"))
        .anyMatch(word -> word.matches("--?json(=true)?"));
  }

  /** Reads a number of bytes such as {@code 2GB}, {@code 500MB} or {@code 0}. */
  private static final class ByteCount implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(|b|kb|mb|gb)");

    @Override
    public Long convert(String text) {
      Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
      if (!form.matches()) {
        throw new TypeConversionException(
            "'%s' is not a number of bytes such as 500MB or 2GB".formatted(text));
      }
      int power =
          switch (form.group(2)) {
            case "kb" -> 10;
            case "mb" -> 20;
            case "gb" -> 30;
            default -> 0;
          };
      return Long.parseLong(form.group(1)) << power;
    }
  }
}
