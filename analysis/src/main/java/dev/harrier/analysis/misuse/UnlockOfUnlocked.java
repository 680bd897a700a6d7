package dev.harrier.analysis.misuse;

import dev.harrier.analysis.engine.PanicAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.state.PanicMoment;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import java.util.Optional;

/** An Unlock or RUnlock of a lock that is not held. */
public final class UnlockOfUnlocked implements PanicAnalysis {
  private static final Rule RULE =
      new Rule(
          "unlock-of-unlocked",
          "a lock is unlocked that is not locked",
          "Unlock once for each lock, in the same function and by defer, and never copy a lock.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Draft> explain(PanicMoment moment, ProgramState program, Explainer explainer) {
    Event.Panic panic = moment.panic();
    // "sync: unlock of unlocked mutex", "sync: Unlock of ...", "sync: RUnlock of unlocked RWMutex"
    if (!moment.says("nlock of unlocked", program.trace())) {
      return Optional.empty();
    }
    PanicDraft draft = new PanicDraft(RULE, moment, program, explainer);
    Optional<Site> before =
        LastObject.before(moment, UnlockOfUnlocked::released)
            .flatMap(id -> {
              draft.object(id);
              return releaseBefore(id, panic, program);
            })
            .map(event -> explainer.operations().site(event.stack()));
    LockMode mode = panic.message().contains("RUnlock") ? LockMode.READ : LockMode.WRITE;
    return Optional.of(draft.draft(new Defect.UnlockedFree(mode, before)));
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
