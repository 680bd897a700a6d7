package dev.harrier.binary.rewrite;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.elf.ElfFile;
import dev.harrier.binary.x86.Assembler;
import dev.harrier.binary.x86.Flow;
import dev.harrier.binary.x86.Instruction;
import dev.harrier.binary.x86.OpcodeMap;
import dev.harrier.binary.x86.Register;
import java.lang.foreign.MemorySegment;

/** Writes instructions again at another address, with the same effect. */
final class Displacement {
  private Displacement() {}

  /** Whether an instruction means the same elsewhere, once its distances are corrected. */
  static boolean isMovable(Instruction i) {
    return switch (i.flow()) {
      case NEXT, JUMP, RETURN -> true;
      // loop and jrcxz have no form with a 32-bit distance.
      case CONDITIONAL -> i.map() == OpcodeMap.ESCAPE_0F || i.opcode() < 0x80;
      // A moved call would push a return address that the runtime does not know.
      case CALL, CALL_INDIRECT, JUMP_INDIRECT, UNDEFINED -> false;
    };
  }

  /** Whether an instruction may fault when it reads or writes memory. */
  static boolean mayFault(Instruction i) {
    boolean nopOrLea = i.is(OpcodeMap.ESCAPE_0F, 0x1f) || i.is(OpcodeMap.ONE_BYTE, 0x8d);
    return i.hasMemoryOperand()
        && !nopOrLea
        && !i.isRipRelative()
        && i.base() != Register.RSP.number()
        && i.base() != Register.R14.number();
  }

  /** Writes one movable instruction of {@code file}. */
  static void write(ElfFile file, Instruction i, Assembler to) {
    if (i.flow() == Flow.CONDITIONAL) {
      to.jumpOnCode(i.opcode() & 15, i.target());
    } else if (i.flow() == Flow.JUMP) {
      to.jump(i.target());
    } else if (i.isRipRelative()) {
      int behind = i.length() - i.displacementOffset() - 4;
      copy(file, i, 0, i.displacementOffset(), to);
      to.distance(i.ripTarget(), behind);
      copy(file, i, i.length() - behind, i.length(), to);
    } else {
      copy(file, i, 0, i.length(), to);
    }
  }

  /**
   * Loads the address of an instruction's memory operand into RAX.
   *
   * @param pushed how far RSP is below its value at the instruction
   */
  static void writeLea(ElfFile file, Instruction i, int pushed, Assembler to) {
    to.raw(0x48 | (i.rex() & 3), 0x8d);
    if (i.isRipRelative()) {
      to.raw(0x05);
      to.distance(i.ripTarget(), 0);
    } else if (i.base() == Register.RSP.number()) {
      to.raw(0x84, i.sib());
      to.raw32(i.displacement() + pushed);
    } else {
      to.raw(i.modRm() & 0xc7);
      if (i.sib() >= 0) {
        to.raw(i.sib());
      }
      copy(file, i, i.displacementOffset(), i.displacementOffset() + i.displacementSize(), to);
    }
  }

  private static void copy(ElfFile file, Instruction i, int from, int to, Assembler target) {
    MemorySegment bytes = file.slice(i.address(), i.length());
    for (int k = from; k < to; k++) {
      target.raw(bytes.get(JAVA_BYTE, k));
    }
  }
}
