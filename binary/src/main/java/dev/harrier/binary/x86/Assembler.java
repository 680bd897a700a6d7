package dev.harrier.binary.x86;

import java.util.Arrays;

/**
 * Writes machine code for a fixed address. Only what the rewriter needs: moves between registers
 * and memory of base and displacement or of a known address, a little arithmetic, branches.
 */
public final class Assembler {
  /** Condition codes as in Jcc. */
  public enum Condition {
    BELOW(2),
    NOT_BELOW(3),
    EQUAL(4),
    NOT_EQUAL(5),
    ABOVE(7),
    SIGN(8),
    LESS_OR_EQUAL(14);

    private final int code;

    Condition(int code) {
      this.code = code;
    }
  }

  /** A memory operand. */
  public sealed interface Memory {
    /** At a distance from a register. */
    record Based(Register base, int displacement) implements Memory {}

    /** At a link-time address, reached relative to the instruction pointer. */
    record Absolute(long address) implements Memory {}
  }

  /** A place in the code that branches written before it lead to. */
  public static final class Label {
    private int[] uses = new int[0];

    private void use(int position) {
      uses = Arrays.copyOf(uses, uses.length + 1);
      uses[uses.length - 1] = position;
    }
  }

  private static final int ALIGNMENT = 16;
  private static final byte INT3 = (byte) 0xcc;

  private final long base;
  private byte[] bytes = new byte[1 << 16];
  private int size;

  /** Code that will be at {@code base}. */
  public Assembler(long base) {
    this.base = base;
  }

  public static Memory at(Register base, int displacement) {
    return new Memory.Based(base, displacement);
  }

  public static Memory at(long address) {
    return new Memory.Absolute(address);
  }

  /** The address of the next instruction. */
  public long here() {
    return base + size;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Fills up with traps to a multiple of 16 bytes. */
  public void align() {
    while (size % ALIGNMENT != 0) {
      raw(INT3);
    }
  }

  public Assembler raw(int... values) {
    for (int value : values) {
      if (size == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * size);
      }
      bytes[size++] = (byte) value;
    }
    return this;
  }

  public void raw32(int value) {
    raw(value, value >> 8, value >> 16, value >> 24);
  }

  public void raw64(long value) {
    raw32((int) value);
    raw32((int) (value >> 32));
  }

  public void push(Register r) {
    extended(0x50, r);
  }

  public void pop(Register r) {
    extended(0x58, r);
  }

  public void push(Memory m) {
    memory(0, 6, m, 0, 0xff);
  }

  public void push(int constant) {
    raw(0x68);
    raw32(constant);
  }

  public void load(Register to, Memory from) {
    memory(8, to.number(), from, 0, 0x8b);
  }

  public void load32(Register to, Memory from) {
    memory(0, to.number(), from, 0, 0x8b);
  }

  public void store(Memory to, Register from) {
    memory(8, from.number(), to, 0, 0x89);
  }

  public void store32(Memory to, Register from) {
    memory(0, from.number(), to, 0, 0x89);
  }

  /** Stores a sign-extended constant as 8 bytes. */
  public void store(Memory to, int constant) {
    memory(8, 0, to, 4, 0xc7);
    raw32(constant);
  }

  public void lea(Register to, Memory from) {
    memory(8, to.number(), from, 0, 0x8d);
  }

  public void move(Register to, Register from) {
    registers(8, from, to, 0x89);
  }

  /** Sets the whole register to a number from 0 to 2^32 - 1. */
  public void move(Register to, int unsigned) {
    if (to.number() > 7) {
      raw(0x41);
    }
    raw(0xb8 | (to.number() & 7));
    raw32(unsigned);
  }

  public void move64(Register to, long value) {
    raw(to.number() > 7 ? 0x49 : 0x48, 0xb8 | (to.number() & 7));
    raw64(value);
  }

  public void exchangeAddLocked(Memory memory, Register with) {
    raw(0xf0);
    memory(8, with.number(), memory, 0, 0x0f, 0xc1);
  }

  public void compare(Register left, Memory right) {
    memory(8, left.number(), right, 0, 0x3b);
  }

  /** Compares 8 bytes of memory with a small constant. */
  public void compare(Memory left, int constant) {
    memory(8, 7, left, 1, 0x83);
    raw(constant);
  }

  public void test(Register r) {
    registers(8, r, r, 0x85);
  }

  public void subtract(Register from, Memory what) {
    memory(8, from.number(), what, 0, 0x2b);
  }

  public void and(Register with, Memory mask) {
    memory(8, with.number(), mask, 0, 0x23);
  }

  public void or(Register to, Register with) {
    registers(8, with, to, 0x09);
  }

  /** Adds a signed constant to a register. */
  public void add(Register to, int constant) {
    raw(to.number() > 7 ? 0x49 : 0x48, 0x81, 0xc0 | (to.number() & 7));
    raw32(constant);
  }

  public void addRegister(Register to, Register what) {
    registers(8, what, to, 0x01);
  }

  public void shiftLeft(Register r, int by) {
    raw(r.number() > 7 ? 0x49 : 0x48, 0xc1, 0xe0 | (r.number() & 7), by);
  }

  public void clear(Register r) {
    registers(0, r, r, 0x31);
  }

  public void syscall(int number) {
    move(Register.RAX, number);
    raw(0x0f, 0x05);
  }

  public void readTimeStamp() {
    raw(0x0f, 0x31);
  }

  public void pushFlags() {
    raw(0x9c);
  }

  public void popFlags() {
    raw(0x9d);
  }

  public void ret() {
    raw(0xc3);
  }

  public void jump(long target) {
    raw(0xe9);
    distance(target, 0);
  }

  public void call(long target) {
    raw(0xe8);
    distance(target, 0);
  }

  public void jump(Condition condition, long target) {
    raw(0x0f, 0x80 | condition.code);
    distance(target, 0);
  }

  /** The conditional jump of an opcode's low four bits. */
  public void jumpOnCode(int code, long target) {
    raw(0x0f, 0x80 | code);
    distance(target, 0);
  }

  public void jump(Condition condition, Label label) {
    raw(0x0f, 0x80 | condition.code);
    raw32(0);
    label.use(size);
  }

  public void jump(Label label) {
    raw(0xe9);
    raw32(0);
    label.use(size);
  }

  /** All branches to the label lead here. */
  public void bind(Label label) {
    for (int use : label.uses) {
      patch32(use - 4, size - use);
    }
  }

  /**
   * Writes a distance from the end of the current instruction to {@code target}.
   *
   * @param behind how many bytes of the instruction follow
   */
  public void distance(long target, int behind) {
    long distance = target - (here() + 4 + behind);
    if (distance != (int) distance) {
      throw new IllegalStateException("0x%x is out of reach from 0x%x".formatted(target, here()));
    }
    raw32((int) distance);
  }

  private void patch32(int position, int value) {
    for (int i = 0; i < 4; i++) {
      bytes[position + i] = (byte) (value >> (8 * i));
    }
  }

  private void extended(int opcode, Register r) {
    if (r.number() > 7) {
      raw(0x41);
    }
    raw(opcode | (r.number() & 7));
  }

  private void registers(int w, Register reg, Register rm, int opcode) {
    int rex = w | reg.number() >> 3 << 2 | rm.number() >> 3;
    if (rex != 0) {
      raw(0x40 | rex);
    }
    raw(opcode, 0xc0 | (reg.number() & 7) << 3 | (rm.number() & 7));
  }

  /** {@code behind}: bytes of an immediate that the caller writes next. */
  private void memory(int w, int reg, Memory memory, int behind, int... opcode) {
    int extension =
        switch (memory) {
          case Memory.Based b -> b.base().number() >> 3;
          case Memory.Absolute _ -> 0;
        };
    int rex = w | reg >> 3 << 2 | extension;
    if (rex != 0) {
      raw(0x40 | rex);
    }
    raw(opcode);
    switch (memory) {
      case Memory.Absolute a -> {
        raw((reg & 7) << 3 | 5);
        distance(a.address(), behind);
      }
      case Memory.Based b -> {
        int rm = b.base().number() & 7;
        raw(0x80 | (reg & 7) << 3 | rm);
        if (rm == 4) {
          raw(0x24);
        }
        raw32(b.displacement());
      }
    }
  }
}
