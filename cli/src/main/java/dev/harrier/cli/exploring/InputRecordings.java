package dev.harrier.cli.exploring;

import dev.harrier.base.file.IoErrors;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.observe.Detail;
import dev.harrier.explore.recording.GivenInputs;
import dev.harrier.explore.recording.RecordingFiles;
import dev.harrier.explore.recording.RecordingKey;
import dev.harrier.explore.recording.Recordings;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.ending.Remark;
import dev.harrier.report.RunId;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What executions read from outside: recorded by explorations, given to replays. */
public final class InputRecordings {
  private final Recordings.Directories directories;
  private final Optional<RecordingKey> key;

  /** Those of a module. */
  public InputRecordings(Installation installation, CommandContext context) {
    Path caches = CacheDirectory.of(context.environment());
    this.directories =
        new Recordings.Directories(
            installation.go().moduleRoot(),
            Stream.of(
                    installation.go().goroot(),
                    installation.go().moduleCache(),
                    caches,
                    installation.location().directory())
                .filter(path -> !path.toString().isEmpty())
                .toList());
    this.key = RecordingKey.in(caches);
  }

  /**
   * Makes those of the findings of an exploration, the proven ones first.
   *
   * @param values whether values and contents are kept
   * @param workers whose executions are started
   * @param limits of the next execution
   * @param stop asked before each whether to leave it at that
   * @param remarks where it is said if they can't be made
   */
  public void make(
      List<Discovery> discoveries,
      RunDirectory directory,
      boolean values,
      Supplier<Worker> workers,
      Supplier<Limits> limits,
      BooleanSupplier stop,
      Consumer<Remark> remarks) {
    RecordingFiles files = new RecordingFiles(directory.recordings());
    List<Discovery> some =
        discoveries.stream()
            .filter(d ->
                d.best() instanceof Schedule.Controlled
                    && d.proof().filter(p -> p.shown() > 0).isPresent())
            .sorted(Comparator.comparing(d -> !d.reported().strength().isProven()))
            .toList();
    if (some.isEmpty() || stop.getAsBoolean()) {
      return;
    }
    Recordings recordings = new Recordings(directories, files, key, values);
    try (Worker worker = workers.get()) {
      for (Discovery discovery : some) {
        if (stop.getAsBoolean() || files.room() <= 0) {
          return;
        }
        recordings.make(
            worker,
            new Job(discovery.target(), discovery.best(), limits.get(), Detail.FINDINGS),
            discovery.finding().fingerprint());
      }
    } catch (WorkerException e) {
      remarks.accept(new Remark.Message(String.valueOf(e.getMessage())));
    } catch (IOException e) {
      remarks.accept(
          new Remark.Message(
              "what the findings' executions read can't be recorded: " + IoErrors.described(e)));
    }
  }

  /**
   * The runs that may have the recording of a finding: the newest first, or that one which is
   * named.
   *
   * @param finding as the user named it: the start of a fingerprint, that behind the name of a run
   *     and a slash, or a replay string
   */
  public static List<RunDirectory> recorded(RunStore store, String finding) throws StoreException {
    int slash = ReplayCode.isMeant(finding) ? -1 : finding.indexOf('/');
    List<RunId> runs = slash < 0 ? store.list() : List.of(new RunId(finding.substring(0, slash)));
    return runs.stream().map(store::directory).toList();
  }

  /**
   * What the program of a finding is given where it is run again.
   *
   * @param recorded the runs whose recordings are asked, in that order
   * @param scratch for copies of files, in {@link #given}
   */
  public GivenInputs given(
      Target target,
      String fingerprint,
      List<RunDirectory> recorded,
      GivenInputs.Terms terms,
      Path scratch)
      throws IOException {
    return GivenInputs.of(
        target,
        fingerprint,
        recorded.stream().map(run -> new RecordingFiles(run.recordings())).toList(),
        key,
        terms,
        directories,
        scratch);
  }

  /** Where a run has the copies of files that its executions read. */
  public static Path given(RunDirectory directory) {
    return directory.path().resolve("given");
  }
}
