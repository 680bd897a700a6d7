package dev.harrier.analysis.misuse;

import dev.harrier.analysis.engine.PanicAnalysis;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
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
  public Optional<Report> explain(PanicMoment moment, ProgramState program, Storyteller story) {
    Event.Panic panic = moment.panic();
    // "sync: unlock of unlocked mutex", "sync: Unlock of ...", "sync: RUnlock of unlocked RWMutex"
    if (!panic.message().toLowerCase(Locale.ROOT).contains("unlock of unlocked")) {
      return Optional.empty();
    }
    PanicReport report = new PanicReport(RULE, moment, program, story);
    String before =
        LastObject.before(moment, UnlockOfUnlocked::released)
            .flatMap(id -> {
              report.object(id);
              return releaseBefore(id, panic, program);
            })
            .map(event -> ", given back before at " + story.words().place(event.stack()))
            .orElse("");
    String how = panic.message().contains("RUnlock") ? "RUnlock" : "Unlock";
    return Optional.of(report.message(how + " of a lock that nobody holds" + before));
  }

  /** The release before the one that failed. */
  private static Optional<Event> releaseBefore(
      ObjectId lock, Event.Panic panic, ProgramState program) {
    return program.object(lock).recent().reversed().stream()
        .filter(event -> event instanceof Event.Release && event.order() < panic.order())
        .skip(1)
        .findFirst();
  }

  private static Optional<ObjectId> released(Event event) {
    return event instanceof Event.Release release ? Optional.of(release.lock()) : Optional.empty();
  }
}
