package dev.harrier.analysis.story;

import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.ObjectStory;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.TestId;
import java.util.List;

/**
 * A finding before it has its location, fingerprint, witness and count.
 *
 * @param kind the operation that it is about, in a word: part of its identity
 * @param where the stack that the finding points into
 * @param createdAt where its goroutine was created
 * @param test the test to charge
 */
public record Report(
    Rule rule,
    Strength strength,
    String message,
    String kind,
    Stack where,
    Stack createdAt,
    TestId test,
    List<GoroutineStory> goroutines,
    List<ObjectStory> objects,
    List<String> steps,
    String evidence) {
  public Report {
    goroutines = List.copyOf(goroutines);
    objects = List.copyOf(objects);
    steps = List.copyOf(steps);
  }
}
