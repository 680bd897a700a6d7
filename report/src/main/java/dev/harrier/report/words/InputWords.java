package dev.harrier.report.words;

import dev.harrier.model.trace.InputKind;

/** What inputs of a test are called. */
public final class InputWords {
  private InputWords() {}

  /** As in "it reads the clock". */
  public static String of(InputKind kind) {
    return switch (kind) {
      case CLOCK -> "the clock";
      case RANDOM -> "random numbers";
      case SYSTEM -> "from the system or from C code";
      case ENVIRONMENT -> "the environment";
      case MAP_ORDER -> "the order of a map";
      case PROCESSORS -> "the number of processors";
      case MEMORY -> "the state of memory";
      case LEFT_BEHIND -> "how far the goroutines are that it left behind";
    };
  }
}
