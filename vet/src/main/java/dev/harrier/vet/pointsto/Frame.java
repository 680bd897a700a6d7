package dev.harrier.vet.pointsto;

import dev.harrier.vet.ssa.Function;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.Value.Register;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One activation of a function, as far as a static analysis distinguishes activations: by the chain
 * of calls that leads to it. Frames are compared by identity.
 */
public final class Frame {
  private final Function function;
  private final Optional<Frame> caller;
  private final Position callPosition;
  private final List<Bound> arguments;
  private final Optional<Environment> environment;
  private final int depth;
  private final Map<Register, Frame> callees = new HashMap<>();

  /**
   * Where a closure was made.
   *
   * @param frame the activation whose variables it captured
   * @param bindings the addresses of these variables, in the order of the free variables
   */
  public record Environment(Frame frame, List<Bound> bindings) {
    public Environment {
      bindings = List.copyOf(bindings);
    }
  }

  private Frame(
      Function function,
      Optional<Frame> caller,
      Position callPosition,
      List<Bound> arguments,
      Optional<Environment> environment) {
    this.function = function;
    this.caller = caller;
    this.callPosition = callPosition;
    this.arguments = List.copyOf(arguments);
    this.environment = environment;
    this.depth = caller.map(c -> c.depth + 1).orElse(0);
  }

  /** An activation about whose caller nothing is known. */
  public static Frame root(Function function, Optional<Environment> environment) {
    return new Frame(function, Optional.empty(), Position.UNKNOWN, List.of(), environment);
  }

  /** An activation by a call, go or defer in {@code caller}; missing arguments are unknown. */
  public static Frame called(
      Function function,
      Frame caller,
      Position at,
      List<Bound> arguments,
      Optional<Environment> environment) {
    return new Frame(function, Optional.of(caller), at, arguments, environment);
  }

  public Function function() {
    return function;
  }

  public Optional<Frame> caller() {
    return caller;
  }

  /** Where the caller calls; unknown for a root. */
  public Position callPosition() {
    return callPosition;
  }

  public Optional<Environment> environment() {
    return environment;
  }

  /** How many calls lead here from the root. */
  public int depth() {
    return depth;
  }

  /** What the caller passes for parameter {@code index}, if that is known. */
  public Optional<Bound> argument(int index) {
    return index < arguments.size() ? Optional.of(arguments.get(index)) : Optional.empty();
  }

  /** Records which activation computes the result of a call instruction of this function. */
  public void callee(Register result, Frame callee) {
    callees.put(result, callee);
  }

  public Optional<Frame> callee(Register result) {
    return Optional.ofNullable(callees.get(result));
  }

  /** This activation, its caller, and so on up to the root. */
  public Stream<Frame> andCallers() {
    return Stream.iterate(Optional.of(this), Optional::isPresent, f -> f.orElseThrow().caller)
        .map(Optional::orElseThrow);
  }

  /** Whether {@code f} is active {@code times} times or more on the way here. */
  public boolean isActive(Function f, int times) {
    int seen = 0;
    Optional<Frame> at = Optional.of(this);
    while (at.isPresent()) {
      if (at.get().function == f && ++seen >= times) {
        return true;
      }
      at = at.get().caller;
    }
    return false;
  }

  @Override
  public String toString() {
    return function.name() + "#" + depth;
  }
}
