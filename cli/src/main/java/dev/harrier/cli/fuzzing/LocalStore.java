package dev.harrier.cli.fuzzing;

import dev.harrier.cli.exploring.FuzzJob;
import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.cli.exploring.SourceNames;
import dev.harrier.cli.exploring.WorkSource;
import dev.harrier.explore.corpus.Corpus;
import dev.harrier.explore.coverage.CoverageFile;
import dev.harrier.explore.coverage.CoverageMemory;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.LocalWorkQueue;
import dev.harrier.explore.loop.Memory;
import dev.harrier.explore.loop.WorkQueue;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.PackageBuilder;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.Usages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** The store of the module: one machine by itself. */
final class LocalStore implements WorkSource {
  private final Path kept;
  private final FuzzJob job;
  private final boolean controlled;
  private final CoverageFile coverage;
  private Optional<Corpus> corpus = Optional.empty();

  /**
   * @param kept the directory of the corpus
   * @param controlled whether schedules can be controlled
   */
  LocalStore(Path kept, Path moduleRoot, FuzzJob job, boolean controlled) {
    this.kept = kept;
    this.job = job;
    this.controlled = controlled;
    this.coverage = new CoverageFile(kept.resolve("coverage"), moduleRoot, job.fresh());
  }

  @Override
  public PackageBuilder builder(Optional<GoBuild> local, ReplayCodes codes) {
    return local.orElseThrow();
  }

  @Override
  public SourceNames names() {
    return SourceNames.ofHere();
  }

  @Override
  public Usages usages(Optional<Scan> scan) throws ToolchainException {
    return scan.orElseThrow().scan();
  }

  @Override
  public CoverageMemory coverage() {
    return coverage;
  }

  @Override
  public WorkQueue queue(
      List<Target> targets,
      ReplayCodes codes,
      Function<Discovery, Finding> witnessed,
      IntSupplier covered)
      throws IOException {
    Corpus opened = Corpus.open(kept.resolve("corpus"), job.fresh());
    corpus = Optional.of(opened);
    return new LocalWorkQueue(targets, job.budget(), new CorpusMemory(opened, codes, controlled));
  }

  @Override
  public List<Remark> remarks() {
    List<Remark> remarks = new ArrayList<>(corpus.map(Corpus::remarks).orElse(List.of()));
    remarks.addAll(coverage.remarks());
    return remarks;
  }

  @Override
  public void close() {
    // Its files are closed whenever nothing is written.
  }

  /**
   * A corpus as the memory of an exploration.
   *
   * @param controlled whether schedules can be controlled; those that must be are passed over if
   *     not
   */
  private record CorpusMemory(Corpus corpus, ReplayCodes codes, boolean controlled)
      implements Memory {
    @Override
    public long executions(Target target) {
      return corpus.executions(target);
    }

    @Override
    public List<Schedule> schedules(Target target) {
      List<Schedule> schedules = new ArrayList<>();
      for (String text : corpus.schedules(target)) {
        try {
          Schedule schedule = ReplayCode.parse(text).schedule();
          if (controlled || schedule instanceof Schedule.Native) {
            schedules.add(schedule);
          }
        } catch (ReplayCodeException e) {
          // Of another version, or damaged: the exploration finds it again, or it is gone.
        }
      }
      return schedules;
    }

    @Override
    public void progress(Target target, long executions) {
      corpus.progress(target, executions);
    }

    @Override
    public void found(Target target, Schedule schedule, String fingerprint) {
      corpus.found(target, codes.of(target, schedule, fingerprint).toString());
    }
  }
}
