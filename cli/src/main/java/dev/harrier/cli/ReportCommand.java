package dev.harrier.cli;

import dev.harrier.report.RunId;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.store.StoreLocation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code harrier report [RUN]}: renders a stored run; runs nothing. */
@Command(
    name = "report",
    description = "Print a stored run again, in any format. The exit status is the run's own.")
final class ReportCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Option(
      names = {"-list", "--list"},
      description = "List the runs that are stored, newest first.")
  private boolean list;

  @Parameters(
      arity = "0..1",
      paramLabel = "RUN",
      description = "The run, as --list names it (default: the latest).")
  private @Nullable String run;

  @Mixin private OutputOptions output = new OutputOptions();

  ReportCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws UserError {
    Path root = moduleRoot(surroundings.directory());
    StoreLocation location =
        StoreLocation.forReading(root, CacheDirectory.of(surroundings.environment()));
    RunStore store = new RunStore(location.directory(), root);
    try {
      if (list) {
        store.list().forEach(surroundings.output()::println);
        return ExitStatus.NOTHING_FOUND.code();
      }
      RunReport report = run == null ? store.latest() : store.read(id(run));
      output.write(report, surroundings, surroundings.output(), surroundings.outputIsTerminal());
      return ExitStatus.of(report).code();
    } catch (StoreException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
  }

  private static RunId id(String text) throws UserError {
    if (!RunId.isRunId(text)) {
      throw UserError.usage(
          "%s is not the name of a run, such as 20260131-235959-1; harrier report --list shows them"
              .formatted(text));
    }
    return new RunId(text);
  }

  /** The nearest directory with a {@code go.mod}: what Go takes for the module's root. */
  private static Path moduleRoot(Path directory) throws UserError {
    for (Path place = directory; place != null; place = place.getParent()) {
      if (Files.exists(place.resolve("go.mod"))) {
        return place;
      }
    }
    throw UserError.usage(
        "%s is not in a Go module: neither it nor a directory above it has a go.mod; "
                .formatted(directory)
            + "change to the module whose runs you want to see");
  }
}
