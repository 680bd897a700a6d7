package dev.harrier.cli.report;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.output.OutputOptions;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.StoredRuns;
import dev.harrier.cli.process.UserError;
import dev.harrier.report.Printable;
import dev.harrier.report.RunId;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import dev.harrier.report.json.JsonDocuments;
import dev.harrier.report.store.KeptLines;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.text.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code harrier report [RUN | FILE...]}: a stored run, or what programs wrote; runs nothing. */
@Command(
    name = "report",
    description = {
      "Print a stored run again, in any format.",
      "The exit status is that of the run. It also reads the logs of a program rewritten by"
          + " harrier trace -rewrite-only, and the traces of tests that another build system ran,"
          + " on any machine."
    })
public final class ReportCommand implements Callable<Integer> {
  private final CommandContext context;
  private final ShutdownHandler shutdown;

  @Option(
      names = {"-list", "--list"},
      description = "List the runs that are stored, newest first.")
  private boolean list;

  @Option(
      names = {"-binary", "--binary"},
      paramLabel = "FILE",
      description =
          "The executable that wrote the logs or traces (default: its path at that time).")
  private @Nullable Path binary;

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN | LOG | TRACE | PROFILE",
      description =
          "The run, as -list names it (default: the latest); or logs (*.hlog) or traces"
              + " (*.htrace), or a directory of them; or a file written to HARRIER_LEAKS_OUT, or"
              + " pprof goroutine profiles.")
  private List<String> what = new ArrayList<>();

  @Mixin private OutputOptions output = new OutputOptions();

  public ReportCommand(CommandContext context, ShutdownHandler shutdown) {
    this.context = context;
    this.shutdown = shutdown;
  }

  @Override
  public Integer call() throws UserError {
    output.check(context);
    RunReport report = null;
    KeptLines kept = KeptLines.NONE;
    if (!what.isEmpty() && !RunId.isRunId(what.getFirst())) {
      report = reportOf(logs());
    } else if (what.size() > 1 || binary != null) {
      throw UserError.usage("one run at a time; -binary is for logs and traces");
    } else if (list) {
      return list();
    }
    if (report == null) {
      StoredRuns runs = new StoredRuns(context);
      RunReport stored =
          runs.read(what.isEmpty() ? Optional.empty() : Optional.of(what.getFirst()));
      kept = runs.lines(stored);
      report = output.judged(stored, context);
    }
    output.write(report, kept, context, context.output(), context.outputIsTerminal());
    return ExitStatus.of(report).code();
  }

  private RunReport reportOf(List<Path> files) throws UserError {
    LeakReport leaks = new LeakReport(context);
    if (leaks.isAbout(files)) {
      return leaks.of(files, output.policy());
    }
    RecordedRun run = new RecordedRun(context, shutdown, binary, output.policy());
    return TraceReport.isAbout(files)
        ? new TraceReport(run, context).of(files)
        : new LogReport(run).of(files);
  }

  private List<Path> logs() throws UserError {
    List<Path> logs = new ArrayList<>();
    for (String word : what) {
      Path path = context.directory().resolve(word);
      if (!Files.exists(path)) {
        throw UserError.usage(
            ("%s is neither the name of a run, such as 20260131-235959-1, nor a log; "
                    + "harrier report -list shows the runs")
                .formatted(word));
      }
      logs.add(path);
    }
    return logs;
  }

  /** The name of a run, its command, and what came of it. */
  private static String described(RunStore store, RunId id) {
    try {
      String outcome =
          store.hasEnded(id) ? Summary.verdict(store.read(id)) : "has not ended, or was killed";
      return "%s  %s: %s".formatted(id, String.join(" ", store.header(id).command()), outcome);
    } catch (StoreException e) {
      return "%s  %s".formatted(id, e.getMessage());
    }
  }

  private int list() throws UserError {
    try {
      RunStore store = new StoredRuns(context).store();
      if (output.isJson()) {
        context.output().print(JsonDocuments.runs(headers(store)));
      } else {
        store.list().forEach(id -> context.output().println(Printable.line(described(store, id))));
      }
      return ExitStatus.NOTHING_FOUND.code();
    } catch (StoreException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, IoErrors.described(e));
    }
  }

  /** Those that can be read. */
  private static List<RunRecord> headers(RunStore store) throws StoreException {
    List<RunRecord> headers = new ArrayList<>();
    for (RunId id : store.list()) {
      try {
        headers.add(store.header(id));
      } catch (StoreException.Unreadable e) {
        // One that is damaged costs that one.
      }
    }
    return headers;
  }
}
