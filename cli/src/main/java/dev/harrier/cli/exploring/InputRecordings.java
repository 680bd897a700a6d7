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
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.ending.Remark;
import dev.harrier.report.store.RunDirectory;
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
  /** Of one exploration, so many findings get one. */
  private static final int MOST = 50;

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
    List<Discovery> some =
        discoveries.stream()
            .filter(d ->
                d.best() instanceof Schedule.Controlled
                    && d.proof().filter(p -> p.shown() > 0).isPresent())
            .sorted(Comparator.comparing(d -> !d.reported().strength().isProven()))
            .limit(MOST)
            .toList();
    if (some.isEmpty() || stop.getAsBoolean()) {
      return;
    }
    Recordings recordings =
        new Recordings(directories, new RecordingFiles(directory.recordings()), key, values);
    try (Worker worker = workers.get()) {
      for (Discovery discovery : some) {
        if (stop.getAsBoolean()) {
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
   * What the replay of a finding is given.
   *
   * @param recorded the runs whose recordings are asked, in that order
   * @param directory of the replay
   */
  public GivenInputs given(
      Target target,
      String fingerprint,
      List<RunDirectory> recorded,
      GivenInputs.Accepted accepted,
      RunDirectory directory)
      throws IOException {
    return GivenInputs.of(
        target,
        fingerprint,
        recorded.stream().map(run -> new RecordingFiles(run.recordings())).toList(),
        key,
        accepted,
        directories,
        given(directory));
  }

  /** Where a replay has the copies of files that it reads. */
  public static Path given(RunDirectory directory) {
    return directory.path().resolve("given");
  }
}
