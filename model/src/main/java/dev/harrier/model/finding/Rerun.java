package dev.harrier.model.finding;

import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.command.Secrets;
import java.util.List;

/** Which run shows a finding again. How that is typed is a renderer's business. */
public sealed interface Rerun {
  /** It is not known. */
  record Unknown() implements Rerun {}

  /**
   * The test, or benchmark, by itself.
   *
   * @param flags the settings of the build
   * @param test its name with those of its parents; "" for all tests of the package
   * @param packagePattern as the go command takes it; "" for the current directory
   */
  record TestAgain(BuildSettings flags, String test, String packagePattern) implements Rerun {}

  /** The same schedule, by the fingerprint of the stored finding. */
  record ReplayStored(String fingerprint) implements Rerun {}

  /** The whole command, word by word, for people to read: nothing runs it. */
  record Command(List<String> words) implements Rerun {
    public Command {
      words = Secrets.hidden(words);
    }
  }
}
