package dev.harrier.model.finding;

import java.util.List;

/** Which run shows a finding again. How that is typed is a renderer's business. */
public sealed interface Rerun {
  /** It is not known. */
  record Unknown() implements Rerun {}

  /**
   * The test, or benchmark, alone.
   *
   * @param flags those of the run that matter to the build: {@code -race}, {@code -tags=x}
   * @param test its name with those of its parents; "" for all tests of the package
   * @param packagePattern as the go command takes it; "" for the current directory
   */
  record TestAgain(List<String> flags, String test, String packagePattern) implements Rerun {
    public TestAgain {
      flags = List.copyOf(flags);
    }
  }

  /** The same schedule, by the fingerprint of the stored finding. */
  record ReplayStored(String fingerprint) implements Rerun {}

  /** The whole command, word by word. */
  record Command(List<String> words) implements Rerun {
    public Command {
      words = List.copyOf(words);
    }
  }
}
