package dev.harrier.analysis.leak;

import dev.harrier.analysis.engine.StuckAnalysis;
import dev.harrier.analysis.state.Role;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.stuck.RootCause;
import dev.harrier.analysis.stuck.Stuck;
import dev.harrier.analysis.stuck.StuckGroup;
import dev.harrier.analysis.stuck.StuckReport;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase;
import java.util.List;
import java.util.Optional;

/** A goroutine that is blocked for good while its test, or the program, went on. */
public final class GoroutineLeak implements StuckAnalysis {
  private static final Rule RULE =
      new Rule(
          "goroutine-leak",
          "a goroutine is blocked for good",
          "Make sure that every path of the code that started the goroutine releases it: receive,"
              + " close the channel, cancel a context, or give the channel room for the last value.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public Optional<Report> explain(RootCause cause, StuckGroup group) {
    if (group.deadlocked()) {
      return Optional.empty();
    }
    Stuck stuck = cause.first();
    StuckReport report = StuckReport.of(RULE, stuck, group);
    for (ObjectId id : stuck.awaited()) {
      report.historyOf(id);
      report.step(group.story().releasers(id, stuck.id(), releasing(stuck)));
    }
    return Optional.of(
        report
            .alsoStuck(cause.members(), "waits in the same knot")
            .alsoStuck(cause.behind(), "stuck behind it")
            .message(message(stuck, cause, group.story())));
  }

  private static List<Role> releasing(Stuck stuck) {
    return switch (stuck.reason()) {
      case CHAN_SEND -> List.of(Role.RECEIVED);
      case CHAN_RECEIVE -> List.of(Role.SENT, Role.CLOSED);
      case SELECT -> List.of(Role.SENT, Role.CLOSED, Role.RECEIVED);
      case MUTEX_LOCK, RWMUTEX_LOCK, RWMUTEX_RLOCK -> List.of(Role.LOCKED, Role.UNLOCKED);
      case WAIT_GROUP -> List.of(Role.ADDED, Role.DONE);
      case COND -> List.of(Role.SIGNALLED);
      case NIL_CHAN_SEND, NIL_CHAN_RECEIVE, EMPTY_SELECT, SEMAPHORE, SLEEP, IO, OTHER -> List.of();
    };
  }

  private static String message(Stuck stuck, RootCause cause, Storyteller story) {
    boolean proved = stuck.proof().isConclusive();
    if (cause.members().size() > 1) {
      return cause.members().size()
          + (proved ? " goroutines are stuck for good" : " goroutines were left behind")
          + ", each waiting for the next";
    }
    return proved
        ? "goroutine is stuck for good: " + what(stuck, story)
        : "goroutine was left behind: " + soFar(stuck, story);
  }

  /** What a goroutine waits for that may yet be released. */
  private static String soFar(Stuck stuck, Storyteller story) {
    String object =
        stuck.awaited().isEmpty() ? "" : " on " + story.words().kind(stuck.awaited().getFirst());
    return "it was still blocked in " + stuck.reason().words() + object;
  }

  private static String what(Stuck stuck, Storyteller story) {
    String object =
        stuck.awaited().isEmpty() ? "an object" : story.words().kind(stuck.awaited().getFirst());
    return switch (stuck.reason()) {
      case CHAN_SEND -> "it sends on " + object + " and nobody will receive";
      case CHAN_RECEIVE -> "it receives from " + object + " and nobody will send or close it";
      case NIL_CHAN_SEND -> "it sends on a nil channel";
      case NIL_CHAN_RECEIVE -> "it receives from a nil channel";
      case EMPTY_SELECT -> "its select has no cases";
      case SELECT -> select(stuck);
      case MUTEX_LOCK, RWMUTEX_LOCK -> "it locks " + object + " that nobody will unlock";
      case RWMUTEX_RLOCK -> "it read-locks " + object + " that nobody will unlock";
      case WAIT_GROUP -> "it waits for a waitgroup whose counter will not reach zero";
      case COND -> "it waits for a cond that nobody will signal";
      case SEMAPHORE, SLEEP, IO, OTHER -> "it waits for something that will not happen";
    };
  }

  private static String select(Stuck stuck) {
    List<SelectCase> cases = stuck.cases();
    if (stuck.awaited().isEmpty() && !cases.isEmpty()) {
      return "every case of its select has a nil channel";
    }
    return "no case of its select will become ready";
  }
}
