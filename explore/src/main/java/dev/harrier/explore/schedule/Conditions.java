package dev.harrier.explore.schedule;

/**
 * What holds for a controlled run whatever its strategy decides, and for its replay just so.
 *
 * @param procs how many processors the program sees; 0 for as many as the machine has
 * @param slice after how many decisions a goroutine that could run does; 0 for the usual bound
 */
public record Conditions(int procs, int slice) {
  public static final int MAX_PROCS = 1024;
  public static final int MAX_SLICE = 1_000_000;

  public static final Conditions USUAL = new Conditions(0, 0);

  public Conditions {
    if (procs < 0 || procs > MAX_PROCS || slice < 0 || slice > MAX_SLICE) {
      throw new IllegalArgumentException(
          "%d processors or a slice of %d is out of range".formatted(procs, slice));
    }
  }
}
