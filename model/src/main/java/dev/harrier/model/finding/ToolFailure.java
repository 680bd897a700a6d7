package dev.harrier.model.finding;

import java.util.List;

/** Why Harrier could not do its work. */
public sealed interface ToolFailure {
  /**
   * Go's standard library does not compile with Harrier's hooks in it.
   *
   * @param go its version
   */
  record HooksDoNotCompile(String go) implements ToolFailure {}

  /**
   * A test binary ran and left no trace.
   *
   * @param directory where it should be
   */
  record NoTrace(long pid, String directory) implements ToolFailure {}

  /** A test binary was built with other files than those that Harrier prepared for the run. */
  record OtherOverlay(long pid) implements ToolFailure {}

  /** Functions that the analysis of sources did not survive. */
  record FunctionsNotAnalyzed(List<Unanalyzed> functions) implements ToolFailure {
    public FunctionsNotAnalyzed {
      functions = List.copyOf(functions);
    }
  }

  /**
   * A function that was not analyzed.
   *
   * @param cause the exception
   */
  record Unanalyzed(String function, String cause) {}

  /** The server of a campaign no longer has findings as they were kept. */
  record FindingsLost(long findings) implements ToolFailure {}

  /**
   * The run could not begin, or not continue.
   *
   * @param why one sentence, as the operating system, Go, a server or a worker said it
   */
  record Stopped(String why) implements ToolFailure {}
}
