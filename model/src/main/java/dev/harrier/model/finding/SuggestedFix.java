package dev.harrier.model.finding;

import java.util.List;

/**
 * Edits of one file that may fix a finding. They were made for the file as it was in the run.
 *
 * @param subject what is changed, as the source says it: {@code cancel}, {@code c.mu.Unlock}
 * @param edits in ascending order; they do not overlap
 */
public record SuggestedFix(Kind kind, String subject, String file, List<TextEdit> edits) {
  public SuggestedFix {
    edits = List.copyOf(edits);
  }

  /** What the edits do. */
  public enum Kind {
    /** A channel gets a buffer for a value that may never be received. */
    ROOM_FOR_ONE,
    /** A context is canceled when the function returns. */
    DEFER_CANCEL,
    /** An iterator is stopped when the function returns. */
    DEFER_STOP,
    /** A lock is unlocked when the function returns, and nowhere else. */
    DEFER_UNLOCK,
    /** {@code WaitGroup.Add} is called before the go statement. */
    ADD_BEFORE_GO,
    /** Each iteration has its own variable. */
    COPY_LOOP_VARIABLE,
    /** A closure has its own variable. */
    DECLARE_INSIDE_CLOSURE
  }

  /**
   * The text that comes in the place of another. Lines and columns are counted from 1, columns in
   * UTF-16 code units; the end is exclusive.
   */
  public record TextEdit(int line, int column, int endLine, int endColumn, String text) {
    public TextEdit {
      if (line < 1
          || column < 1
          || endColumn < 1
          || endLine < line
          || (endLine == line && endColumn < column)) {
        throw new IllegalArgumentException(
            "no place: %d:%d to %d:%d".formatted(line, column, endLine, endColumn));
      }
    }
  }
}
