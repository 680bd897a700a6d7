package dev.harrier.vet.happensbefore;

import java.util.BitSet;

/** Small set operations that keep their operands unchanged. */
final class Bits {
  private Bits() {}

  static BitSet all(int size) {
    BitSet bits = new BitSet(size);
    bits.set(0, size);
    return bits;
  }

  static BitSet copy(BitSet bits) {
    return (BitSet) bits.clone();
  }

  static BitSet without(BitSet bits, BitSet removed) {
    BitSet result = copy(bits);
    result.andNot(removed);
    return result;
  }
}
