package dev.harrier.binary.semantics;

import dev.harrier.binary.x86.Register;
import java.util.Locale;

/** What a hook records. */
public sealed interface Operand {
  /** A register as it is. */
  record InRegister(Register register) implements Operand {}

  /** The 8-byte word at a distance from a register. */
  record InMemory(Register base, int offset) implements Operand {}

  /** The word that a register points at; 0 if the register is 0. */
  record Pointee(Register pointer) implements Operand {}

  /** A number. */
  record Constant(int value) implements Operand {}

  /** Nothing: zero. */
  Operand NOTHING = new Constant(0);

  /** Parses a cell of {@code hooks.txt}; named offsets come from {@code layout}. */
  static Operand parse(String cell, Layout layout) {
    if (cell.equals("-")) {
      return NOTHING;
    }
    if (cell.startsWith("=")) {
      return new Constant(Integer.parseInt(cell.substring(1)));
    }
    if (cell.startsWith("*")) {
      return new Pointee(register(cell.substring(1)));
    }
    if (!cell.startsWith("[")) {
      return new InRegister(register(cell));
    }
    String inner = cell.substring(1, cell.length() - 1);
    int plus = inner.indexOf('+');
    String offset = inner.substring(plus + 1);
    int bytes =
        switch (offset) {
          case "goid" -> layout.goid();
          case "startpc" -> layout.startPc();
          default -> Integer.parseInt(offset);
        };
    return new InMemory(register(inner.substring(0, plus)), bytes);
  }

  private static Register register(String name) {
    return Register.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
