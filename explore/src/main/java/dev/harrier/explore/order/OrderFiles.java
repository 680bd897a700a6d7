package dev.harrier.explore.order;

import dev.harrier.explore.corpus.TargetFiles;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.trace.SymbolOffset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keeps the order queue and the feedback of each target. Used under the exploration's lock. */
public final class OrderFiles implements OrderMemory {
  private static final int VERSION = 2;

  private final TargetFiles<Raw> files;

  /**
   * @param directory is made when there is something to keep
   * @param fresh whether to forget earlier results
   */
  public OrderFiles(Path directory, boolean fresh) {
    this.files = new TargetFiles<>(directory, fresh, Raw.class, Remark.Kept.ORDERS);
  }

  private record Raw(
      int version,
      @Nullable String target,
      @Nullable String binary,
      @Nullable List<RawSeed> orders,
      @Nullable FeedbackState feedback)
      implements TargetFiles.Stored {
    @Override
    public boolean isWhole() {
      return version == VERSION
          && orders != null
          && orders.stream().allMatch(Objects::nonNull)
          && feedback != null;
    }
  }

  private record RawSeed(int mutations, @Nullable String order) {
    String text() {
      return order == null ? "" : order;
    }
  }

  /** Selects are known by their places in the executable, so that is what orders are for. */
  @Override
  public Optional<Kept> recall(Target target) {
    return files.recall(target).flatMap(raw -> kept(target, raw));
  }

  private Optional<Kept> kept(Target target, Raw raw) {
    List<RawSeed> orders = TargetFiles.present(raw.orders);
    if (!files.isOfThisBuild(raw, target)) {
      files.remark(new Remark.Outdated(Remark.Kept.ORDERS, target.shown(), orders.size()));
      return Optional.empty();
    }
    try {
      List<OrderQueue.Seed> seeds = new ArrayList<>();
      for (RawSeed seed : orders) {
        seeds.add(new OrderQueue.Seed(OrderText.parse(seed.text()), seed.mutations));
      }
      return Optional.of(new Kept(seeds, TargetFiles.present(raw.feedback)));
    } catch (IllegalArgumentException
        | NullPointerException e) { // Gson puts null into lists as well.
      files.noteDamage(target);
      return Optional.empty();
    }
  }

  @Override
  public void keep(Target target, Kept kept) {
    List<RawSeed> seeds =
        kept.seeds().stream()
            .map(s -> new RawSeed(s.mutations(), OrderText.of(s.order())))
            .toList();
    files.keep(target, build -> new Raw(VERSION, target.shown(), build, seeds, kept.feedback()));
  }

  /**
   * Adds what is kept in another directory. Orders of one build are joined; those of another build
   * take the place of what is here.
   *
   * @throws IOException if it can't be read or kept
   */
  public void add(Path newer) throws IOException {
    files.add(newer, OrderFiles::joined);
  }

  private static Raw joined(Raw a, Raw b) {
    Map<String, Integer> seeds = new LinkedHashMap<>();
    for (Raw raw : List.of(a, b)) {
      for (RawSeed seed : TargetFiles.present(raw.orders)) {
        seeds.merge(seed.text(), seed.mutations, Math::max);
      }
    }
    FeedbackState feedback =
        TargetFiles.present(a.feedback).joined(TargetFiles.present(b.feedback));
    return new Raw(
        VERSION,
        a.target,
        a.binary,
        seeds.entrySet().stream().map(e -> new RawSeed(e.getValue(), e.getKey())).toList(),
        feedback);
  }

  /** What the user should know, one sentence each. */
  public List<Remark> remarks() {
    return files.remarks();
  }

  /** An order as a line of text: {@code symbol.offset.cases.default.exercised} for each tuple. */
  private static final class OrderText {
    private OrderText() {}

    static String of(Order order) {
      return order.tuples().stream().map(OrderText::of).collect(Collectors.joining(" "));
    }

    private static String of(Tuple tuple) {
      return "%x.%x.%d.%d.%d"
          .formatted(
              tuple.select().symbol(),
              tuple.select().offset(),
              tuple.cases(),
              tuple.hasDefault() ? 1 : 0,
              tuple.exercised());
    }

    /**
     * Reads what {@link #of} writes.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static Order parse(String text) {
      List<Tuple> tuples = new ArrayList<>();
      for (String word : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
        String[] parts = word.split("\\.", -1);
        if (parts.length != 5) {
          throw new IllegalArgumentException("'" + word + "' is no tuple of an order");
        }
        tuples.add(
            new Tuple(
                new SymbolOffset(Long.parseLong(parts[0], 16), Long.parseLong(parts[1], 16)),
                Integer.parseInt(parts[2]),
                parts[3].equals("1"),
                Integer.parseInt(parts[4])));
      }
      return new Order(tuples);
    }
  }
}
