package dev.harrier.leaks;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts goroutines of the same places together, over processes and files. */
public final class LeakFold {
  private record Key(
      BlockedGoroutines.Evidence evidence,
      String reason,
      Optional<Place> site,
      Optional<Place> creation) {}

  /** What is proved first; then what costs most memory; then what is most. */
  private static final Comparator<BlockedGoroutines> RANK =
      Comparator.comparing(BlockedGoroutines::evidence)
          .thenComparing(BlockedGoroutines::bytes, Comparator.reverseOrder())
          .thenComparing(BlockedGoroutines::count, Comparator.reverseOrder());

  private LeakFold() {}

  /** The groups, the gravest first. */
  public static List<BlockedGoroutines> fold(List<BlockedGoroutines> all) {
    Map<Key, BlockedGoroutines> groups = new LinkedHashMap<>();
    for (BlockedGoroutines one : all) {
      Key key = new Key(one.evidence(), one.reason(), one.site(), one.creation());
      groups.merge(key, one, BlockedGoroutines::plus);
    }
    return groups.values().stream().sorted(RANK).toList();
  }
}
