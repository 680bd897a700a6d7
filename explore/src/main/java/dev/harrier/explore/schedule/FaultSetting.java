package dev.harrier.explore.schedule;

/**
 * What may fail in an exploration because a schedule decides so.
 *
 * @param net connections in memory
 * @param cancel whether contexts are canceled that tests can cancel
 * @param files what is written to files
 */
public record FaultSetting(boolean net, boolean cancel, boolean files) {
  /** Nothing. */
  public static final FaultSetting OFF = new FaultSetting(false, false, false);

  public static final FaultSetting NET = new FaultSetting(true, false, false);
  public static final FaultSetting CANCEL = new FaultSetting(false, true, false);
  public static final FaultSetting FILES = new FaultSetting(false, false, true);

  public static final FaultSetting ALL = new FaultSetting(true, true, true);

  /** Whether anything may fail. */
  public boolean any() {
    return net || cancel || files;
  }

  /** What fails if both are asked for. */
  public FaultSetting and(FaultSetting other) {
    return new FaultSetting(net || other.net, cancel || other.cancel, files || other.files);
  }
}
