package dev.harrier.analysis.deadlock;

import dev.harrier.analysis.engine.PredictiveAnalysis;
import dev.harrier.analysis.explain.Draft;
import dev.harrier.analysis.explain.Explainer;
import dev.harrier.analysis.predict.Predictions;
import dev.harrier.analysis.predict.lock.Acquisition;
import dev.harrier.analysis.predict.lock.LockCycle;
import dev.harrier.analysis.predict.lock.LockTuple;
import dev.harrier.analysis.state.ProgramState;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Defect.LockCycle.Shape;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Step.WouldBlock.Attempt;
import dev.harrier.model.finding.Step.WouldBlock.Obstacle;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Goroutines take the same locks in different orders, or a goroutine read-locks twice where a
 * writer can come in between. See {@link dev.harrier.analysis.predict}.
 */
public final class LockOrderDeadlock implements PredictiveAnalysis {
  private static final Rule RULE =
      new Rule(
          "lock-order-deadlock",
          "locks are taken in an order that can deadlock",
          "Take these locks in the same order everywhere, or unlock one before locking the next;"
              + " never read-lock an RWMutex again while holding its read lock.",
          Strength.PREDICTED);

  private static final Comparator<Site> BY_PLACE =
      Comparator.comparing(Site::file).thenComparingInt(Site::line);

  @Override
  public Rule rule() {
    return RULE;
  }

  @Override
  public List<Draft> explain(Predictions predictions, ProgramState program, Explainer explainer) {
    List<Draft> drafts = new ArrayList<>();
    Set<Set<Site>> reported = new HashSet<>();
    for (LockCycle cycle : predictions.cycles()) {
      PredictionDraft draft = new PredictionDraft(program, explainer);
      if (cycle.tuples().stream().noneMatch(t -> draft.isTry(t.stack()))
          && !cycle.tuples().stream().allMatch(t -> draft.isLibrary(t.stack()))
          && reported.add(places(cycle, draft))) {
        drafts.add(draft(inOrder(cycle, draft), draft, program, explainer));
      }
    }
    return drafts;
  }

  /** A defect is the same if it is at the same places, whichever goroutines come by there. */
  private static Set<Site> places(LockCycle cycle, PredictionDraft draft) {
    return cycle.tuples().stream().map(t -> draft.site(t.stack())).collect(Collectors.toSet());
  }

  /** Begins with the first place in the alphabet, so that every run reports it alike. */
  private static List<LockTuple> inOrder(LockCycle cycle, PredictionDraft draft) {
    List<LockTuple> tuples = new ArrayList<>(cycle.tuples());
    LockTuple first =
        Collections.min(
            tuples,
            Comparator.comparing((LockTuple t) -> t.held().isEmpty())
                .thenComparing(t -> draft.site(t.stack()), BY_PLACE)
                .thenComparingLong(t -> t.goroutine().value()));
    Collections.rotate(tuples, -tuples.indexOf(first));
    return tuples;
  }

  private static Draft draft(
      List<LockTuple> tuples, PredictionDraft draft, ProgramState program, Explainer explainer) {
    Set<ObjectId> locks = new LinkedHashSet<>();
    List<Stack> places = new ArrayList<>();
    for (int i = 0; i < tuples.size(); i++) {
      LockTuple tuple = tuples.get(i);
      LockTuple next = tuples.get((i + 1) % tuples.size());
      draft.arrives(tuple.goroutine(), tuple.held());
      draft.blocks(
          new Step.WouldBlock(
              tuple.goroutine(),
              tuple.mode() == LockMode.READ ? Attempt.READ_LOCK : Attempt.LOCK,
              explainer.operations().object(tuple.lock()),
              draft.site(tuple.stack()),
              obstacle(next, tuple, draft)),
          tuple.stack());
      locks.add(tuple.lock());
      places.add(program.trace().stack(tuple.stack()));
      tuple.held().forEach(h -> places.add(program.trace().stack(h.stack())));
    }
    LockTuple first = tuples.getFirst();
    return new Draft(
        RULE,
        Strength.PREDICTED,
        new Defect.LockCycle(shape(tuples), tuples.size(), draft.site(tuples.get(1).stack())),
        program.testOf(first.goroutine()),
        Draft.Identity.ofCycle(program.trace().stack(first.stack()), places),
        new Explanation(
            draft.participants(),
            locks.stream().map(explainer::object).toList(),
            draft.steps(),
            List.of(new Evidence.CycleNotOrdered()),
            List.of(),
            Optional.empty()));
  }

  private static Obstacle obstacle(LockTuple next, LockTuple waiter, PredictionDraft draft) {
    for (Acquisition hold : next.held()) {
      if (next.blocks(waiter) && hold.lock().equals(waiter.lock())) {
        return new Obstacle.HeldBy(next.goroutine(), draft.site(hold.stack()));
      }
    }
    return new Obstacle.WriterWaits(next.goroutine(), draft.site(next.stack()));
  }

  private static Shape shape(List<LockTuple> tuples) {
    LockTuple first = tuples.getFirst();
    LockTuple second = tuples.get(1);
    if (tuples.size() > 2) {
      return Shape.LONGER;
    }
    return second.held().isEmpty() || first.lock().equals(second.lock())
        ? Shape.READ_LOCK_AGAIN
        : Shape.OPPOSITE_ORDERS;
  }
}
