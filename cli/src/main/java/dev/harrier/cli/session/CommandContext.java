package dev.harrier.cli.session;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/**
 * The process that a command runs in, as far as commands may touch it.
 *
 * @param directory the current directory
 * @param outputIsTerminal whether {@code output} goes to a terminal
 * @param errorsIsTerminal whether {@code errors} goes to a terminal
 */
public record CommandContext(
    Path directory,
    Map<String, String> environment,
    PrintStream output,
    PrintStream errors,
    boolean outputIsTerminal,
    boolean errorsIsTerminal) {
  /**
   * Those of this JVM. Java can't tell whether standard output alone is a terminal; the launcher
   * can, and says so in system properties.
   */
  public static CommandContext ofProcess() {
    return new CommandContext(
        Path.of("").toAbsolutePath(),
        System.getenv(),
        utf8(FileDescriptor.out),
        utf8(FileDescriptor.err),
        Boolean.getBoolean("harrier.stdout.terminal"),
        Boolean.getBoolean("harrier.stderr.terminal"));
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
