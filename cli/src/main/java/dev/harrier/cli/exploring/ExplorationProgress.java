package dev.harrier.cli.exploring;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Progress;
import dev.harrier.explore.loop.ProgressReport;
import dev.harrier.report.words.ProgressLine;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Says on the terminal, twice a second, how far an exploration is. */
public final class ExplorationProgress implements AutoCloseable {
  private static final long PERIOD_MILLIS = 500;

  private final Progress line;
  private final Supplier<ProgressReport> exploration;
  private final Thread thread;

  private ExplorationProgress(CommandContext context, Supplier<ProgressReport> exploration) {
    this.line = new Progress(context);
    this.exploration = exploration;
    this.thread = Thread.ofVirtual().unstarted(this::showOn);
  }

  /**
   * Starts it.
   *
   * @param exploration how far it is
   */
  public static ExplorationProgress show(
      CommandContext context, Supplier<ProgressReport> exploration) {
    ExplorationProgress progress = new ExplorationProgress(context, exploration);
    progress.thread.start();
    return progress;
  }

  private void showOn() {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        ProgressReport now = exploration.get();
        line.say(
            "%,d executions, %.0f a second, %d found, %s%d tests remaining, %s"
                .formatted(
                    now.executions(),
                    now.rate(),
                    now.findings(),
                    now.status().stream()
                        .map(figure -> ProgressLine.of(figure) + ", ")
                        .collect(Collectors.joining()),
                    now.openTargets(),
                    now.current()));
      }
    } catch (InterruptedException e) {
      // That is how it ends.
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    line.close();
  }
}
