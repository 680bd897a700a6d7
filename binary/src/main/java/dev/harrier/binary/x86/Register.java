package dev.harrier.binary.x86;

/** The general registers, in the order of their numbers. */
public enum Register {
  RAX(0),
  RCX(1),
  RDX(2),
  RBX(3),
  RSP(4),
  RBP(5),
  RSI(6),
  RDI(7),
  R8(8),
  R9(9),
  R10(10),
  R11(11),
  R12(12),
  R13(13),
  R14(14),
  R15(15);

  private final int number;

  Register(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** The register of a number from 0 to 15. */
  public static Register of(int number) {
    return values()[number];
  }
}
