package dev.harrier.cli.merge;

import dev.harrier.cli.process.UserError;
import dev.harrier.explore.corpus.Corpus;
import dev.harrier.explore.prepare.Shard;
import dev.harrier.explore.recording.RecordingFiles;
import dev.harrier.model.finding.Finding;
import dev.harrier.report.RunId;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What one of the directories has.
 *
 * @param name as the user gave it
 * @param explored the newest exploration; empty if there is only a corpus
 * @param kept the directory with the corpus; need not exist
 */
record MergeSource(String name, Optional<Explored> explored, Path kept, Corpus corpus) {
  /**
   * One exploration.
   *
   * @param run with what it had found, if it has no end
   * @param recordings of what its executions read; there may be none
   */
  record Explored(RunReport run, RecordingFiles recordings) {
    private static Explored at(RunDirectory directory, Path moduleRoot) throws StoreException {
      return new Explored(
          RunStore.soFarAt(directory.path(), moduleRoot),
          new RecordingFiles(directory.recordings()));
    }
  }

  /**
   * Reads a directory.
   *
   * @param moduleRoot of the module that it should be about
   */
  static MergeSource read(Path named, Path directory, Path moduleRoot) throws UserError {
    Path place = directory.resolve(named);
    if (!Files.isDirectory(place)) {
      throw UserError.usage("%s is not a directory".formatted(named));
    }
    Path inside = place.resolve(".harrier");
    Path store = Files.isDirectory(inside) ? inside : place;
    try {
      if (RunStore.isRun(store)) {
        Path none = store.resolve("fuzz");
        RunReport run = RunStore.soFarAt(store, moduleRoot);
        RunDirectory only = new RunDirectory(run.run().id(), store);
        return new MergeSource(
            named.toString(),
            Optional.of(new Explored(run, new RecordingFiles(only.recordings()))),
            none,
            Corpus.read(none.resolve("corpus")));
      }
      boolean runs = Files.isDirectory(store.resolve("runs"));
      Path kept = Files.isRegularFile(store.resolve("corpus")) ? store : store.resolve("fuzz");
      boolean corpus = Files.isRegularFile(kept.resolve("corpus"));
      if (!runs && !corpus) {
        throw UserError.usage(
            "%s is neither a .harrier directory nor a stored run: it has no run.json, no runs and no corpus"
                .formatted(named));
      }
      return withNewestRun(
          named.toString(), store, moduleRoot, kept, Corpus.read(kept.resolve("corpus")), runs);
    } catch (StoreException e) {
      throw UserError.usage("%s: %s".formatted(named, e.getMessage()));
    } catch (IOException e) {
      throw UserError.usage(String.valueOf(e.getMessage()));
    }
  }

  private static MergeSource withNewestRun(
      String name, Path store, Path moduleRoot, Path kept, Corpus corpus, boolean runs)
      throws StoreException {
    Optional<RunDirectory> newest =
        runs ? newest(new RunStore(store, moduleRoot)) : Optional.empty();
    return new MergeSource(
        name,
        newest.isEmpty() ? Optional.empty() : Optional.of(Explored.at(newest.get(), moduleRoot)),
        kept,
        corpus);
  }

  /**
   * The newest exploration, or the newest run if none is one. That it has no end does not make an
   * older one count: it is the one that was asked for, and it died.
   */
  private static Optional<RunDirectory> newest(RunStore store) throws StoreException {
    Optional<RunId> newest = Optional.empty();
    for (RunId id : store.list()) {
      boolean explored = store.header(id).ran("fuzz");
      newest = explored || newest.isEmpty() ? Optional.of(id) : newest;
      if (explored) {
        break;
      }
    }
    return newest.map(store::directory);
  }

  /** What the exploration reports. */
  Optional<RunReport> run() {
    return explored.map(Explored::run);
  }

  /** Whether its run has a finding with the same schedule. */
  boolean hasScheduleOf(Finding finding) {
    return run().stream()
        .flatMap(report -> report.findings().stream())
        .anyMatch(f ->
            f.fingerprint().equals(finding.fingerprint())
                && f.witness().schedule().equals(finding.witness().schedule()));
  }

  /** Which part of all targets its run explored, if it was asked to explore a part. */
  Optional<Shard> shard() {
    return option("shard").flatMap(Shard::parse);
  }

  /** From which seed its run derived all others, as it was asked for; "" by default. */
  String seed() {
    return option("seed").orElse("");
  }

  private Optional<String> option(String name) {
    return run().flatMap(r -> r.run().invocation().option(name));
  }
}
