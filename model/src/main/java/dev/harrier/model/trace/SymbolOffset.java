package dev.harrier.model.trace;

import java.util.Comparator;

/**
 * A place in machine code: bytes behind the start of a function. Unlike an address it is the same
 * in every build in which that function is.
 *
 * @param symbol {@linkplain #symbol stands for} the function
 * @param offset in bytes
 */
public record SymbolOffset(long symbol, long offset) implements Comparable<SymbolOffset> {
  /** With so many bits collisions are rare, and replay strings stay short. */
  private static final int BITS = 40;

  /**
   * What stands for a function: the hash FNV-1a of its name, folded to 40 bits.
   *
   * @param name such as {@code example.com/m.(*T).run}
   * @param index among the functions of that name, such as instances of a generic one, in the order
   *     of addresses; from 0
   */
  public static long symbol(String name, int index) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ index) * 0x100000001b3L;
    return (hash >>> BITS ^ hash) & (1L << BITS) - 1;
  }

  @Override
  public int compareTo(SymbolOffset other) {
    return Comparator.<SymbolOffset>comparingLong(SymbolOffset::symbol)
        .thenComparingLong(SymbolOffset::offset)
        .compare(this, other);
  }
}
