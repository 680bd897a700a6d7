package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.trace.InjectedFault;

/** Faults, in clauses. */
final class Faults {
  private Faults() {}

  /** What happens. */
  static String happens(InjectedFault fault) {
    return switch (fault) {
      case RESET -> "a connection is reset";
      case CLOSED -> "the peer closes a connection";
      case SHORT_READ -> "a read returns less than has arrived";
      case REFUSED -> "a connection is refused";
      case CANCELLED -> "the test cancels a context";
    };
  }

  /**
   * What happens, and when.
   *
   * @param bytes that had passed, or that a short read gets
   */
  static String happens(InjectedFault fault, long bytes) {
    return switch (fault) {
      case RESET, CLOSED -> happens(fault) + " after " + Plurals.count(bytes, "byte");
      case SHORT_READ -> "a read returns only " + Plurals.count(bytes, "byte");
      case REFUSED, CANCELLED -> happens(fault);
    };
  }
}
