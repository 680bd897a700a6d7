package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.explored.ProgressFigure;
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
    progress.status().forEach(figure -> parts.add(of(figure)));
    parts.add(String.format(Locale.ROOT, "%,d tests remaining", progress.openTargets()));
    parts.add(progress.current());
    return String.join(", ", parts.stream().filter(part -> !part.isEmpty()).toList());
  }

  /** The words of one figure. */
  public static String of(ProgressFigure figure) {
    return switch (figure) {
      case ProgressFigure.Orders(long number) -> Plurals.count(number, "order");
      case ProgressFigure.Covered(long met, long all) ->
          String.format(Locale.ROOT, "coverage %.1f %%", all == 0 ? 100 : 100.0 * met / all);
      case ProgressFigure.FailingTest(String test, long failed, long executions, String message) ->
          String.format(
              Locale.ROOT,
              "%s failed without a finding in %,d of %,d executions%s",
              test,
              failed,
              executions,
              message.isEmpty() ? "" : " (" + message + ")");
      case ProgressFigure.RequirementsMet(long number) ->
          Plurals.count(number, "coverage requirement met", "coverage requirements met");
      case ProgressFigure.AtWork(long workers) ->
          workers == 0 ? "no worker at work" : Plurals.count(workers, "worker");
      case ProgressFigure.Announced(long findings) ->
          Plurals.count(findings, "finding announced", "findings announced");
      case ProgressFigure.Pending(long findings) ->
          String.format(Locale.ROOT, "%,d to be confirmed by another worker", findings);
      case ProgressFigure.NoAnswer(String why) ->
          "no answer from the campaign's server (%s): trying again".formatted(why);
    };
  }

  /** The line of a run whose progress is not known. */
  public static String running(long pid) {
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
