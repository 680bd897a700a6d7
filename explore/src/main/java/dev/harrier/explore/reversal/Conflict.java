package dev.harrier.explore.reversal;

import dev.harrier.model.trace.Site;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Two places of a program whose operations on one object came one after the other, in this order.
 * Equal in all runs.
 */
public record Conflict(long former, long latter) {
  static Conflict of(Site former, Site latter) {
    return new Conflict(digest(former), digest(latter));
  }

  /** The other way round. */
  public Conflict reversed() {
    return new Conflict(latter, former);
  }

  private static long digest(Site site) {
    CRC32C crc = new CRC32C();
    crc.update(site.function().getBytes(StandardCharsets.UTF_8));
    crc.update(site.file().getBytes(StandardCharsets.UTF_8));
    return crc.getValue() << 32 | site.line();
  }
}
