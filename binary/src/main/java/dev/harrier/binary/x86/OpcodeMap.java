package dev.harrier.binary.x86;

/**
 * The opcode maps of 64-bit mode and, for each opcode, what follows it. One letter an opcode:
 *
 * <pre>
 * .  nothing             m  ModRM               M  ModRM and imm8
 * b  imm8                z  imm16 or imm32      Z  ModRM and imm16 or imm32
 * w  imm16               e  imm16 and imm8      v  immediate of operand size, up to 8 bytes
 * j  rel8                J  rel32               o  address of address size
 * g  ModRM, imm8 if the reg field is 0 or 1     G  the same with imm16 or imm32
 * x  undefined           p  prefix
 * </pre>
 */
public enum OpcodeMap {
  ONE_BYTE(
      "mmmmbzxxmmmmbzxx"
          + "mmmmbzxxmmmmbzxx"
          + "mmmmbzpxmmmmbzpx"
          + "mmmmbzpxmmmmbzpx"
          + "pppppppppppppppp"
          + "................"
          + "xxxmppppzZbM...."
          + "jjjjjjjjjjjjjjjj"
          + "MZxMmmmmmmmmmmmm"
          + "..........x....."
          + "oooo....bz......"
          + "bbbbbbbbvvvvvvvv"
          + "MMw.xxMZe.w..bx."
          + "mmmmxxx.mmmmmmmm"
          + "jjjjbbbbJJxj...."
          + "p.pp..gG......mm"),
  ESCAPE_0F(
      "mmmmx.....x.xm.M"
          + "mmmmmmmmmmmmmmmm"
          + "mmmmxxxxmmmmmmmm"
          + "......x.xxxxxxxx"
          + "mmmmmmmmmmmmmmmm"
          + "mmmmmmmmmmmmmmmm"
          + "mmmmmmmmmmmmmmmm"
          + "MMMMmmm.mmmmmmmm"
          + "JJJJJJJJJJJJJJJJ"
          + "mmmmmmmmmmmmmmmm"
          + "...mMmxx...mMmmm"
          + "mmmmmmmmmmMmmmmm"
          + "mmMmMMMm........"
          + "mmmmmmmmmmmmmmmm"
          + "mmmmmmmmmmmmmmmm"
          + "mmmmmmmmmmmmmmmm"),
  ESCAPE_0F38("m".repeat(256)),
  ESCAPE_0F3A("M".repeat(256));

  private final String operands;

  OpcodeMap(String operands) {
    this.operands = operands;
  }

  char operands(int opcode) {
    return operands.charAt(opcode);
  }

  /** The same opcode after a VEX or EVEX prefix: always a ModRM, except for {@code vzeroupper}. */
  char vectorOperands(int opcode) {
    if (this == ESCAPE_0F && opcode == 0x77) {
      return '.';
    }
    return operands(opcode) == 'M' ? 'M' : 'm';
  }
}
