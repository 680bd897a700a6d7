package dev.harrier.cli.replay;

import dev.harrier.explore.replay.Replay;
import dev.harrier.model.ending.Remark;

/** What a replay did, as data of its run. */
final class Verdict {
  private Verdict() {}

  static Remark of(Replay.Outcome outcome) {
    return new Remark.Replayed(
        outcome.shown(),
        outcome.runs(),
        outcome.equal(),
        outcome.watchdog(),
        outcome.missed(),
        outcome
            .divergence()
            .map(d -> new Remark.Divergence(d.run(), d.position(), d.found(), d.expected())));
  }
}
