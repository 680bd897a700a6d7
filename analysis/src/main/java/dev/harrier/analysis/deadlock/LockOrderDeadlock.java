package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.PredictiveAnalysis;
import dev.harrier.analysis.predict.Hold;
import dev.harrier.analysis.predict.LockCycle;
import dev.harrier.analysis.predict.LockTuple;
import dev.harrier.analysis.predict.Predictions;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.analysis.story.Report;
import dev.harrier.analysis.story.Storyteller;
import dev.harrier.analysis.story.Words;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Goroutines take the same locks in different orders, or a goroutine read-locks twice where a
 * writer can come in between. See {@link dev.harrier.analysis.predict}.
 */
public final class LockOrderDeadlock implements PredictiveAnalysis {
  private static final Rule RULE =
      new Rule(
          "lock-order-deadlock",
          "locks are taken in an order that can deadlock",
          "Take these locks in the same order everywhere, or let go of one before taking the next;"
              + " never read-lock an RWMutex again while holding its read lock.");

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public List<Report> explain(Predictions predictions, ProgramState program, Storyteller story) {
    List<Report> reports = new ArrayList<>();
    Set<Set<String>> told = new HashSet<>();
    for (LockCycle cycle : predictions.cycles()) {
      PredictionReport prediction = new PredictionReport(program, story);
      if (cycle.tuples().stream().noneMatch(t -> prediction.isTry(t.stack()))
          && !cycle.tuples().stream().allMatch(t -> prediction.isLibrary(t.stack()))
          && told.add(places(cycle, story.words()))) {
        reports.add(report(inOrder(cycle, story.words()), prediction, program, story));
      }
    }
    return reports;
  }

  /** A defect is the same if it is at the same places, whoever comes by there. */
  private static Set<String> places(LockCycle cycle, Words words) {
    Set<String> places = new TreeSet<>();
    cycle.tuples().forEach(t -> places.add(words.place(t.stack())));
    return places;
  }

  /** Begins with the first place in the alphabet, so that every run tells the same story. */
  private static List<LockTuple> inOrder(LockCycle cycle, Words words) {
    List<LockTuple> tuples = new ArrayList<>(cycle.tuples());
    LockTuple first =
        Collections.min(
            tuples,
            Comparator.comparing((LockTuple t) -> t.held().isEmpty())
                .thenComparing(t -> words.place(t.stack()))
                .thenComparingLong(t -> t.goroutine().value()));
    Collections.rotate(tuples, -tuples.indexOf(first));
    return tuples;
  }

  private static Report report(
      List<LockTuple> tuples,
      PredictionReport prediction,
      ProgramState program,
      Storyteller story) {
    Words words = story.words();
    Set<ObjectId> locks = new LinkedHashSet<>();
    List<GoroutineStory> goroutines = new ArrayList<>();
    for (int i = 0; i < tuples.size(); i++) {
      LockTuple tuple = tuples.get(i);
      LockTuple next = tuples.get((i + 1) % tuples.size());
      String who = words.goroutine(tuple.goroutine());
      String blocks = "would block " + wants(tuple, words) + ", which " + has(next, tuple, words);
      prediction.created(tuple.goroutine());
      tuple.held().forEach(h -> prediction.step(who + " " + prediction.took(h)));
      prediction.step(who + " " + blocks + ", at " + words.place(tuple.stack()));
      goroutines.add(prediction.goroutine(tuple.goroutine(), tuple.held(), tuple.stack(), blocks));
      locks.add(tuple.lock());
    }
    LockTuple first = tuples.getFirst();
    return new Report(
        RULE,
        Strength.PREDICTED,
        message(tuples, words),
        "lock order",
        program.trace().stack(first.stack()),
        story.createdAt(first.goroutine()),
        program.testOf(first.goroutine()),
        goroutines,
        locks.stream().map(story::object).toList(),
        prediction.steps(),
        "it did not happen in this run; but nothing orders these goroutines here, and no lock keeps"
            + " them apart, so another schedule can bring them all to the step where they block");
  }

  private static String wants(LockTuple tuple, Words words) {
    return (tuple.mode() == LockMode.READ ? "read-locking " : "locking ")
        + words.object(tuple.lock());
  }

  private static String has(LockTuple next, LockTuple waiter, Words words) {
    String who = words.goroutine(next.goroutine());
    for (Hold hold : next.held()) {
      if (next.blocks(waiter) && hold.lock().equals(waiter.lock())) {
        return who + " holds since " + words.place(hold.stack());
      }
    }
    return who + " waits to lock first, at " + words.place(next.stack());
  }

  private static String message(List<LockTuple> tuples, Words words) {
    LockTuple first = tuples.getFirst();
    LockTuple second = tuples.get(1);
    if (tuples.size() == 2 && (second.held().isEmpty() || first.lock().equals(second.lock()))) {
      return "this read lock is taken again while it is held; a writer at %s that comes in between makes both wait for ever"
          .formatted(words.place(second.stack()));
    }
    if (tuples.size() == 2) {
      return "a lock is taken here under another one, and at %s the other way round: both can wait for ever"
          .formatted(words.place(second.stack()));
    }
    return "%d goroutines can wait for ever here, each for a lock that the next one holds"
        .formatted(tuples.size());
  }
}
