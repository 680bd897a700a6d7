package dev.harrier.vet.race;

import dev.harrier.vet.mayorder.PossibleOrder;
import dev.harrier.vet.ssa.FunctionId;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.sync.Exclusion;
import dev.harrier.vet.sync.OperationKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A race on one variable, as data: what a report is made of. The words are the reporter's.
 *
 * @param shape what it looks like, and so whether it fails a run
 * @param memory what of the variable the accesses meet in
 * @param orders what may order the accesses all the same; a finding has none
 * @param first the access to report at: in a goroutine, a write if there is one
 * @param sameCode whether the two accesses are one piece of code in two goroutines
 * @param considered synchronization that the goroutines share and that does not help
 * @param others further pairs of accesses to the variable
 * @param remedy what would fix it, where that is obvious
 */
public record RaceReport(
    Subject subject,
    Shape shape,
    Confidence memory,
    Set<PossibleOrder> orders,
    Side first,
    Side second,
    boolean sameCode,
    List<Considered> considered,
    List<Pair> others,
    Optional<Remedy> remedy) {
  public RaceReport {
    orders = Set.copyOf(orders);
    considered = List.copyOf(considered);
    others = List.copyOf(others);
  }

  /** A read or a write. */
  public record Touch(Position position, boolean write, boolean atomic) {}

  /** Two accesses. */
  public record Pair(Touch first, Touch second) {}

  /**
   * One access, with the goroutine that makes it.
   *
   * @param code the function
   * @param function as Go prints it
   * @param packagePath of the function
   * @param launch what starts the goroutine; nothing if it is the one that runs the outermost code
   * @param held the locks that it holds there
   * @param stack innermost first, down to where the goroutine starts
   * @param operations what the goroutine synchronizes by
   */
  public record Side(
      Touch touch,
      FunctionId code,
      String function,
      String packagePath,
      Optional<Launch> launch,
      List<HeldLock> held,
      List<Call> stack,
      List<Operation> operations) {
    public Side {
      held = List.copyOf(held);
      stack = List.copyOf(stack);
      operations = List.copyOf(operations);
    }

    /** A place in the function that the analysis began with. */
    public Position outermost() {
      return launch
          .map(l -> l.stack().isEmpty() ? l.position() : l.stack().getLast().position())
          .orElseGet(() -> stack.isEmpty() ? touch.position() : stack.getLast().position());
    }
  }

  /**
   * What starts a goroutine.
   *
   * @param by "go", or the function that starts it
   */
  public record Launch(Position position, String by, List<Call> stack) {
    public Launch {
      stack = List.copyOf(stack);
    }
  }

  /** A place in an activation of a function. */
  public record Call(String function, Position position) {}

  /**
   * A lock that is held.
   *
   * @param name the variable; "" if it has none
   */
  public record HeldLock(String name, Exclusion mode) {}

  /** An operation that orders goroutines. */
  public record Operation(OperationKind kind, Position position) {}

  /** Synchronization that does not help, and why. */
  public sealed interface Considered {
    /** Only one of the accesses holds the lock. */
    record HeldByOne(boolean first, String lock) implements Considered {}

    /** Both hold it, neither alone. */
    record HeldForReading(String lock) implements Considered {}

    /** Each goroutine has a lock of its own. */
    record OwnInstances(String lock) implements Considered {}

    /** Not every execution passes them between the two accesses. */
    record NotAlwaysPassed(List<Operation> operations) implements Considered {}
  }

  /** What would fix a race. */
  public enum Remedy {
    /** The file has a language version before Go 1.22: iterations share the variable. */
    LOOP_VARIABLE_OF_ITS_OWN,
    ADD_BEFORE_GO,
    LOCK_FOR_WRITING,
    ERR_OF_ITS_OWN
  }

  /** Whether something that was not followed, or not understood, may order the accesses. */
  public boolean isWithheld() {
    return !orders.isEmpty();
  }
}
