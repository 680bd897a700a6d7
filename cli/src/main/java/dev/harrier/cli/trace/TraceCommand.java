package dev.harrier.cli.trace;

import dev.harrier.base.file.IoErrors;
import dev.harrier.base.process.Executables;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.rewrite.LogSettings;
import dev.harrier.binary.rewrite.RewriteReport;
import dev.harrier.binary.rewrite.Rewriter;
import dev.harrier.cli.exploring.ConfirmTime;
import dev.harrier.cli.gocommand.Host;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.Invocations;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.model.ending.Remark;
import dev.harrier.report.words.Remarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code harrier trace}: a Go executable that no one prepared. */
@Command(
    name = "trace",
    description = {
      "Run a rewritten copy of a Go executable and report what goes wrong.",
      "It reports what went wrong and what could have. The executable itself is only read; it"
          + " has to be one for linux/amd64, built by Go 1.22 to 1.27."
    },
    footer = {
      "",
      "Everything after BINARY is passed to it:",
      "  harrier trace -last=1000000 ./server -listen :8080",
      "The report goes to standard error: standard output is the program's."
    })
public final class TraceCommand implements Callable<Integer> {
  /** The largest ring: 1 GiB. */
  private static final int MOST_RECORDS = 1 << 24;

  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = {"-rewrite-only", "--rewrite-only"},
      description =
          "Write the rewritten copy and do not run it. Run with HARRIER_LOG=DIRECTORY, it logs"
              + " there; harrier report reads the logs.")
  private boolean rewriteOnly;

  @Option(
      names = "-o",
      paramLabel = "FILE",
      description = "Where the copy goes, with -rewrite-only; must not exist.")
  private @Nullable Path copy;

  @Option(
      names = {"-last", "--last"},
      paramLabel = "N",
      description =
          "Keep only the last N records, in memory, instead of all of them on disk. The program"
              + " then never waits for Harrier.")
  private @Nullable Integer last;

  @Option(
      names = {"-program-status", "--program-status"},
      description = "End with the program's own exit status, whatever was found.")
  private boolean programStatus;

  @Option(
      names = {"-source", "--source"},
      paramLabel = "DIR",
      description =
          "The module that the executable was built from: its tests are explored to make"
              + " predicted deadlocks happen. Needs Go 1.26 or newer.")
  private @Nullable Path source;

  @Option(
      names = {"-confirm", "--confirm"},
      paramLabel = ConfirmTime.LABEL,
      arity = "0..1",
      converter = ConfirmTime.class,
      preprocessor = ConfirmTime.Bare.class,
      description = "How long to explore with -source: " + ConfirmTime.WORDS + " (default quick).")
  private @Nullable Duration confirm;

  @Parameters(
      arity = "1..*",
      paramLabel = "BINARY [ARGUMENTS]",
      description = "The executable, looked up on PATH as a shell does, and its arguments.")
  private List<String> words = new ArrayList<>();

  public TraceCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    output.check(context);
    Path binary = ExecutableSearch.find(words.getFirst(), context);
    if (last != null && (last < 1 || last > MOST_RECORDS)) {
      throw UserError.usage("-last takes a number from 1 to %d".formatted(MOST_RECORDS));
    }
    if (rewriteOnly) {
      return rewrite(binary).code();
    }
    if (copy != null) {
      throw UserError.usage("-o is for -rewrite-only; -out says where the report goes");
    }
    Host.mustBeLinux("trace");
    Optional<SourceSearch> search = search();
    TraceSession session =
        new TraceSession(
            context,
            output,
            shutdown,
            binary,
            words,
            Invocations.line(spec),
            last == null ? LogSettings.LOSSLESS : LogSettings.last(last),
            search);
    TraceSession.Statuses statuses = session.run();
    return programStatus ? statuses.program() : statuses.harrier().code();
  }

  private Optional<SourceSearch> search() throws UserError {
    if (source == null) {
      if (confirm != null) {
        throw UserError.usage("-confirm takes -source DIR: the module whose tests are explored");
      }
      return Optional.empty();
    }
    Duration time = confirm == null ? ConfirmTime.QUICK : confirm;
    return time.isZero()
        ? Optional.empty()
        : Optional.of(SourceSearch.in(source, context, shutdown, time));
  }

  private ExitStatus rewrite(Path binary) throws UserError {
    if (copy == null || words.size() > 1) {
      throw UserError.usage("-rewrite-only takes -o FILE and one executable without arguments");
    }
    Path target = context.directory().resolve(copy);
    if (Files.exists(target)) {
      throw UserError.usage(
          target + " exists; give -o a file that does not, nothing is overwritten");
    }
    try {
      RewriteReport report =
          Rewriter.rewrite(
              binary, target, last == null ? LogSettings.RING : LogSettings.last(last));
      report.blindSpots().stream()
          .flatMap(spot -> Remarks.of(new Remark.NotLogged(spot)).stream())
          .forEach(note -> context.errors().println("harrier: note: " + note));
      int places = report.sites().values().stream().mapToInt(Integer::intValue).sum();
      context
          .errors()
          .printf(
              "harrier: %s logs at %d places (%s); run it with HARRIER_LOG=DIRECTORY,%n"
                  + "harrier: then: harrier report -binary %s DIRECTORY%n",
              target, places, report.goVersion(), copy);
      return ExitStatus.NOTHING_FOUND;
    } catch (UnusableBinaryException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(
          ExitStatus.HARRIER_FAILED, "can't write %s: %s".formatted(target, IoErrors.reason(e)));
    }
  }

  /** Finds an executable by what the user typed, as a shell does. */
  private static final class ExecutableSearch {
    private ExecutableSearch() {}

    /** A word with a slash is a path; any other is looked for on {@code PATH}. */
    static Path find(String word, CommandContext context) throws UserError {
      if (word.contains("/")) {
        Path path = context.directory().resolve(word);
        if (!Files.exists(path)) {
          throw UserError.usage("%s does not exist".formatted(path));
        }
        if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
          throw UserError.usage("%s is not a file that can be read".formatted(path));
        }
        return path;
      }
      Optional<Path> found = Executables.onPath(word, context.environment(), context.directory());
      if (found.isPresent()) {
        return found.get();
      }
      String hint =
          Files.exists(context.directory().resolve(word))
              ? "; for the one in this directory, type ./" + word
              : "";
      throw UserError.usage("no executable %s on PATH%s".formatted(word, hint));
    }
  }
}
