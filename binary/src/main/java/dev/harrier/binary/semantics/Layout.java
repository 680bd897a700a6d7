package dev.harrier.binary.semantics;

import dev.harrier.model.trace.BlockReason;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Offsets in the runtime's structures and its wait reasons, of one Go version; from {@code
 * layout.txt}.
 *
 * @param goid offset of {@code g.goid}, bytes; so too {@code startPc} in g, {@code currentG} in m,
 *     {@code channelLock} in hchan
 * @param waitReasons the runtime's numbers
 */
public record Layout(
    int goid, int startPc, int currentG, int channelLock, Map<Integer, BlockReason> waitReasons) {
  /** Offset of {@code g.m}: the same since Go 1.4. */
  public static final int G_M = 48;

  /** The first minor version that the table has a column for. */
  private static final int FIRST = 22;

  private static final int LAST = 27;

  public Layout {
    waitReasons = Map.copyOf(waitReasons);
  }

  /** Whether the table has a column for Go 1.{@code minor}. */
  public static boolean isKnown(int minor) {
    return minor >= FIRST && minor <= LAST;
  }

  /** Of Go 1.{@code minor}, which {@linkplain #isKnown is known}. */
  public static Layout of(int minor) {
    Map<String, Integer> offsets = new HashMap<>();
    Map<BlockReason, Integer> reasons = new EnumMap<>(BlockReason.class);
    for (String[] cells : Tables.read("layout.txt")) {
      String cell = cells[1 + minor - FIRST];
      if (cells[0].contains(".")) {
        offsets.put(cells[0], Integer.valueOf(cell));
      } else if (!cell.equals("-")) {
        reasons.put(BlockReason.valueOf(cells[0]), Integer.valueOf(cell));
      }
    }
    Map<Integer, BlockReason> byNumber = new HashMap<>();
    reasons.forEach((reason, number) -> byNumber.put(number, reason));
    return new Layout(
        offset(offsets, "g.goid"),
        offset(offsets, "g.startpc"),
        offset(offsets, "m.curg"),
        offset(offsets, "hchan.lock"),
        byNumber);
  }

  /** The reason that the runtime gives by this number. */
  public BlockReason reason(int number) {
    return waitReasons.getOrDefault(number, BlockReason.OTHER);
  }

  private static int offset(Map<String, Integer> offsets, String name) {
    Integer found = offsets.get(name);
    if (found == null) {
      throw new IllegalStateException("layout.txt has no line for " + name);
    }
    return found;
  }
}
