package dev.harrier.explore.corpus;

import com.google.gson.Gson;
import dev.harrier.explore.feedback.FeedbackState;
import dev.harrier.explore.guide.OrderMemory;
import dev.harrier.explore.order.OrderQueue;
import dev.harrier.explore.target.Target;
import dev.harrier.model.file.AtomicFile;
import dev.harrier.model.file.IoErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the order queue and the feedback of each target in a file of its own. A file is replaced as
 * a whole, so it is never half of one; a disk that is full leaves the former one. Used under the
 * campaign's lock.
 */
public final class OrderFiles implements OrderMemory {
  private static final int VERSION = 1;
  private static final Gson GSON = new Gson();

  private final Path directory;
  private final boolean fresh;
  private final List<String> notes = new ArrayList<>();
  private Optional<String> failure = Optional.empty();

  /**
   * @param directory is made when there is something to keep
   * @param fresh whether to forget what is there
   */
  public OrderFiles(Path directory, boolean fresh) {
    this.directory = directory;
    this.fresh = fresh;
  }

  /** Members that may be missing in a damaged file. */
  private record Raw(
      int version,
      @Nullable String target,
      @Nullable String binary,
      @Nullable List<RawSeed> orders,
      @Nullable FeedbackState feedback) {}

  private record RawSeed(int mutations, @Nullable String order) {}

  @Override
  public Optional<Kept> recall(Target target) {
    if (fresh) {
      return Optional.empty();
    }
    try {
      Raw raw = GSON.fromJson(Files.readString(file(target)), Raw.class);
      if (raw == null || raw.orders == null || raw.feedback == null) {
        return dropped(target, "the stored orders of %s are damaged and were dropped");
      }
      if (raw.version != VERSION || !binary(target).equals(raw.binary)) {
        return dropped(
            target, raw.orders.size() + " orders of %s were dropped: they are of another build");
      }
      List<OrderQueue.Seed> seeds = new ArrayList<>();
      for (RawSeed seed : raw.orders) {
        seeds.add(
            new OrderQueue.Seed(
                OrderText.parse(seed.order == null ? "" : seed.order), seed.mutations));
      }
      return Optional.of(new Kept(seeds, raw.feedback));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | RuntimeException e) { // Gson has many words for a damaged record.
      return dropped(target, "the stored orders of %s are damaged and were dropped");
    }
  }

  private Optional<Kept> dropped(Target target, String note) {
    notes.add(note.formatted(target.shown()));
    return Optional.empty();
  }

  @Override
  public void keep(Target target, Kept kept) {
    if (failure.isPresent()) {
      return;
    }
    try {
      List<RawSeed> seeds =
          kept.seeds().stream()
              .map(s -> new RawSeed(s.mutations(), OrderText.of(s.order())))
              .toList();
      Raw raw = new Raw(VERSION, target.shown(), binary(target), seeds, kept.feedback());
      Files.createDirectories(directory);
      AtomicFile.replace(file(target), GSON.toJson(raw));
    } catch (IOException e) {
      failure =
          Optional.of("the orders of this exploration can't be kept: " + IoErrors.described(e));
    }
  }

  /**
   * Adds what is kept in another directory. Orders of one build are joined; those of another build
   * take the place of what is here.
   *
   * @throws IOException if it can't be read or kept
   */
  public void add(Path newer) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(newer, "*.json")) {
      for (Path theirs : files) {
        Optional<Raw> there = raw(theirs);
        Path mine = directory.resolve(String.valueOf(theirs.getFileName()));
        if (there.isEmpty()) {
          notes.add("the orders that %s stores are damaged and were skipped".formatted(theirs));
        } else {
          Optional<Raw> here = raw(mine).filter(raw -> isOfOneBuild(raw, there.get()));
          Files.createDirectories(directory);
          AtomicFile.replace(
              mine, GSON.toJson(here.map(raw -> joined(raw, there.get())).orElse(there.get())));
        }
      }
    } catch (NoSuchFileException e) {
      // It has no orders.
    }
  }

  /** Empty if there is none, or it is damaged. */
  private static Optional<Raw> raw(Path file) throws IOException {
    try {
      return Optional.ofNullable(GSON.fromJson(Files.readString(file), Raw.class))
          .filter(raw -> raw.version == VERSION && raw.orders != null && raw.feedback != null);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (RuntimeException e) { // Gson has many words for a damaged record.
      return Optional.empty();
    }
  }

  private static boolean isOfOneBuild(Raw a, Raw b) {
    return Objects.equals(a.target, b.target) && Objects.equals(a.binary, b.binary);
  }

  private static Raw joined(Raw a, Raw b) {
    Map<String, Integer> seeds = new LinkedHashMap<>();
    for (Raw raw : List.of(a, b)) {
      for (RawSeed seed : raw.orders == null ? List.<RawSeed>of() : raw.orders) {
        seeds.merge(seed.order == null ? "" : seed.order, seed.mutations, Math::max);
      }
    }
    FeedbackState feedback =
        a.feedback == null || b.feedback == null ? a.feedback : a.feedback.joined(b.feedback);
    return new Raw(
        VERSION,
        a.target,
        a.binary,
        seeds.entrySet().stream().map(e -> new RawSeed(e.getValue(), e.getKey())).toList(),
        feedback);
  }

  private Path file(Target target) {
    return directory.resolve(Digest.of(target.shown().getBytes(StandardCharsets.UTF_8)) + ".json");
  }

  /** Selects are known by their places in the executable, so that is what orders are for. */
  private static String binary(Target target) throws IOException {
    return Digest.of(target.program().executable());
  }

  /** What the user should know, one sentence each. */
  public List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    failure.ifPresent(all::add);
    return all;
  }
}
