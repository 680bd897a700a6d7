package dev.harrier.cli;

import java.io.PrintStream;

/** One line on the terminal that says what takes so long; silent where there is no terminal. */
final class Progress implements AutoCloseable {
  private static final String ERASE_LINE = "\r\u001b[K";

  private final PrintStream terminal;
  private final boolean shown;

  Progress(CommandContext surroundings) {
    this.terminal = surroundings.errors();
    this.shown = surroundings.errorsIsTerminal();
  }

  void say(String what) {
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
