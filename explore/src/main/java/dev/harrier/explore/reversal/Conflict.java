package dev.harrier.explore.reversal;

import dev.harrier.model.trace.Site;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Two places of a program whose operations on one object came one after the other, in this order.
 * Equal in all runs.
 *
 * @param youngerFirst where goroutines meet at one and the same place, whether the one that was
 *     created later came first; else false
 */
public record Conflict(long former, long latter, boolean youngerFirst) {
  static Conflict of(Site former, Site latter, boolean youngerFirst) {
    long first = digest(former);
    long second = digest(latter);
    return new Conflict(first, second, first == second && youngerFirst);
  }

  /** The other way round. */
  public Conflict reversed() {
    return new Conflict(latter, former, former == latter && !youngerFirst);
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Conflict parse(String text) {
    String[] parts = text.split("\\.", -1);
    if (parts.length < 2 || parts.length > 3) {
      throw new IllegalArgumentException("'" + text + "' is no conflict");
    }
    return new Conflict(
        Long.parseUnsignedLong(parts[0], 16),
        Long.parseUnsignedLong(parts[1], 16),
        parts.length == 3);
  }

  /** The two places in hexadecimal digits, and a third word where the younger one came first. */
  @Override
  public String toString() {
    return "%x.%x%s".formatted(former, latter, youngerFirst ? ".y" : "");
  }

  private static long digest(Site site) {
    CRC32C crc = new CRC32C();
    crc.update(site.function().getBytes(StandardCharsets.UTF_8));
    crc.update(site.file().getBytes(StandardCharsets.UTF_8));
    return crc.getValue() << 32 | site.line();
  }
}
