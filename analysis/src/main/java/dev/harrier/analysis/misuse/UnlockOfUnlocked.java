package dev.harrier.analysis.misuse;

import dev.harrier.analysis.engine.PanicAnalysis;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.world.World;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import java.util.Locale;
import java.util.Optional;

/** An Unlock or RUnlock of a lock that is not held. */
public final class UnlockOfUnlocked implements PanicAnalysis {
  private static final Rule RULE =
      new Rule(
          "unlock-of-unlocked",
          "a lock is given back that nobody holds",
          "Unlock once for each lock, in the same function and by defer, and never copy a lock.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Report> explain(Event.Panic panic, World world, Storyteller story) {
    // "sync: unlock of unlocked mutex", "sync: Unlock of ...", "sync: RUnlock of unlocked RWMutex"
    if (!panic.message().toLowerCase(Locale.ROOT).contains("unlock of unlocked")) {
      return Optional.empty();
    }
    PanicReport report = new PanicReport(RULE, panic, world, story);
    LastObject.before(panic, world, UnlockOfUnlocked::released).ifPresent(report::object);
    String how = panic.message().contains("RUnlock") ? "RUnlock" : "Unlock";
    return Optional.of(report.message(how + " of a lock that nobody holds"));
  }

  private static Optional<ObjectId> released(Event event) {
    return event instanceof Event.Release release ? Optional.of(release.lock()) : Optional.empty();
  }
}
