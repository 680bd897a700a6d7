package dev.harrier.analysis.leak;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckDraft;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Fix;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Role;
import dev.harrier.model.trace.SyncObject;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** A goroutine that is blocked for good while its test, or the program, continued. */
public final class GoroutineLeak implements StuckAnalysis {
  /**
   * Goroutines that a library starts for an object of its user, and what the user forgot to do with
   * it. A connection of an HTTP client that is idle waits for the network; it waits for other
   * goroutines where the body of a response was neither read to its end nor closed.
   */
  private static final Map<String, Fix> FORGOTTEN =
      Map.of(
          "net/http.(*persistConn).readLoop", Fix.CLOSE_RESPONSE_BODY,
          "net/http.(*persistConn).writeLoop", Fix.CLOSE_RESPONSE_BODY,
          "database/sql.(*DB).connectionOpener", Fix.CLOSE_DATABASE,
          "database/sql.(*Tx).awaitDone", Fix.END_TRANSACTION,
          "database/sql.(*Rows).awaitDone", Fix.CLOSE_ROWS);

  @Override
  public Rule rule() {
    return Rule.GOROUTINE_LEAK;
  }

  @Override
  public Optional<Draft> explain(RootCause cause, StuckGroup group) {
    if (group.deadlocked()) {
      return Optional.empty();
    }
    Stuck stuck = cause.first();
    StuckDraft draft = StuckDraft.of(Rule.GOROUTINE_LEAK, stuck, group);
    group.explainer().standsAt(stuck.goroutine()).frames().stream()
        .map(frame -> FORGOTTEN.get(frame.function()))
        .filter(Objects::nonNull)
        .findFirst()
        .ifPresent(draft::fix);
    group
        .explainer()
        .earlierEnd(stuck.goroutine())
        .ifPresent(step -> draft.step(step).fix(Fix.NOTICE_EARLIER_END));
    for (ObjectId id : stuck.awaited()) {
      draft.historyOf(id);
      Set<Role> ways = releasing(stuck);
      if (!ways.isEmpty()) {
        draft.step(group.explainer().releasers(id, stuck.id(), ways));
      }
    }
    return Optional.of(
        draft
            .cycle(cause)
            .alsoStuck(cause.behind(), Part.STUCK_BEHIND)
            .draft(
                new Defect.Leaked(
                    stuck.reason(),
                    stuck.awaited().stream().findFirst().map(id -> awaited(id, group)),
                    stuck.proof().isConclusive(),
                    cause.members().size())));
  }

  private static Defect.Awaited awaited(ObjectId id, StuckGroup group) {
    SyncObject facts = group.program().trace().object(id);
    return new Defect.Awaited(facts.kind(), facts.capacity());
  }

  /** What would release it; that of channels stands with the operations on them. */
  private static Set<Role> releasing(Stuck stuck) {
    return switch (stuck.reason()) {
      case MUTEX_LOCK, RWMUTEX_LOCK, RWMUTEX_RLOCK -> Set.of(Role.LOCKED, Role.UNLOCKED);
      case WAIT_GROUP -> Set.of(Role.ADDED, Role.DONE);
      case COND -> Set.of(Role.SIGNALED);
      case SELECT,
          CHAN_SEND,
          CHAN_RECEIVE,
          NIL_CHAN_SEND,
          NIL_CHAN_RECEIVE,
          EMPTY_SELECT,
          SEMAPHORE,
          SLEEP,
          IO,
          OTHER,
          COROUTINE ->
          Set.of();
    };
  }
}
