package dev.harrier.explore.reversal;

import dev.harrier.explore.corpus.Digest;
import dev.harrier.explore.corpus.TargetFiles;
import dev.harrier.explore.replay.ReplayCodeException;
import dev.harrier.explore.replay.ScheduleText;
import dev.harrier.explore.schedule.Plan;
import dev.harrier.explore.schedule.PlanEntry;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps which conflicts each target has shown, and where they can be reversed. What another build
 * showed, or an exploration with other strategies, is forgotten and not reported: the first runs
 * show most of it again. Used under the exploration's lock.
 */
public final class ReversalFiles implements ReversalMemory {
  private static final int VERSION = 1;

  /** A file with larger counts is damaged: they are far from those that could overflow. */
  private static final int MOST_COUNTED = 1_000_000_000;

  /** Of two explorations that are joined, so many runs of a conflict are kept. */
  private static final int MOST_ORIGINS = 4;

  private final TargetFiles<Raw> files;
  private final String settings;

  /**
   * @param directory is made when there is something to keep
   * @param fresh whether to forget earlier results
   * @param settings under which schedules happened that mean something to this exploration
   */
  public ReversalFiles(Path directory, boolean fresh, String settings) {
    this.files = new TargetFiles<>(directory, fresh, Raw.class, Remark.Kept.REVERSALS);
    this.settings = Digest.of(settings.getBytes(StandardCharsets.UTF_8));
  }

  private record Raw(
      int version,
      @Nullable String target,
      @Nullable String binary,
      @Nullable String settings,
      @Nullable Set<String> seen,
      @Nullable List<RawCandidate> candidates)
      implements TargetFiles.Stored {
    @Override
    public boolean isWhole() {
      return version == VERSION
          && settings != null
          && seen != null
          && seen.stream().allMatch(Objects::nonNull)
          && candidates != null
          && candidates.stream().allMatch(RawCandidate::isWhole);
    }
  }

  /**
   * @param homes the origin runs, by the name that files have had for them: schedules whose last
   *     entry is the delay
   */
  private record RawCandidate(
      @Nullable String conflict, int promise, int shown, int tried, @Nullable List<String> homes) {
    static boolean isWhole(@Nullable RawCandidate candidate) {
      return candidate != null
          && candidate.conflict != null
          && candidate.homes != null
          && candidate.homes.stream().allMatch(Objects::nonNull)
          && isCount(candidate.shown)
          && isCount(candidate.tried)
          && isCount(candidate.promise)
          && candidate.promise >= 1;
    }

    private static boolean isCount(int number) {
      return number >= 0 && number <= MOST_COUNTED;
    }
  }

  @Override
  public Optional<Kept> recall(Target target) {
    Optional<Raw> raw =
        files
            .recall(target)
            .filter(r -> settings.equals(r.settings) && files.isOfThisBuild(r, target));
    try {
      return raw.isPresent() ? Optional.of(kept(raw.get())) : Optional.empty();
    } catch (ReplayCodeException | IllegalArgumentException e) {
      files.noteDamage(target);
      return Optional.empty();
    }
  }

  private static Kept kept(Raw raw) throws ReplayCodeException {
    Set<Conflict> seen = new HashSet<>();
    for (String conflict : TargetFiles.present(raw.seen)) {
      seen.add(Conflict.parse(conflict));
    }
    List<Candidate> candidates = new ArrayList<>();
    for (RawCandidate candidate : TargetFiles.present(raw.candidates)) {
      List<OriginRun> origins = new ArrayList<>();
      for (String text : TargetFiles.present(candidate.homes)) {
        origins.add(origin(text));
      }
      if (origins.isEmpty()) {
        throw damaged();
      }
      candidates.add(
          new Candidate(
              Conflict.parse(TargetFiles.present(candidate.conflict)),
              candidate.promise,
              candidate.shown,
              candidate.tried,
              origins));
    }
    return new Kept(seen, candidates);
  }

  private static OriginRun origin(String text) throws ReplayCodeException {
    if (ScheduleText.parse(text) instanceof Schedule.Controlled run) {
      List<PlanEntry> plan = run.plan().entries();
      if (!plan.isEmpty() && plan.getLast() instanceof PlanEntry.Delay delay) {
        return new OriginRun(run.with(new Plan(plan.subList(0, plan.size() - 1))), delay);
      }
    }
    throw damaged();
  }

  private static String text(OriginRun origin) {
    List<PlanEntry> entries = origin.run().plan().entries();
    Plan plan = new Plan(Stream.concat(entries.stream(), Stream.of(origin.delay())).toList());
    return ScheduleText.print(origin.run().with(plan));
  }

  private static IllegalArgumentException damaged() {
    return new IllegalArgumentException("this is nothing that could be reversed");
  }

  @Override
  public void keep(Target target, Kept kept) {
    Set<String> seen = new LinkedHashSet<>();
    kept.seen().forEach(conflict -> seen.add(conflict.toString()));
    List<RawCandidate> candidates = kept.candidates().stream().map(ReversalFiles::raw).toList();
    files.keep(
        target, build -> new Raw(VERSION, target.shown(), build, settings, seen, candidates));
  }

  private static RawCandidate raw(Candidate candidate) {
    return new RawCandidate(
        candidate.conflict().toString(),
        candidate.promise(),
        candidate.shown(),
        candidate.tried(),
        candidate.origins().stream().map(ReversalFiles::text).toList());
  }

  /**
   * Adds what is kept in another directory. What is of one build and happened under the same
   * settings is joined; else the other file replaces this one.
   *
   * @throws IOException if it can't be read or kept
   */
  public void add(Path newer) throws IOException {
    files.add(newer, ReversalFiles::joined);
  }

  private static Raw joined(Raw a, Raw b) {
    if (!TargetFiles.present(a.settings).equals(b.settings)) {
      return b;
    }
    Set<String> seen = new LinkedHashSet<>(TargetFiles.present(a.seen));
    seen.addAll(TargetFiles.present(b.seen));
    Map<String, RawCandidate> candidates = new LinkedHashMap<>();
    Stream.concat(
            TargetFiles.present(a.candidates).stream(), TargetFiles.present(b.candidates).stream())
        .forEach(c -> candidates.merge(TargetFiles.present(c.conflict), c, ReversalFiles::joined));
    return new Raw(VERSION, a.target, a.binary, a.settings, seen, List.copyOf(candidates.values()));
  }

  private static RawCandidate joined(RawCandidate a, RawCandidate b) {
    return new RawCandidate(
        a.conflict,
        Math.max(a.promise, b.promise),
        Math.min(MOST_COUNTED, a.shown + b.shown),
        Math.min(MOST_COUNTED, a.tried + b.tried),
        Stream.concat(TargetFiles.present(a.homes).stream(), TargetFiles.present(b.homes).stream())
            .distinct()
            .limit(MOST_ORIGINS)
            .toList());
  }

  /** What the user should know. */
  public List<Remark> remarks() {
    return files.remarks();
  }
}
