package dev.harrier.model.finding;

import java.util.ArrayList;
import java.util.List;

/** Lists of operations. */
public final class Operations {
  private Operations() {}

  /** The same operations with those that repeat the one before joined to it. */
  public static List<Operation> folded(List<Operation> operations) {
    List<Operation> folded = new ArrayList<>();
    for (Operation operation : operations) {
      if (!folded.isEmpty() && operation.repeats(folded.getLast())) {
        folded.addLast(folded.removeLast().plus(operation.times()));
      } else {
        folded.add(operation);
      }
    }
    return folded;
  }
}
