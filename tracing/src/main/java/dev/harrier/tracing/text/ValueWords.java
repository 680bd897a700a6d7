package dev.harrier.tracing.text;

import dev.harrier.model.trace.Value;

/** Values in the text form of traces: what kind, what is known, and the type. */
final class ValueWords {
  private ValueWords() {}

  static String print(Value value) {
    return switch (value) {
      case Value.Nil v -> "nil " + Word.quote(v.type());
      case Value.Truth v -> "bool " + v.value() + ' ' + Word.quote(v.type());
      case Value.Numeric v -> "number " + v.digits() + ' ' + Word.quote(v.type());
      case Value.Text v -> "text " + v.length() + ' ' + Word.quote(v.start());
      case Value.Collection v -> "collection " + v.length() + ' ' + Word.quote(v.type());
      case Value.Bits v -> "bits " + v.word() + ' ' + v.next() + ' ' + Word.quote(v.text());
      case Value.Opaque v -> "opaque " + Word.quote(v.type());
      case Value.Struct _ -> throw new IllegalArgumentException("no trace has fields: " + value);
    };
  }

  static Value parse(Words words) {
    String kind = words.next("a kind of value such as number");
    return switch (kind) {
      case "nil" -> new Value.Nil(type(words));
      case "bool" -> {
        boolean value = words.take("true");
        if (!value) {
          words.expect("false");
        }
        yield new Value.Truth(type(words), value);
      }
      case "number" -> {
        String digits = words.next("digits");
        yield new Value.Numeric(type(words), digits);
      }
      case "text" -> {
        long length = number(words);
        yield new Value.Text(words.next("the start of a string"), length);
      }
      case "collection" -> {
        long length = number(words);
        yield new Value.Collection(type(words), length);
      }
      case "bits" -> {
        long word = words.number("a number");
        long next = words.number("a number");
        yield new Value.Bits(word, next, words.next("what they point to"));
      }
      case "opaque" -> new Value.Opaque(type(words));
      default -> throw words.error("expected a kind of value such as number; found " + kind);
    };
  }

  private static String type(Words words) {
    return words.next("a type");
  }

  private static long number(Words words) {
    return words.number("a length");
  }
}
