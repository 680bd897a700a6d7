package dev.harrier.binary.rewrite;

import dev.harrier.binary.code.Code;
import dev.harrier.binary.pclntab.GoFunction;
import dev.harrier.binary.x86.Flow;
import dev.harrier.binary.x86.Instruction;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The bytes of the executable that become jumps into trampolines. */
final class Patches {
  /** Length of a near jump. */
  static final int JUMP = 5;

  private static final byte TRAP = (byte) 0xcc;

  private final Code code;
  private final byte[] image;
  private final TreeMap<Long, Integer> taken = new TreeMap<>();
  private final Map<GoFunction, LongSet> targets = new HashMap<>();

  /** {@code image} is the whole file, to be changed in place. */
  Patches(Code code, byte[] image) {
    this.code = code;
    this.image = image;
  }

  LongSet targets(GoFunction f, List<Instruction> body) {
    return targets.computeIfAbsent(f, g -> BranchTargets.of(code, g, body));
  }

  /**
   * How many bytes from instruction {@code first} on can be displaced: whole instructions, at least
   * {@link #JUMP} bytes.
   *
   * @return empty if a branch leads into them, one of them can't be moved, or they are taken
   *     already
   */
  OptionalInt displaceable(GoFunction f, List<Instruction> body, int first) {
    LongSet into = targets(f, body);
    int length = 0;
    for (int i = first; length < JUMP; i++) {
      if (i >= body.size() || (length > 0 && into.contains(body.get(i).address()))) {
        return OptionalInt.empty();
      }
      Instruction next = body.get(i);
      length += next.length();
      boolean ends = next.flow() == Flow.RETURN || next.flow() == Flow.JUMP;
      if (!Displacement.isMovable(next) || (ends && length < JUMP)) {
        return OptionalInt.empty();
      }
    }
    return isTaken(body.get(first).address(), length)
        ? OptionalInt.empty()
        : OptionalInt.of(length);
  }

  boolean isTaken(long address, int length) {
    Map.Entry<Long, Integer> before = taken.floorEntry(address + length - 1);
    return before != null && before.getKey() + before.getValue() > address;
  }

  /** Puts a jump to {@code trampoline} in the place of {@code length} bytes. */
  void jump(long address, int length, long trampoline) {
    int at = offset(address, length);
    image[at] = (byte) 0xe9;
    distance(at + 1, trampoline - (address + JUMP));
    for (int i = JUMP; i < length; i++) {
      image[at + i] = TRAP;
    }
  }

  /** Makes the direct call at {@code address} go to {@code trampoline}. */
  void redirectCall(long address, long trampoline) {
    distance(offset(address, JUMP) + 1, trampoline - (address + JUMP));
  }

  private int offset(long address, int length) {
    if (isTaken(address, length)) {
      throw new IllegalStateException("0x%x is patched already".formatted(address));
    }
    taken.put(address, length);
    return Math.toIntExact(code.symbols().file().offsetOf(address));
  }

  private void distance(int at, long distance) {
    if (distance != (int) distance) {
      throw new IllegalStateException("a trampoline is out of reach");
    }
    for (int i = 0; i < 4; i++) {
      image[at + i] = (byte) (distance >> (8 * i));
    }
  }
}
