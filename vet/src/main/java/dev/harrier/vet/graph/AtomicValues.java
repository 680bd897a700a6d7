package dev.harrier.vet.graph;

import java.math.BigInteger;

/** Which values an atomic variable can have at a place; false and nil count as 0, true as 1. */
public sealed interface AtomicValues {
  /** Nothing is known. */
  record Any() implements AtomicValues {}

  /** Where nothing is known. */
  static AtomicValues any() {
    return new Any();
  }

  /** A single one. */
  record One(BigInteger value) implements AtomicValues {}

  /** Those for which a comparison with a constant has a result. */
  record Compared(String operator, BigInteger with, boolean result) implements AtomicValues {
    private boolean allows(BigInteger value) {
      int order = value.compareTo(with);
      boolean holds =
          switch (operator) {
            case "==" -> order == 0;
            case "!=" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            case ">=" -> order >= 0;
            default -> result; // Not a comparison: it says nothing.
          };
      return holds == result;
    }
  }

  /** Whether a value that was stored can be one of these; true if that is not known. */
  default boolean mayBe(AtomicValues stored) {
    return !(stored instanceof One(BigInteger value))
        || switch (this) {
          case Any _ -> true;
          case One(BigInteger own) -> own.equals(value);
          case Compared compared -> compared.allows(value);
        };
  }
}
