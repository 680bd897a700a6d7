package dev.harrier.cli.exploring;

import dev.harrier.explore.loop.Discovery;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Witness;
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
        discovery.reported().witness().interleaving());
  }
}
