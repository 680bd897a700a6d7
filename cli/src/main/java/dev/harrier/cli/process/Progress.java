package dev.harrier.cli.process;

import java.io.PrintStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What takes so long, on standard error. On a terminal that is one line that changes. In a log it
 * is a line after five seconds, and then ever more rarely, every half a minute at least. For a
 * server that started this command and asks for that ({@code HARRIER_PROGRESS=lines}) it is a line
 * at most each second. {@code HARRIER_PROGRESS=off} silences a log.
 */
public final class Progress implements AutoCloseable {
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final long PERIOD_NANOS = 1_000_000_000L;
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final PrintStream errors;
  private final boolean terminal;
  private final boolean lines;
  private final long begun = System.nanoTime();
  private final @Nullable Thread log;
  private volatile @Nullable String current;
  private boolean said;
  private long saidAt;

  public Progress(CommandContext context) {
    this(context, FIRST);
  }

  /** One whose first line in a log comes after a time. */
  Progress(CommandContext context, Duration first) {
    String wanted = context.environment().getOrDefault("HARRIER_PROGRESS", "");
    this.errors = context.errors();
    this.terminal = context.errorsIsTerminal();
    this.lines = !terminal && wanted.equals("lines");
    this.log =
        context.errorsIsLog() && wanted.isEmpty()
            ? Thread.ofVirtual().start(() -> logOn(first))
            : null;
  }

  /** Says it, unless something else was said just before. */
  public void say(String what) {
    current = what;
    if (terminal) {
      errors.print(ERASE_LINE + "harrier: " + what + " ...");
      errors.flush();
    } else if (lines && (!said || System.nanoTime() - saidAt > PERIOD_NANOS)) {
      said = true;
      saidAt = System.nanoTime();
      errors.println("harrier: progress: " + what);
    }
  }

  private void logOn(Duration first) {
    try {
      for (Duration pause = first; true; pause = longer(pause)) {
        Thread.sleep(pause);
        String what = current;
        if (what != null) {
          errors.printf("harrier: %s (%d s)%n", what, (System.nanoTime() - begun) / PERIOD_NANOS);
        }
      }
    } catch (InterruptedException e) {
      // That is how it ends.
    }
  }

  private static Duration longer(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
  }

  /**
   * Says what is worth a line of its own, next to that of anything else that says how far it is.
   */
  public static void remark(CommandContext context, String what) {
    context.errors().printf("%sharrier: %s%n", context.errorsIsTerminal() ? ERASE_LINE : "", what);
  }

  @Override
  public void close() {
    if (log != null) {
      log.interrupt();
    }
    if (terminal) {
      errors.print(ERASE_LINE);
      errors.flush();
    }
  }
}
