package dev.harrier.vet.race;

import dev.harrier.model.file.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Identifies a race by names only, so that edits elsewhere do not change it. */
final class Fingerprint {
  private Fingerprint() {}

  static String of(RaceReport race) {
    String text =
        String.join(
            "\n",
            FindingMapper.RULE.id(),
            race.subject().owner(),
            race.subject().variable(),
            race.first().function(),
            race.second().function());
    byte[] hash = Sha256.create().digest(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(hash).substring(0, 16);
  }
}
