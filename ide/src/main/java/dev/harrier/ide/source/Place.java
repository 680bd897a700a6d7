package dev.harrier.ide.source;

import dev.harrier.report.store.KeptLines;
import java.util.List;
import java.util.Optional;

/**
 * Where a line of a run is now.
 *
 * @param line from 1; where it was, or the last line of the file, if it is found nowhere
 */
public record Place(State state, int line) {
  /** What became of it. */
  public enum State {
    UNCHANGED,
    MOVED,
    /** Its text is found nowhere: what the run says of it may not hold any more. */
    CHANGED,
    /** The run kept no text of it. */
    UNKNOWN
  }

  /**
   * Looks for a line.
   *
   * @param file relative to the module
   * @param now the lines that the file has
   */
  public static Place of(KeptLines kept, String file, int line, List<String> now) {
    int shown = Math.max(1, Math.min(line, now.size()));
    Optional<String> text = kept.line(file, line);
    if (text.isEmpty()) {
      return new Place(State.UNKNOWN, shown);
    }
    if (line <= now.size() && now.get(line - 1).strip().equals(text.get().strip())) {
      return new Place(State.UNCHANGED, line);
    }
    int best = 0;
    int bestScore = -1;
    for (int candidate = 1; candidate <= now.size(); candidate++) {
      if (now.get(candidate - 1).strip().equals(text.get().strip())) {
        int score = neighbors(kept, file, line, candidate, now);
        boolean nearer = Math.abs(candidate - line) < Math.abs(best - line);
        if (score > bestScore || (score == bestScore && nearer)) {
          best = candidate;
          bestScore = score;
        }
      }
    }
    return best == 0 ? new Place(State.CHANGED, shown) : new Place(State.MOVED, best);
  }

  private static int neighbors(
      KeptLines kept, String file, int line, int candidate, List<String> now) {
    int equal = 0;
    for (int by = -KeptLines.AROUND; by <= KeptLines.AROUND; by++) {
      int other = candidate + by;
      if (by != 0
          && other >= 1
          && other <= now.size()
          && kept.line(file, line + by)
              .map(t -> t.strip().equals(now.get(other - 1).strip()))
              .orElse(false)) {
        equal++;
      }
    }
    return equal;
  }
}
