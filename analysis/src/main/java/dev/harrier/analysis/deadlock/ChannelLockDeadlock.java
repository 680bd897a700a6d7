package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.PredictiveAnalysis;
import dev.harrier.analysis.predict.Hold;
import dev.harrier.analysis.predict.LockedWait;
import dev.harrier.analysis.predict.Predictions;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.story.Words;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.Site;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A goroutine waits at a channel, or for a wait group, with a lock held that its partner takes on
 * the way. See {@link dev.harrier.analysis.predict}.
 */
public final class ChannelLockDeadlock implements PredictiveAnalysis {
  private static final Rule RULE =
      new Rule(
          "channel-lock-deadlock",
          "a goroutine waits, with a lock held, for one that needs the lock",
          "Unlock before you send, receive or wait, or let the other goroutine do without the lock.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public List<Report> explain(Predictions predictions, ProgramState program, Storyteller story) {
    List<Report> reports = new ArrayList<>();
    Set<List<String>> told = new HashSet<>();
    for (LockedWait wait : predictions.waits()) {
      PredictionReport prediction = new PredictionReport(program, story);
      Words words = story.words();
      List<String> places =
          List.of(words.place(wait.waiting().stack()), words.place(wait.taken().stack()));
      boolean library =
          prediction.isLibrary(wait.waiting().stack())
              && prediction.isLibrary(wait.taken().stack());
      if (!library
          && !isOfContextError(wait, program)
          && !prediction.isTry(wait.taken().stack())
          && told.add(places)) {
        reports.add(report(wait, prediction, program, story));
      }
    }
    return reports;
  }

  /**
   * Whether the wait is that of {@code Context.Err}, which receives from a channel that is about to
   * be closed, by who needs no other lock for that (since Go 1.25, context.go).
   */
  private static boolean isOfContextError(LockedWait wait, ProgramState program) {
    Site at = program.trace().stack(wait.waiting().stack()).top();
    return at.packagePath().equals("context") && at.function().endsWith(").Err");
  }

  private static Report report(
      LockedWait wait, PredictionReport prediction, ProgramState program, Storyteller story) {
    Words words = story.words();
    LockedWait.Waiting waiting = wait.waiting();
    String waiter = words.goroutine(waiting.goroutine());
    String partner = words.goroutine(wait.partner());
    Hold held = wait.held();
    Hold taken = wait.taken();
    String waits =
        "would block "
            + doing(waiting, words)
            + ", for what "
            + partner
            + " does at "
            + words.place(wait.doneAt());
    String blocks =
        "would block "
            + (taken.mode() == LockMode.READ ? "read-locking " : "locking ")
            + words.object(taken.lock())
            + ", which "
            + waiter
            + " holds since "
            + words.place(held.stack());
    prediction.created(waiting.goroutine());
    prediction.created(wait.partner());
    prediction.step(waiter + " " + prediction.took(held));
    prediction.step(waiter + " " + waits + ", at " + words.place(waiting.stack()));
    prediction.step(partner + " " + blocks + ", at " + words.place(taken.stack()));
    List<GoroutineStory> goroutines =
        List.of(
            prediction.goroutine(waiting.goroutine(), List.of(held), waiting.stack(), waits),
            prediction.goroutine(wait.partner(), List.of(), taken.stack(), blocks));
    return new Report(
        RULE,
        Strength.PREDICTED,
        message(wait, words),
        "wait under lock",
        program.trace().stack(waiting.stack()),
        story.createdAt(waiting.goroutine()),
        program.testOf(waiting.goroutine()),
        goroutines,
        List.of(story.object(held.lock()), story.object(waiting.object())),
        prediction.steps(),
        "it did not happen in this run, because "
            + partner
            + " came to the lock first; nothing orders the two there");
  }

  private static String doing(LockedWait.Waiting waiting, Words words) {
    String object = words.object(waiting.object());
    return switch (waiting.kind()) {
      case RECEIVE -> "receiving from " + object;
      case SEND -> "sending on " + object;
      case WAIT -> "waiting for " + object;
    };
  }

  private static String message(LockedWait wait, Words words) {
    String what =
        switch (wait.waiting().kind()) {
          case RECEIVE -> "a receive";
          case SEND -> "a send";
          case WAIT -> "a wait";
        };
    return "%s with a lock held, taken at %s; who would end it may need that lock first, at %s"
        .formatted(what, words.place(wait.held().stack()), words.place(wait.taken().stack()));
  }
}
