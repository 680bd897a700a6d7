package dev.harrier.cli.merge;

import dev.harrier.explore.prepare.Shard;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.report.Revision;
import dev.harrier.report.RunRecord;
import dev.harrier.report.RunReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which of the runs that are joined belong to one exploration. A store may be older than the run
 * that should have filled it: a cache that was restored before its machine died. So shards count
 * only with the newest of them: with as many parts, of one commit, from one seed, and begun within
 * twelve hours of it, which distinguishes last night's run from this one.
 */
final class Shards {
  /** Longer than a run of a CI service lasts, and shorter than a day. */
  private static final Duration TOGETHER = Duration.ofHours(12);

  private final List<MergeSource> sources;
  private final Optional<MergeSource> newest;
  private final boolean accepted;

  /**
   * @param accepted whether the user asked to do without what is lost
   */
  Shards(List<MergeSource> sources, boolean accepted) {
    this.sources = sources;
    this.accepted = accepted;
    this.newest =
        sources.stream()
            .filter(source -> source.shard().isPresent())
            .max(Comparator.comparing(source -> run(source).started()));
  }

  private static RunRecord run(MergeSource source) {
    return source.run().map(RunReport::run).orElseThrow();
  }

  /** The sources whose run counts. */
  List<MergeSource> joined() {
    return sources.stream().filter(this::belongs).toList();
  }

  private boolean belongs(MergeSource source) {
    return source.shard().isEmpty() || newest.map(of -> areOfOne(of, source)).orElse(true);
  }

  private static boolean areOfOne(MergeSource newest, MergeSource source) {
    Duration before = Duration.between(run(source).started(), run(newest).started());
    return count(source) == count(newest)
        && source.seed().equals(newest.seed())
        && before.compareTo(TOGETHER) <= 0
        && commit(source).flatMap(one -> commit(newest).map(one::equals)).orElse(true);
  }

  private static int count(MergeSource source) {
    return source.shard().map(Shard::count).orElse(0);
  }

  private static Optional<String> commit(MergeSource source) {
    return run(source).revision().map(Revision::commit);
  }

  /** The runs that are missing, or did not reach their end. */
  List<Gap> lost() {
    List<Gap> lost = new ArrayList<>();
    for (MergeSource source : sources) {
      end(source)
          .ifPresent(end ->
              lost.add(
                  new Gap.LostRun(
                      source.name(),
                      source.shard().map(Objects::toString).orElse(""),
                      end,
                      accepted)));
    }
    int count = newest.map(Shards::count).orElse(0);
    Set<Integer> joined =
        joined().stream()
            .flatMap(source -> source.shard().stream())
            .map(Shard::number)
            .collect(Collectors.toSet());
    for (int number = 1; number <= count; number++) {
      if (!joined.contains(number)) {
        String shard = new Shard(number, count).toString();
        lost.add(new Gap.LostRun("", shard, Gap.RunEnd.MISSING, accepted));
      }
    }
    return lost;
  }

  private Optional<Gap.RunEnd> end(MergeSource source) {
    if (source.run().isEmpty()) {
      return Optional.empty();
    }
    if (!belongs(source)) {
      return Optional.of(Gap.RunEnd.OF_ANOTHER_EXPLORATION);
    }
    if (run(source).ending().isEmpty()) {
      return Optional.of(Gap.RunEnd.KILLED);
    }
    return run(source).ending().get().outcome() instanceof RunOutcome.ToolFailed
        ? Optional.of(Gap.RunEnd.FAILED)
        : Optional.empty();
  }
}
