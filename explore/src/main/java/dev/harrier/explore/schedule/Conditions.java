package dev.harrier.explore.schedule;

/**
 * What holds for a controlled run whatever its strategy decides, and for its replay just so.
 *
 * @param procs how many processors the program sees; 0 for as many as the machine has
 * @param slice starvation bound: after so many decisions a goroutine that can run is chosen; 0 for
 *     the default
 * @param pause for how many decisions a goroutine that yielded is no candidate, unless no other
 *     goroutine is one; in any case until all that could run then have run
 * @param polls whether goroutines whose I/O is ready may continue while others can run; else only
 *     when no other goroutine can
 * @param network what carries connections inside the process
 */
public record Conditions(int procs, int slice, int pause, boolean polls, Network network) {
  public static final int MAX_PROCS = 1024;
  public static final int MAX_SLICE = 1_000_000;
  public static final int MAX_PAUSE = 1_000_000;

  public static final Conditions USUAL = of(0, Network.MEMORY);

  public Conditions {
    if (isOut(procs, MAX_PROCS) || isOut(slice, MAX_SLICE) || isOut(pause, MAX_PAUSE)) {
      throw new IllegalArgumentException(
          "%d processors, a slice of %d or a pause of %d is out of range"
              .formatted(procs, slice, pause));
    }
  }

  /** The usual ones but for these. */
  public static Conditions of(int procs, Network network) {
    return new Conditions(procs, 0, 0, false, network);
  }

  /** The usual ones, with the processors of this machine. */
  public static Conditions ofMachine() {
    return of(Runtime.getRuntime().availableProcessors(), Network.MEMORY);
  }

  private static boolean isOut(int value, int most) {
    return value < 0 || value > most;
  }
}
