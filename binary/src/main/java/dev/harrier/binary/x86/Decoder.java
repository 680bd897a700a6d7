package dev.harrier.binary.x86;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harrier.binary.elf.LittleEndian;
import java.lang.foreign.MemorySegment;

/** Decodes the instructions of one piece of code. */
public final class Decoder {
  private static final int LONGEST = 15;

  private final MemorySegment code;
  private final long start;

  /**
   * Code to decode.
   *
   * @param start address of its first byte
   */
  public Decoder(MemorySegment code, long start) {
    this.code = code;
    this.start = start;
  }

  public long end() {
    return start + code.byteSize();
  }

  /** The instruction at an address; of flow UNDEFINED and length 1 if there is none. */
  public Instruction at(long address) {
    try {
      Instruction found = new Reading(address).decode();
      return found.length() <= LONGEST ? found : undefined(address);
    } catch (IndexOutOfBoundsException cutOff) {
      return undefined(address);
    }
  }

  private static Instruction undefined(long address) {
    return new Instruction(
        address, 1, OpcodeMap.ONE_BYTE, 0, false, false, 0, -1, -1, 0, 0, 0, 0, 0, Flow.UNDEFINED);
  }

  /** The state of decoding one instruction. */
  private final class Reading {
    private final long address;
    private final long first;
    private long at;
    private boolean operand16;
    private boolean address32;
    private boolean lock;
    private int rex;
    private boolean vector;
    private OpcodeMap map = OpcodeMap.ONE_BYTE;
    private int opcode;
    private int modRm = -1;
    private int sib = -1;
    private int displacementOffset;
    private int displacementSize;
    private int displacement;

    Reading(long address) {
      this.address = address;
      this.first = address - start;
      this.at = first;
    }

    Instruction decode() {
      prefixes();
      opcode();
      char operands = vector ? map.vectorOperands(opcode) : map.operands(opcode);
      if (operands == 'x' || operands == 'p') {
        return undefined(address);
      }
      if ("mMZgG".indexOf(operands) >= 0) {
        modRm();
      }
      int immediateSize = immediateSize(operands);
      long immediate = immediate(immediateSize);
      at += immediateSize;
      return new Instruction(
          address,
          (int) (at - first),
          map,
          opcode,
          vector,
          lock,
          rex,
          modRm,
          sib,
          displacementOffset,
          displacementSize,
          displacement,
          immediateSize,
          immediate,
          flow());
    }

    private void prefixes() {
      while (true) {
        int b = peek();
        switch (b) {
          case 0x66 -> operand16 = true;
          case 0x67 -> address32 = true;
          case 0xf0 -> lock = true;
          case 0xf2, 0xf3, 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65 -> {}
          default -> {
            if ((b & 0xf0) == 0x40) {
              rex = b & 15;
              at++;
            }
            return;
          }
        }
        at++;
      }
    }

    private void opcode() {
      int b = next();
      switch (b) {
        case 0x0f -> escaped();
        case 0xc5 -> {
          rex = (next() & 0x80) == 0 ? 4 : 0;
          vectorOpcode(1);
        }
        case 0xc4 -> {
          int p = next();
          rex = ~p >>> 5 & 7;
          at++;
          vectorOpcode(p & 31);
        }
        case 0x62 -> {
          int p = next();
          rex = ~p >>> 5 & 7;
          at += 2;
          vectorOpcode(p & 7);
        }
        default -> opcode = b;
      }
    }

    private void escaped() {
      int b = next();
      switch (b) {
        case 0x38 -> {
          map = OpcodeMap.ESCAPE_0F38;
          opcode = next();
        }
        case 0x3a -> {
          map = OpcodeMap.ESCAPE_0F3A;
          opcode = next();
        }
        default -> {
          map = OpcodeMap.ESCAPE_0F;
          opcode = b;
        }
      }
    }

    private void vectorOpcode(int mapNumber) {
      vector = true;
      map =
          switch (mapNumber) {
            case 1 -> OpcodeMap.ESCAPE_0F;
            case 2 -> OpcodeMap.ESCAPE_0F38;
            case 3 -> OpcodeMap.ESCAPE_0F3A;
            // Other maps exist (AVX512-FP16); no Go or C compiler of today uses them unasked.
            default -> throw new IndexOutOfBoundsException("opcode map " + mapNumber);
          };
      opcode = next();
    }

    private void modRm() {
      modRm = next();
      int mod = modRm >>> 6;
      if (mod == 3) {
        return;
      }
      boolean wide = mod == 2 || (mod == 0 && (modRm & 7) == 5);
      if ((modRm & 7) == 4) {
        sib = next();
        wide |= mod == 0 && (sib & 7) == 5;
      }
      displacementSize = wide ? 4 : mod;
      displacementOffset = (int) (at - first);
      displacement =
          switch (displacementSize) {
            case 1 -> code.get(JAVA_BYTE, at);
            case 4 -> code.get(LittleEndian.INT, at);
            default -> 0;
          };
      at += displacementSize;
    }

    private int immediateSize(char operands) {
      int wide = operand16 ? 2 : 4;
      boolean test = (modRm >>> 3 & 7) < 2;
      return switch (operands) {
        case 'b', 'M', 'j' -> 1;
        case 'w' -> 2;
        case 'e' -> 3;
        case 'z', 'Z' -> wide;
        case 'J' -> 4;
        case 'v' -> (rex & 8) != 0 ? 8 : wide;
        case 'o' -> address32 ? 4 : 8;
        case 'g' -> test ? 1 : 0;
        case 'G' -> test ? wide : 0;
        default -> 0;
      };
    }

    private long immediate(int size) {
      return switch (size) {
        case 1 -> code.get(JAVA_BYTE, at);
        case 2, 3 -> code.get(LittleEndian.SHORT, at);
        case 4 -> code.get(LittleEndian.INT, at);
        case 8 -> code.get(LittleEndian.LONG, at);
        default -> 0;
      };
    }

    private Flow flow() {
      if (vector) {
        return Flow.NEXT;
      }
      if (map == OpcodeMap.ESCAPE_0F) {
        return opcode >= 0x80 && opcode < 0x90 ? Flow.CONDITIONAL : Flow.NEXT;
      }
      if (map != OpcodeMap.ONE_BYTE) {
        return Flow.NEXT;
      }
      return switch (opcode) {
        case 0xe8 -> Flow.CALL;
        case 0xe9, 0xeb -> Flow.JUMP;
        case 0xc2, 0xc3, 0xca, 0xcb -> Flow.RETURN;
        case 0xe0, 0xe1, 0xe2, 0xe3 -> Flow.CONDITIONAL;
        case 0xff ->
            switch (modRm >>> 3 & 7) {
              case 2, 3 -> Flow.CALL_INDIRECT;
              case 4, 5 -> Flow.JUMP_INDIRECT;
              default -> Flow.NEXT;
            };
        default -> opcode >= 0x70 && opcode < 0x80 ? Flow.CONDITIONAL : Flow.NEXT;
      };
    }

    private int peek() {
      return Byte.toUnsignedInt(code.get(JAVA_BYTE, at));
    }

    private int next() {
      return Byte.toUnsignedInt(code.get(JAVA_BYTE, at++));
    }
  }
}
