package dev.harrier.report.words;

import dev.harrier.report.RunProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How far a run is, in a sentence. */
public final class ProgressLine {
  private ProgressLine() {}

  /** Of an exploration. */
  public static String of(RunProgress progress) {
    List<String> parts = new ArrayList<>();
    parts.add(
        String.format(
            Locale.ROOT,
            "%,d executions in %.0f s, %.0f a second",
            progress.executions(),
            progress.millis() / 1e3,
            progress.rate()));
    parts.addAll(progress.status());
    parts.add(String.format(Locale.ROOT, "%,d tests remaining", progress.openTargets()));
    parts.add(progress.current());
    return String.join(", ", parts.stream().filter(part -> !part.isEmpty()).toList());
  }

  /** The line of a run whose progress is not known. */
  public static String goingOn(long pid) {
    return "still running (process %d)".formatted(pid);
  }

  /**
   * Of a run that has no end and whose process is gone.
   *
   * @param last what it said of itself last
   */
  public static String killed(Optional<RunProgress> last) {
    return "killed before it could report; this is what it had found until then"
        + last.map(progress -> ": " + of(progress)).orElse("");
  }
}
