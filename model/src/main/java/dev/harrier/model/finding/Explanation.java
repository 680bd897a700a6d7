package dev.harrier.model.finding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How a defect happened and what shows it.
 *
 * @param participants the goroutine that the finding is about first
 * @param steps in order
 * @param evidence strongest first; at least one
 * @param fix empty where the rule's advice is all there is to say
 * @param suggestedFix edits that may do it; empty where none are known
 */
public record Explanation(
    List<Participant> participants,
    List<InvolvedObject> objects,
    List<Step> steps,
    List<Evidence> evidence,
    List<Doubt> doubts,
    Optional<Fix> fix,
    Optional<SuggestedFix> suggestedFix) {
  public Explanation {
    participants = List.copyOf(participants);
    objects = List.copyOf(objects);
    steps = List.copyOf(steps);
    evidence = List.copyOf(evidence);
    doubts = List.copyOf(doubts);
  }

  /** One without edits. */
  public Explanation(
      List<Participant> participants,
      List<InvolvedObject> objects,
      List<Step> steps,
      List<Evidence> evidence,
      List<Doubt> doubts,
      Optional<Fix> fix) {
    this(participants, objects, steps, evidence, doubts, fix, Optional.empty());
  }

  /** One of goroutines and evidence only. */
  public static Explanation of(List<Participant> participants, Evidence... evidence) {
    return new Explanation(
        participants, List.of(), List.of(), List.of(evidence), List.of(), Optional.empty());
  }

  /** Whether this is among the evidence. */
  public boolean has(Evidence one) {
    return evidence.contains(one);
  }

  /** The same, shown by this. */
  public Explanation shownBy(Evidence by) {
    return shown(by, doubts);
  }

  /** The same with one more reason for doubt. */
  public Explanation doubted(Doubt doubt) {
    List<Doubt> more = new ArrayList<>(doubts);
    more.add(doubt);
    return new Explanation(participants, objects, steps, evidence, more, fix, suggestedFix);
  }

  /** The same with other reasons for doubt. */
  public Explanation withDoubts(List<Doubt> others) {
    return new Explanation(participants, objects, steps, evidence, others, fix, suggestedFix);
  }

  /** The same, shown by this and doubted only for these reasons. */
  Explanation shown(Evidence by, List<Doubt> others) {
    return new Explanation(participants, objects, steps, List.of(by), others, fix, suggestedFix);
  }

  /** The same with other steps. */
  public Explanation mapSteps(UnaryOperator<List<Step>> change) {
    return new Explanation(
        participants, objects, change.apply(steps), evidence, doubts, fix, suggestedFix);
  }

  /** The same with other participants. */
  public Explanation with(List<Participant> others) {
    return new Explanation(others, objects, steps, evidence, doubts, fix, suggestedFix);
  }

  /** The same with edits that may fix it. */
  public Explanation with(SuggestedFix edits) {
    return new Explanation(participants, objects, steps, evidence, doubts, fix, Optional.of(edits));
  }
}
