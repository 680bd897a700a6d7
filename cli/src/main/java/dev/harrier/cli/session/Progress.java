package dev.harrier.cli.session;

import java.io.PrintStream;

/** One line on the terminal that says what takes so long; silent where there is no terminal. */
public final class Progress implements AutoCloseable {
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream terminal;
  private final boolean shown;

  public Progress(CommandContext surroundings) {
    this.terminal = surroundings.errors();
    this.shown = surroundings.errorsIsTerminal();
  }

  public void say(String what) {
    if (shown) {
      terminal.print(ERASE_LINE + "harrier: " + what + " ...");
      terminal.flush();
    }
  }

  @Override
  public void close() {
    if (shown) {
      terminal.print(ERASE_LINE);
      terminal.flush();
    }
  }
}
