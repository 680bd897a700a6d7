package dev.harrier.binary.x86;

/**
 * One instruction. Offsets count from its first byte, prefixes included.
 *
 * @param address of its first byte
 * @param length in bytes
 * @param vector whether it has a VEX or EVEX prefix
 * @param lock whether it has a LOCK prefix
 * @param rex the REX bits W (8), R (4), X (2), B (1), also where a VEX prefix holds them
 * @param modRm the ModRM byte, or -1
 * @param sib the SIB byte, or -1
 * @param displacementSize 0, 1 or 4
 * @param displacement sign-extended
 * @param immediateSize bytes after the displacement, relative branch distances included
 * @param immediate sign-extended; the first two bytes for {@code enter}
 */
public record Instruction(
    long address,
    int length,
    OpcodeMap map,
    int opcode,
    boolean vector,
    boolean lock,
    int rex,
    int modRm,
    int sib,
    int displacementOffset,
    int displacementSize,
    int displacement,
    int immediateSize,
    long immediate,
    Flow flow) {

  public long end() {
    return address + length;
  }

  /** Where a direct branch goes. Meaningless for other instructions. */
  public long target() {
    return end() + immediate;
  }

  /** Whether it is this opcode of this map, without a vector prefix. */
  public boolean is(OpcodeMap inMap, int wanted) {
    return !vector && map == inMap && opcode == wanted;
  }

  /** The operand size bit of REX. */
  public boolean is64Bit() {
    return (rex & 8) != 0;
  }

  /** Whether the ModRM byte names memory. */
  public boolean hasMemoryOperand() {
    return modRm >= 0 && modRm >>> 6 != 3;
  }

  /** Whether the memory operand is at a distance from the next instruction. */
  public boolean isRipRelative() {
    return hasMemoryOperand() && modRm >>> 6 == 0 && (modRm & 7) == 5;
  }

  /** The address of a memory operand that is relative to the instruction pointer. */
  public long ripTarget() {
    return end() + displacement;
  }

  /** The register of the reg field, 0 to 15; an opcode extension in some instructions. */
  public int reg() {
    return (modRm >>> 3 & 7) | (rex & 4) << 1;
  }

  /** The register of the r/m field, where it names one. */
  public int rm() {
    return (modRm & 7) | (rex & 1) << 3;
  }

  /** The base register of the memory operand, 0 to 15, or -1 if there is none. */
  public int base() {
    if (!hasMemoryOperand() || isRipRelative()) {
      return -1;
    }
    if (sib < 0) {
      return rm();
    }
    boolean none = (sib & 7) == 5 && modRm >>> 6 == 0;
    return none ? -1 : (sib & 7) | (rex & 1) << 3;
  }

  /** Whether the memory operand is a base and a displacement, no index. */
  public boolean hasPlainBase() {
    return base() >= 0 && (sib < 0 || ((sib >>> 3 & 7) == 4 && (rex & 2) == 0));
  }
}
