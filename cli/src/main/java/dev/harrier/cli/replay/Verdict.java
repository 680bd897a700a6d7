package dev.harrier.cli.replay;

import dev.harrier.explore.replay.Divergence;
import dev.harrier.explore.replay.Replay;
import dev.harrier.report.words.Names;
import java.util.ArrayList;
import java.util.List;

/** What a replay came to, in sentences. */
final class Verdict {
  private Verdict() {}

  static List<String> of(Replay.Outcome outcome) {
    List<String> notes = new ArrayList<>();
    notes.add("reproduced in %d of %d runs".formatted(outcome.shown(), outcome.runs()));
    if (outcome.divergence().isEmpty()) {
      if (outcome.runs() > 1) {
        notes.add("all runs were identical, event for event");
      }
    } else {
      Divergence d = outcome.divergence().get();
      notes.add(
          "%d of %d runs were identical to the first; something that Harrier does not control made the others differ"
              .formatted(outcome.equal(), outcome.runs()));
      notes.add(
          "run %d differs at event %d: %s; the first run did: %s"
              .formatted(d.run(), d.position(), d.found(), d.expected()));
    }
    if (outcome.watchdog() > 0) {
      notes.add(
          "in %s a goroutine ran too long without an operation and was preempted by the clock, at no fixed place"
              .formatted(Names.count(outcome.watchdog(), "run")));
    }
    // A schedule that was simplified may name a switch that nobody misses.
    boolean asRecorded = outcome.shown() == outcome.runs() && outcome.divergence().isEmpty();
    if (outcome.missed() > 0 && !asRecorded) {
      notes.add(
          "in %s a decision of the schedule could not be applied: the code has changed, or a run differs"
              .formatted(Names.count(outcome.missed(), "run")));
    }
    return notes;
  }
}
