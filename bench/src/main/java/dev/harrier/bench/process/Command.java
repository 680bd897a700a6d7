package dev.harrier.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A command line to run to its end.
 *
 * @param environment what is added to the environment of this process
 * @param limit after which the process and all that it started are ended
 */
public record Command(
    List<String> words, Path directory, Map<String, String> environment, Duration limit) {
  private static final Duration LIMIT = Duration.ofMinutes(30);

  public Command {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
  }

  /** A command with no environment of its own and a limit that only a hang reaches. */
  public static Command in(Path directory, String... words) {
    return new Command(List.of(words), directory, Map.of(), LIMIT);
  }

  public Command with(Map<String, String> more) {
    return new Command(words, directory, more, limit);
  }

  public Command within(Duration time) {
    return new Command(words, directory, environment, time);
  }

  /**
   * How it ended.
   *
   * @param status the exit status; -1 if the limit was reached
   * @param output what it printed to both streams
   * @param wall how long it took
   */
  public record Result(int status, String output, Duration wall) {
    /** This result, if the command did what it should. */
    public Result orThrow() throws IOException {
      if (status != 0) {
        throw new IOException("a command failed with status " + status + ":\n" + output);
      }
      return this;
    }
  }

  /** Runs it. */
  public Result run() throws IOException, InterruptedException {
    Path output = Files.createTempFile("bench", ".out");
    try {
      ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
      builder.environment().putAll(environment);
      long begun = System.nanoTime();
      Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      Duration wall = Duration.ofNanos(System.nanoTime() - begun);
      String text = new String(Files.readAllBytes(output), UTF_8);
      return new Result(ended ? process.exitValue() : -1, text, wall);
    } finally {
      Files.deleteIfExists(output);
    }
  }
}
