package dev.harrier.leaks;

import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Site;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts goroutines of the same places together, over processes and files. */
public final class LeakFold {
  private record Key(
      BlockedGoroutines.Evidence evidence,
      BlockReason reason,
      Optional<Site> site,
      Optional<Site> creation) {}

  private LeakFold() {}

  /** The groups, in the order in which they were met. */
  public static List<BlockedGoroutines> fold(List<BlockedGoroutines> all) {
    Map<Key, BlockedGoroutines> groups = new LinkedHashMap<>();
    for (BlockedGoroutines one : all) {
      Key key = new Key(one.evidence(), one.reason(), one.site(), one.creation());
      groups.merge(key, one, BlockedGoroutines::plus);
    }
    return List.copyOf(groups.values());
  }
}
