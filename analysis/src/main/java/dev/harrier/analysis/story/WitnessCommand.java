package dev.harrier.analysis.story;

import dev.harrier.model.finding.Witness;

/** Makes the command that shows a finding again; the caller knows how the run was started. */
public interface WitnessCommand {
  /**
   * @param packagePath the import path of the package that the finding is in
   * @param test the full name of the test it is charged to, or ""
   */
  Witness of(String packagePath, String test);
}
