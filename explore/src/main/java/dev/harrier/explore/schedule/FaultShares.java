package dev.harrier.explore.schedule;

/**
 * How often a strategy has something fail.
 *
 * @param connections of 1024 uses of connections in memory, how many fail
 * @param contexts of 1024 uses of contexts that a test can cancel, before how many it does
 */
public record FaultShares(int connections, int contexts) {
  public static final FaultShares NONE = new FaultShares(0, 0);

  public FaultShares {
    if (connections < 0 || connections > 1024 || contexts < 0 || contexts > 1024) {
      throw new IllegalArgumentException(
          "faults %d or %d of 1024 are out of range".formatted(connections, contexts));
    }
  }
}
