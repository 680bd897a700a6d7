package dev.harrier.cli;

import dev.harrier.cli.process.CommandContext;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** What a server needs that is itself a command of Harrier. */
final class Launching {
  private Launching() {}

  /** The words that start another command of this Harrier: its launcher, else its classes. */
  static List<String> words() {
    String launcher = System.getProperty("harrier.launcher", "");
    return launcher.isEmpty()
        ? List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName())
        : List.of(launcher);
  }

  /**
   * Standard output for the messages of a protocol only: whatever else is printed, by a library
   * perhaps, goes to standard error from here on.
   */
  static PrintStream protocolOutput(CommandContext context) {
    System.setOut(context.errors());
    return context.output();
  }
}
