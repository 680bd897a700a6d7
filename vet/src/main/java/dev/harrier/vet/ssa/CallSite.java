package dev.harrier.vet.ssa;

import java.util.List;

/**
 * What is called, and with what.
 *
 * @param method the full name of the interface method, such as {@code (context.Context).Done}; ""
 *     if this is not a call through an interface
 * @param callee the called value, or the receiver of an interface call
 * @param arguments for a static method call, the receiver comes first
 */
public record CallSite(String method, Value callee, List<Value> arguments) {
  public CallSite {
    arguments = List.copyOf(arguments);
  }

  public boolean isInvoke() {
    return !method.isEmpty();
  }
}
