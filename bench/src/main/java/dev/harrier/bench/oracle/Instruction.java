package dev.harrier.bench.oracle;

/**
 * One operation of a generated program.
 *
 * @param a the object; for a select the first case
 * @param b a value; for a select what the first case sends, or {@link #RECEIVES}
 * @param c for a select the second case, or {@link #NO_CASE}
 * @param d what the second case sends
 * @param e 1 for a select with a default
 */
record Instruction(Code code, int a, int b, int c, int d, int e) {
  static final int RECEIVES = -1;
  static final int NO_CASE = -1;

  /** From here on the case of a select waits for a context, and from there on for a timer. */
  static final int CONTEXT = 100;

  static final int TIMER = 200;

  static Instruction of(Code code, int a, int b) {
    return new Instruction(code, a, b, 0, 0, 0);
  }

  static Instruction of(Code code, int a) {
    return of(code, a, 0);
  }

  /** What the interpreter reads: codes by their order, which it shares. */
  @SuppressWarnings("EnumOrdinal")
  String text() {
    return "%d %d %d %d %d %d".formatted(code.ordinal(), a, b, c, d, e);
  }

  @Override
  public String toString() {
    return switch (code) {
      case SELECT -> "SELECT(%d %d, %d %d%s)".formatted(a, b, c, d, e == 1 ? ", default" : "");
      case SEND, ADD, STORE, SKIP_UNLESS -> "%s(%d %d)".formatted(code, a, b);
      case SWAP -> "%s(%d %d %d)".formatted(code, a, b, c);
      default -> "%s(%d)".formatted(code, a);
    };
  }
}
