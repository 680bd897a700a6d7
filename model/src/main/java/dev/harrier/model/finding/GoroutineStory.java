package dev.harrier.model.finding;

import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Stack;
import java.util.List;

/**
 * One goroutine's part in a finding.
 *
 * @param role what it does in the story: "stuck", "holds the lock", "closed the channel"
 * @param state in words: "blocked in chan send", "exited"
 * @param stack where it stands or stood
 * @param createdAt the stack of its creator at that moment; empty for main
 * @param creator NONE for main
 * @param lastOperations its latest operations, oldest first, each one line
 */
public record GoroutineStory(
    GoroutineId id,
    String role,
    String state,
    Stack stack,
    Stack createdAt,
    GoroutineId creator,
    List<String> lastOperations) {
  public GoroutineStory {
    lastOperations = List.copyOf(lastOperations);
  }
}
