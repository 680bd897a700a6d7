package dev.harrier.cli.process;

import dev.harrier.base.process.Background;
import dev.harrier.model.command.Invocation;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The process that a command runs in, as far as commands may touch it.
 *
 * @param directory the current directory
 * @param outputIsTerminal whether {@code output} goes to a terminal
 * @param errorsIsTerminal whether {@code errors} goes to a terminal
 * @param errorsIsLog whether {@code errors} is of a process, whose log says how far a long run is
 * @param prefetch what is asked of {@code go} already; empty if nothing is
 * @param asked what the command line asks for, set when it is read
 * @param settings what modules say in {@code .harrier.toml}
 */
public record CommandContext(
    Path directory,
    Map<String, String> environment,
    PrintStream output,
    PrintStream errors,
    boolean outputIsTerminal,
    boolean errorsIsTerminal,
    boolean errorsIsLog,
    Optional<Background<Workplace, ToolchainException>> prefetch,
    AtomicReference<Invocation> asked,
    SettingsFiles settings) {
  /** One for which nothing is asked prefetch. */
  public CommandContext(
      Path directory,
      Map<String, String> environment,
      PrintStream output,
      PrintStream errors,
      boolean outputIsTerminal,
      boolean errorsIsTerminal) {
    this(
        directory,
        environment,
        output,
        errors,
        outputIsTerminal,
        errorsIsTerminal,
        false,
        Optional.empty(),
        new AtomicReference<>(Invocation.UNKNOWN),
        new SettingsFiles());
  }

  /**
   * Those of this JVM. Java can't say whether standard output alone is a terminal; the launcher
   * can, and says so in system properties.
   *
   * @param directory that the command is to be run in
   * @param arguments of the command, which may say what it will ask
   */
  public static CommandContext ofProcess(Path directory, String... arguments) {
    return new CommandContext(
        directory,
        System.getenv(),
        utf8(FileDescriptor.out),
        utf8(FileDescriptor.err),
        Boolean.getBoolean("harrier.stdout.terminal"),
        Boolean.getBoolean("harrier.stderr.terminal"),
        !Boolean.getBoolean("harrier.stderr.terminal"),
        Workplace.prefetch(directory, System.getenv(), arguments),
        new AtomicReference<>(Invocation.UNKNOWN),
        new SettingsFiles());
  }

  /** The same in another directory, of which nothing is asked ahead. */
  public CommandContext in(Path other) {
    return new CommandContext(
        other,
        environment,
        output,
        errors,
        outputIsTerminal,
        errorsIsTerminal,
        errorsIsLog,
        Optional.empty(),
        asked,
        settings);
  }

  /** What the command line asks for. */
  public Invocation invocation() {
    return Objects.requireNonNull(asked.get());
  }

  /** What {@code go} and {@code git} say of the directory. */
  public Workplace workplace() throws ToolchainException, IOException {
    return prefetch.isPresent() ? prefetch.get().get() : Workplace.ask(directory, environment);
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
