package dev.harrier.analysis.state;

import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.List;

/**
 * What raised a panic. Its text does not say: a user's may quote the runtime's. The place does: the
 * innermost frame of the panic's stack is the function that called {@code panic}.
 */
public enum PanicOrigin {
  /** The runtime or package sync: the text says what was misused. */
  RUNTIME,
  /** Any other code, the text is its own; also where a value is raised again after a recover. */
  PROGRAM,
  /** The trace does not have the place. */
  UNKNOWN;

  /** In a closure they raise again what a function of the user's panicked with (OnceFunc, Go). */
  private static final String CLOSURE = ".func";

  private static final List<String> RAISERS = List.of("runtime", "sync", "internal/sync");

  /** What raised a panic that has this stack. */
  public static PanicOrigin of(Stack stack) {
    Site top = stack.top();
    if (top.equals(Site.UNKNOWN)) {
      return UNKNOWN;
    }
    boolean raised = RAISERS.contains(top.packagePath()) && !top.function().contains(CLOSURE);
    return raised ? RUNTIME : PROGRAM;
  }
}
