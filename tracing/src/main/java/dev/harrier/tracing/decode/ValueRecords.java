package dev.harrier.tracing.decode;

import dev.harrier.model.trace.Value;
import dev.harrier.tracing.wire.RecordCursor;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Values in records: the kind of their type in the operand, a number, and a text. */
public final class ValueRecords {
  private static final int NEXT = 0;
  private static final int NUMBER = 1;
  private static final int TEXT = 2;

  static final int KIND = 0xff;

  /** In the place of a kind: the value is not known. */
  static final int UNKNOWN = 0xff;

  private static final int NIL = 1 << 8;

  /** Numbers below 1e21 are printed in full, as are those from 1e-4 on. */
  private static final int MOST_DIGITS = 21;

  private static final int LEAST = -4;

  private ValueRecords() {}

  /** Empty if it is of a kind that this reader does not know. The kinds are those of Go. */
  static Optional<Value> of(RecordCursor record) {
    String text = record.text(TEXT);
    return (record.operand() & NIL) != 0
        ? Optional.of(new Value.Nil(text))
        : of(record.operand() & KIND, record.word(NUMBER), text);
  }

  /** The same of a record about memory, whose type may not be known. */
  static Optional<Value> inMemory(RecordCursor record) {
    return (record.operand() & KIND) == 0
        ? Optional.of(
            new Value.Bits(
                record.word(NUMBER),
                record.word(NEXT),
                new String(record.bytes(TEXT), StandardCharsets.ISO_8859_1)))
        : of(record);
  }

  /**
   * A value by the kind of its type, as package {@code internal/abi} of Go numbers them; empty if
   * there is no such kind.
   *
   * @param number what a scalar is in memory, or how long a collection or a string is
   * @param text the start of a string; of other values their type
   */
  public static Optional<Value> of(int kind, long number, String text) {
    return Optional.ofNullable(
        switch (kind) {
          case 1 -> new Value.Truth(text, (number & 0xff) != 0);
          case 2, 6 -> new Value.Numeric(text, Long.toString(number));
          case 3 -> new Value.Numeric(text, Long.toString((byte) number));
          case 4 -> new Value.Numeric(text, Long.toString((short) number));
          case 5 -> new Value.Numeric(text, Integer.toString((int) number));
          case 8 -> new Value.Numeric(text, Long.toString(number & 0xff));
          case 9 -> new Value.Numeric(text, Long.toString(number & 0xffff));
          case 10 -> new Value.Numeric(text, Long.toString(number & 0xffff_ffffL));
          case 7, 11, 12 -> new Value.Numeric(text, Long.toUnsignedString(number));
          case 13 -> {
            float real = Float.intBitsToFloat((int) number);
            yield new Value.Numeric(text, digits(real, Float.toString(real)));
          }
          case 14 -> {
            double real = Double.longBitsToDouble(number);
            yield new Value.Numeric(text, digits(real, Double.toString(real)));
          }
          case 21, 23 -> new Value.Collection(text, Math.max(0, number));
          case 24 -> new Value.Text(text, Math.max(0, number));
          case 15, 16, 17, 18, 19, 20, 22, 25, 26 -> new Value.Opaque(text);
          default -> null;
        });
  }

  /** What Java prints as Go does. */
  private static String digits(double real, String shortest) {
    if (Double.isNaN(real)) {
      return "NaN";
    }
    if (Double.isInfinite(real)) {
      return real > 0 ? "+Inf" : "-Inf";
    }
    if (real == 0) {
      return Double.doubleToRawLongBits(real) == 0 ? "0" : "-0";
    }
    BigDecimal exact = new BigDecimal(shortest).stripTrailingZeros();
    int exponent = exact.precision() - exact.scale() - 1;
    if (LEAST <= exponent && exponent < MOST_DIGITS) {
      return exact.toPlainString();
    }
    return "%se%s%02d"
        .formatted(
            exact.movePointLeft(exponent).toPlainString(),
            exponent < 0 ? "-" : "+",
            Math.abs(exponent));
  }
}
