package dev.harrier.binary.rewrite;

import dev.harrier.binary.code.Code;
import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.pclntab.GoFunction;
import dev.harrier.binary.x86.Flow;
import dev.harrier.binary.x86.Instruction;
import dev.harrier.binary.x86.OpcodeMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.List;

/** All places of a function that are reached otherwise than from the instruction before. */
final class BranchTargets {
  private BranchTargets() {}

  static LongSet of(Code code, GoFunction f, List<Instruction> body) {
    LongSet targets = new LongOpenHashSet();
    long start = code.address(f);
    boolean jumpsIndirectly = false;
    for (Instruction i : body) {
      switch (i.flow()) {
        case CALL, CALL_INDIRECT -> targets.add(i.end());
        case JUMP, CONDITIONAL -> targets.add(i.target());
        case JUMP_INDIRECT -> jumpsIndirectly = true;
        case NEXT, RETURN, UNDEFINED -> {}
      }
    }
    if (f.deferReturn() != 0) {
      targets.add(start + Integer.toUnsignedLong(f.deferReturn()));
    }
    if (jumpsIndirectly) {
      for (Instruction i : body) {
        if (i.is(OpcodeMap.ONE_BYTE, 0x8d) && i.isRipRelative()) {
          addTable(code.symbols().file(), i.ripTarget(), start, f, targets);
        }
      }
    }
    return targets;
  }

  /** A jump table is an array of code addresses (cmd/compile, {@code ssagen}, OpAMD64JUMPTABLE). */
  private static void addTable(
      ElfFile file, long table, long start, GoFunction f, LongSet targets) {
    for (long at = table; file.holds(at, 8); at += 8) {
      long entry = file.relocations().word(at);
      if (entry < start || entry >= start + f.size()) {
        return;
      }
      targets.add(entry);
    }
  }

  /** Whether the function's code can be followed: no instruction that the decoder does not know. */
  static boolean isDecodable(List<Instruction> body) {
    return body.stream().noneMatch(i -> i.flow() == Flow.UNDEFINED);
  }
}
