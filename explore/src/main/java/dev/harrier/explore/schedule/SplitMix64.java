package dev.harrier.explore.schedule;

/**
 * The mixing function of the generator of Steele, Lea and Flood (OOPSLA 2014), for digests and for
 * seeds that follow from others.
 */
public final class SplitMix64 {
  private SplitMix64() {}

  /** The finalizer: every bit of the result depends on every bit of {@code x}. */
  public static long mix(long x) {
    long y = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
    y = (y ^ (y >>> 27)) * 0x94d049bb133111ebL;
    return y ^ (y >>> 31);
  }
}
