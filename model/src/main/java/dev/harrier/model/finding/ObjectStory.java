package dev.harrier.model.finding;

import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Stack;
import java.util.List;

/**
 * One object's part in a finding.
 *
 * @param madeAt where it was made, or where it was first used if {@code madeKnown} is false
 * @param note its state in words: "unbuffered, never closed", "held by goroutine 7"
 * @param lastOperations the latest operations on it, oldest first, each one line
 */
public record ObjectStory(
    ObjectId id,
    ObjectKind kind,
    Stack madeAt,
    boolean madeKnown,
    String note,
    List<String> lastOperations) {
  public ObjectStory {
    lastOperations = List.copyOf(lastOperations);
  }
}
