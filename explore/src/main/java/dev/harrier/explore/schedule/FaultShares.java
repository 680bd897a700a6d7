package dev.harrier.explore.schedule;

import java.util.stream.IntStream;

/**
 * How often a strategy has something fail.
 *
 * @param connections of 1024 uses of connections in memory, how many fail
 * @param contexts of 1024 uses of contexts that a test can cancel, before how many it does
 * @param files of 1024 uses of files, how many fail
 */
public record FaultShares(int connections, int contexts, int files) {
  public static final FaultShares NONE = new FaultShares(0, 0, 0);

  public FaultShares {
    if (IntStream.of(connections, contexts, files).anyMatch(share -> share < 0 || share > 1024)) {
      throw new IllegalArgumentException(
          "faults %d, %d or %d of 1024 are out of range".formatted(connections, contexts, files));
    }
  }
}
