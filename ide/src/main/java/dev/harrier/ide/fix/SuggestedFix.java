package dev.harrier.ide.fix;

import java.util.List;

/**
 * A change of one file that may fix a finding.
 *
 * @param title what it does, as a menu shows it
 * @param edits in ascending order
 */
public record SuggestedFix(String title, String file, List<LineEdit> edits) {
  public SuggestedFix {
    edits = List.copyOf(edits);
  }
}
