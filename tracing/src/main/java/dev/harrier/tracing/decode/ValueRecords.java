package dev.harrier.tracing.decode;

import dev.harrier.model.trace.Value;
import dev.harrier.tracing.wire.RecordCursor;
import java.math.BigDecimal;
import java.util.Optional;

/** Values in records: the kind of their type in the operand, a number, and a text. */
final class ValueRecords {
  private static final int NUMBER = 1;
  private static final int TEXT = 2;

  private static final int KIND = 0xff;
  private static final int NIL = 1 << 8;

  /** Numbers below 1e21 are printed in full, as are those from 1e-4 on. */
  private static final int MOST_DIGITS = 21;

  private static final int LEAST = -4;

  private ValueRecords() {}

  /** Empty if it is of a kind that this reader does not know. The kinds are those of Go. */
  static Optional<Value> of(RecordCursor record) {
    String text = record.text(TEXT);
    long number = record.word(NUMBER);
    if ((record.operand() & NIL) != 0) {
      return Optional.of(new Value.Nil(text));
    }
    return Optional.ofNullable(
        switch (record.operand() & KIND) {
          case 1 -> new Value.Truth(text, number != 0);
          case 2, 6 -> new Value.Numeric(text, Long.toString(number));
          case 3 -> new Value.Numeric(text, Long.toString((byte) number));
          case 4 -> new Value.Numeric(text, Long.toString((short) number));
          case 5 -> new Value.Numeric(text, Integer.toString((int) number));
          case 7, 8, 9, 10, 11, 12 -> new Value.Numeric(text, Long.toUnsignedString(number));
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
