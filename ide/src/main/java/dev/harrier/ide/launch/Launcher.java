package dev.harrier.ide.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Starts commands of Harrier, and ends those that still run when its owner ends. */
public final class Launcher implements AutoCloseable {
  private final List<String> harrier;
  private final Set<LaunchedCommand> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param harrier the words that start Harrier, to which a command and its arguments are added
   */
  public Launcher(List<String> harrier) {
    this.harrier = List.copyOf(harrier);
  }

  /**
   * Starts a command whose report is wanted: {@code --format json} is added to its own arguments.
   *
   * @param arguments the command first
   * @param said takes each line that it, or the program under test, writes; on a thread of its own
   * @throws IOException if Harrier can't be started
   */
  public LaunchedCommand start(Path directory, List<String> arguments, Consumer<String> said)
      throws IOException {
    List<String> words = new ArrayList<>(harrier);
    words.add(arguments.getFirst());
    words.add("--format=json");
    words.addAll(arguments.subList(1, arguments.size()));
    ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
    builder.environment().put("HARRIER_PARENT", String.valueOf(ProcessHandle.current().pid()));
    builder.environment().put("HARRIER_PROGRESS", "lines");
    Process process = builder.start();
    process.getOutputStream().close();
    LaunchedCommand command = new LaunchedCommand(process, said);
    running.add(command);
    var _ = process.onExit().thenRun(() -> running.remove(command));
    if (closed) {
      command.end();
    }
    return command;
  }

  /** Ends what runs, and waits for that. */
  @Override
  public void close() {
    closed = true;
    running.parallelStream().forEach(LaunchedCommand::end);
  }
}
