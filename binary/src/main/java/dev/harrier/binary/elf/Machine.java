package dev.harrier.binary.elf;

import java.util.Arrays;
import java.util.Optional;

/** The processors whose executables are read. */
public enum Machine {
  AMD64("amd64", 62, 8, 1),
  ARM64("arm64", 183, 1027, 4);

  private final String goarch;
  private final int number;
  private final int relative;
  private final int quantum;

  Machine(String goarch, int number, int relative, int quantum) {
    this.goarch = goarch;
    this.number = number;
    this.relative = relative;
    this.quantum = quantum;
  }

  /** That of an ELF header. */
  static Optional<Machine> of(int number) {
    return Arrays.stream(values()).filter(machine -> machine.number == number).findFirst();
  }

  /** As Go calls it. */
  public String goarch() {
    return goarch;
  }

  /** The type of relocation that adds the load base to an addend. */
  int relative() {
    return relative;
  }

  /** Bytes that one step of a program counter in Go's tables is. */
  public int quantum() {
    return quantum;
  }
}
