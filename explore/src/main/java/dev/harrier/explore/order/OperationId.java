package dev.harrier.explore.order;

import dev.harrier.explore.schedule.SplitMix64;
import dev.harrier.model.trace.Site;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * A channel operation of the program's text. GFuzz draws a random number for each; a digest of the
 * place does the same and is equal in all runs.
 */
record OperationId(long value) {
  static OperationId of(Site site, ChannelAction kind) {
    return new OperationId(
        SplitMix64.mix(
            digest(site.function()) << 32
                ^ digest(site.file())
                ^ ((long) site.line() << 8)
                ^ digest(kind.name())));
  }

  private static long digest(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }
}
