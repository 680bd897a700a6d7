package dev.harrier.vet.race;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Identifies a race by names only, so that edits elsewhere do not change it. */
final class Fingerprint {
  private Fingerprint() {}

  static String of(ClosureRace race) {
    String text =
        String.join(
            "\n",
            RaceFindings.RULE.id(),
            race.subject().owner(),
            race.subject().variable(),
            race.first().function(),
            race.second().function());
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
