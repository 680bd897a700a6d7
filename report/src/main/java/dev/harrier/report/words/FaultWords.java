package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.trace.InjectedFault;

/** Faults, in clauses. */
final class FaultWords {
  private FaultWords() {}

  /** What happens. */
  static String happens(InjectedFault fault) {
    return switch (fault) {
      case RESET -> "a connection is reset";
      case CLOSED -> "the peer closes a connection";
      case SHORT_READ -> "a read returns less than has arrived";
      case REFUSED -> "a connection is refused";
      case CANCELED -> "the test cancels a context";
      case SILENT -> "a connection falls silent";
      case ACCEPT_FAILS -> "an accept fails with EMFILE";
      case LATE_DIAL -> "a dial takes long";
      case LOST -> "a datagram is lost";
      case DOUBLED -> "a datagram arrives twice";
      case EARLY -> "a datagram arrives before the last one";
    };
  }

  /**
   * What happens, and when.
   *
   * @param bytes that had passed, or that a short read gets; seconds, of a late dial
   */
  static String happens(InjectedFault fault, long bytes) {
    return switch (fault) {
      case RESET, CLOSED, SILENT -> happens(fault) + " after " + Plurals.count(bytes, "byte");
      case SHORT_READ -> "a read returns only " + Plurals.count(bytes, "byte");
      case LATE_DIAL -> "a dial takes " + Plurals.count(bytes, "second");
      case REFUSED, CANCELED, ACCEPT_FAILS, LOST, DOUBLED, EARLY -> happens(fault);
    };
  }
}
