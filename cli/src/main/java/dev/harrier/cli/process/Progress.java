package dev.harrier.cli.process;

import java.io.PrintStream;

/**
 * What takes so long: one line on the terminal that changes, or, for a server that started this
 * command and asks for that ({@code HARRIER_PROGRESS=lines}), a line at most each second. Otherwise
 * silent.
 */
public final class Progress implements AutoCloseable {
  private static final String ERASE_LINE = "\r\u001b[K";
  private static final long PERIOD_NANOS = 1_000_000_000L;

  private final PrintStream errors;
  private final boolean terminal;
  private final boolean lines;
  private boolean said;
  private long saidAt;

  public Progress(CommandContext context) {
    this.errors = context.errors();
    this.terminal = context.errorsIsTerminal();
    this.lines =
        !terminal && context.environment().getOrDefault("HARRIER_PROGRESS", "").equals("lines");
  }

  /** Says it, unless something else was said just before. */
  public void say(String what) {
    if (terminal) {
      errors.print(ERASE_LINE + "harrier: " + what + " ...");
      errors.flush();
    } else if (lines && (!said || System.nanoTime() - saidAt > PERIOD_NANOS)) {
      said = true;
      saidAt = System.nanoTime();
      errors.println("harrier: progress: " + what);
    }
  }

  /**
   * Says what is worth a line of its own, next to that of anything else that says how far it is.
   */
  public static void remark(CommandContext context, String what) {
    context.errors().printf("%sharrier: %s%n", context.errorsIsTerminal() ? ERASE_LINE : "", what);
  }

  @Override
  public void close() {
    if (terminal) {
      errors.print(ERASE_LINE);
      errors.flush();
    }
  }
}
