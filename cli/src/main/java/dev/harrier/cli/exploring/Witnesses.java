package dev.harrier.cli.exploring;

import com.google.gson.JsonObject;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Witness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How to see again what an exploration found. */
public final class Witnesses {
  private Witnesses() {}

  /**
   * The way to the schedule of a discovery.
   *
   * @param fingerprint of the finding under which it is stored
   */
  public static Witness of(ReplayCodes codes, Discovery discovery, String fingerprint) {
    return new Witness(
        new Rerun.ReplayStored(fingerprint.substring(0, 8)),
        Optional.of(
            codes
                .of(discovery.target(), discovery.best(), discovery.finding().fingerprint())
                .toString()),
        discovery
            .proof()
            .filter(p -> p.runs() > 0)
            .map(p -> new Witness.Reproduction(p.shown(), p.runs())),
        discovery.reported().witness().interleaving(),
        discovery.reported().witness().cause(),
        Optional.empty());
  }

  /**
   * The same way for a generated test, which is not in the module: only with its overlay the
   * schedule means anything.
   *
   * @param fingerprint of the finding under which it is stored
   */
  public static Witness withOverlay(Path overlay, Witness witness, String fingerprint) {
    return witness.rerunBy(
        new Rerun.Command(
            List.of(
                "harrier", "replay", "-overlay", overlay.toString(), fingerprint.substring(0, 8))));
  }

  /**
   * Writes an overlay that shows files to the go command where they are not.
   *
   * @param shown where the go command sees each file
   */
  public static void writeOverlay(Map<String, Path> shown, Path overlay) throws IOException {
    JsonObject replace = new JsonObject();
    shown.forEach((place, file) -> replace.addProperty(place, file.toString()));
    JsonObject json = new JsonObject();
    json.add("Replace", replace);
    Files.writeString(overlay, json.toString());
  }
}
