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
      case CUT_WRITE -> "a connection ends within a write";
      case DISK_FULL -> "a write to a file fails with ENOSPC";
      case DISK_BROKEN -> "a file fails with EIO";
    };
  }

  /**
   * What happens, and when.
   *
   * @param bytes that had passed, or that are read or written in part; seconds, of a late dial
   */
  static String happens(InjectedFault fault, long bytes) {
    return switch (fault) {
      case RESET, CLOSED, SILENT -> happens(fault) + " after " + Plurals.count(bytes, "byte");
      case SHORT_READ -> "a read returns only " + Plurals.count(bytes, "byte");
      case LATE_DIAL -> "a dial takes " + Plurals.count(bytes, "second");
      case CUT_WRITE ->
          "a connection ends after %s of a write".formatted(Plurals.count(bytes, "byte"));
      case DISK_FULL -> "a write to a file fails with ENOSPC after " + Plurals.count(bytes, "byte");
      case REFUSED, CANCELED, ACCEPT_FAILS, LOST, DOUBLED, EARLY, DISK_BROKEN -> happens(fault);
    };
  }
}
