package dev.harrier.cli.merge;

import dev.harrier.cli.session.UserError;
import dev.harrier.explore.corpus.Corpus;
import dev.harrier.explore.prepare.Shard;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What one of the directories has.
 *
 * @param name as the user gave it
 * @param run empty if there is a corpus alone
 * @param kept the directory with the corpus; need not exist
 * @param notes what is missing, one sentence each
 */
record MergeSource(
    String name, Optional<RunReport> run, Path kept, Corpus corpus, List<String> notes) {
  MergeSource {
    notes = List.copyOf(notes);
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
        return new MergeSource(
            named.toString(),
            Optional.of(RunStore.readAt(store, moduleRoot)),
            none,
            Corpus.read(none.resolve("corpus")),
            List.of());
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
    if (!runs) {
      return new MergeSource(name, Optional.empty(), kept, corpus, List.of());
    }
    try {
      RunReport newest = new RunStore(store, moduleRoot).latest();
      return new MergeSource(name, Optional.of(newest), kept, corpus, List.of());
    } catch (StoreException.Unreadable e) {
      if (corpus.targets().isEmpty()) {
        throw e;
      }
      return new MergeSource(
          name,
          Optional.empty(),
          kept,
          corpus,
          List.of(
              "%s has no finished run: its corpus counts, its findings do not".formatted(name)));
    }
  }

  /** Which part of all targets its run explored, if it was told to explore a part. */
  Optional<Shard> shard() {
    List<String> words = run.map(r -> r.run().command()).orElse(List.of());
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.matches("--?shard=.*")) {
        return Shard.parse(word.substring(word.indexOf('=') + 1));
      }
      if (word.matches("--?shard") && i + 1 < words.size()) {
        return Shard.parse(words.get(i + 1));
      }
    }
    return Optional.empty();
  }
}
