package dev.harrier.binary.rewrite;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.code.Code;
import dev.harrier.binary.elf.LittleEndian;
import dev.harrier.binary.elf.UnusableBinaryException;
import dev.harrier.binary.pclntab.GoFunction;
import dev.harrier.binary.x86.Flow;
import dev.harrier.binary.x86.Instruction;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Holds the atomic instructions that were recognized as lock operations against the calls of the
 * slow paths. Every inlined Lock, Unlock, RLock and RUnlock has one of each, in the same function;
 * a call without its instruction is an operation that would pass unseen, or a compiler that Harrier
 * does not know.
 */
final class SlowPaths {
  private static final int CALL_OPCODE = 0xe8;
  private static final int JUMP_OPCODE = 0xe9;
  private static final int LENGTH = 5;

  private final Code code;
  private final LongSet addresses = new LongOpenHashSet();

  SlowPaths(Code code) {
    this.code = code;
    for (GoFunction f : code.symbols().functions()) {
      if (LockSites.isSlowPath(code.name(f))) {
        addresses.add(code.address(f));
      }
    }
  }

  /** Whether some bytes of the function would, if they are an instruction, lead to a slow path. */
  boolean mayBeCalledBy(GoFunction f) {
    MemorySegment bytes = code.symbols().file().slice(code.address(f), f.size());
    for (long i = 0; i + LENGTH <= bytes.byteSize(); i++) {
      int opcode = bytes.get(JAVA_BYTE, i) & 0xff;
      if (opcode == CALL_OPCODE || opcode == JUMP_OPCODE) {
        long target = code.address(f) + i + LENGTH + bytes.get(LittleEndian.INT, i + 1);
        if (addresses.contains(target)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Compares one function.
   *
   * @param found for each recognized atomic instruction that has one, the slow path behind it
   * @throws UnusableBinaryException if the calls do not match
   */
  void check(GoFunction f, List<Instruction> body, List<String> found)
      throws UnusableBinaryException {
    Map<String, Integer> difference = new TreeMap<>();
    for (Instruction i : body) {
      if (i.flow() == Flow.CALL || i.flow() == Flow.JUMP) {
        Optional<String> called = code.nameAt(i.target()).filter(LockSites::isSlowPath);
        called.ifPresent(name -> difference.merge(name, 1, Integer::sum));
      }
    }
    found.forEach(name -> difference.merge(name, -1, Integer::sum));
    for (Map.Entry<String, Integer> entry : difference.entrySet()) {
      if (entry.getValue() != 0) {
        throw new UnusableBinaryException(
            ("%s can't be rewritten: in %s, the calls of %s and the atomic instructions before them"
                    + " differ by %d; please report the Go version and the build flags.")
                .formatted(code.path(), code.name(f), entry.getKey(), entry.getValue()));
      }
    }
  }
}
