package dev.harrier.report.words;

import dev.harrier.model.trace.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Values of the program, in one line whatever they hold. */
public final class Values {
  private static final String DURATION = "time.Duration";

  private Values() {}

  /** {@code 42}, {@code "a text"}, {@code []int{1, 2}}, {@code {n: 3}}, {@code a *main.job}. */
  public static String of(Value value) {
    return switch (value) {
      case Value.Nil _ -> "nil";
      case Value.Truth truth -> String.valueOf(truth.value());
      case Value.Numeric number ->
          number.type().equals(DURATION) && isWhole(number.digits())
              ? duration(Long.parseLong(number.digits()), "")
              : number.digits();
      case Value.Text text -> text(text);
      case Value.Collection all when all.first().isEmpty() ->
          "%s of length %d".formatted(type(all.type()), all.length());
      case Value.Collection all -> {
        boolean whole = all.first().size() == all.length();
        yield type(all.type())
            + list(all.first().stream().map(Values::of), whole)
            + (whole ? "" : " of length " + all.length());
      }
      case Value.Struct struct ->
          list(
              struct.fields().stream()
                  .map(field -> escaped(field.name()) + ": " + of(field.value())),
              struct.whole());
      // Without its type it says nothing.
      case Value.Bits _ -> "";
      case Value.Opaque other ->
          other.type().equals("struct {}") ? "struct{}{}" : "a " + type(other.type());
    };
  }

  /** {@code {1, 2, ...}}. */
  private static String list(Stream<String> known, boolean whole) {
    String separator = ", ";
    String all = known.collect(Collectors.joining(separator));
    return "{" + all + (whole ? "" : (all.isEmpty() ? "" : separator) + "...") + "}";
  }

  private static boolean isWhole(String digits) {
    return digits.matches("-?[0-9]{1,18}");
  }

  private static String type(String type) {
    return escaped(type);
  }

  /** {@code "the start of it"... (120 bytes)}. */
  private static String text(Value.Text text) {
    String quoted = '"' + escaped(text.start().replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
    return text.isWhole() ? quoted : "%s... (%d bytes)".formatted(quoted, text.length());
  }

  /** Without what controls a terminal or turns text round. */
  private static String escaped(String text) {
    StringBuilder shown = new StringBuilder();
    text.codePoints()
        .forEach(c -> {
          switch (c) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default -> {
              if (Character.isISOControl(c)) {
                shown.append("\\x%02x".formatted(c));
              } else if (isInvisible(c)) {
                shown.append("\\u%04x".formatted(c));
              } else {
                shown.appendCodePoint(c);
              }
            }
          }
        });
    return shown.toString();
  }

  private static boolean isInvisible(int c) {
    return switch (Character.getType(c)) {
      case Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          c <= 0xffff;
      default -> false;
    };
  }

  /**
   * {@code 1.5 ms}, with at most three digits after the point.
   *
   * @param between the number and its unit
   */
  static String duration(long nanos, String between) {
    long size = Math.abs(nanos);
    if (size < 1_000) {
      return nanos + between + "ns";
    }
    if (size < 1_000_000) {
      return rounded(nanos, 3) + between + "µs";
    }
    return size < 1_000_000_000
        ? rounded(nanos, 6) + between + "ms"
        : rounded(nanos, 9) + between + "s";
  }

  private static String rounded(long nanos, int digits) {
    return BigDecimal.valueOf(nanos, digits)
        .setScale(3, RoundingMode.HALF_EVEN)
        .stripTrailingZeros()
        .toPlainString();
  }
}
