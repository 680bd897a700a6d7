package dev.harrier.toolchain.patch;

import dev.harrier.toolchain.driver.GoVersion;

/** How much a runtime can do that records traces; each can do what those before it can. */
public enum Extent {
  /** It records what happens. */
  RECORDING,
  /** Its collector proves which goroutines are blocked for good. */
  PROOFS,
  /** Its scheduler and its clock can be Harrier's. */
  CONTROL;

  private static final int FIRST_CONTROLLED = 26;

  /** What there is to hang the hooks on: Go 1.24 and 1.25 have no such collector. */
  public static Extent of(GoVersion version) {
    return version.atLeast(FIRST_CONTROLLED) ? CONTROL : RECORDING;
  }

  public boolean provesLeaks() {
    return this != RECORDING;
  }

  public boolean controls() {
    return this == CONTROL;
  }

  /** The smaller of the two. */
  Extent butAtMost(Extent most) {
    return compareTo(most) > 0 ? most : this;
  }

  /** The next smaller one; not of {@link #RECORDING}. */
  public Extent less() {
    return this == CONTROL ? PROOFS : RECORDING;
  }
}
