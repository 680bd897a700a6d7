package dev.harrier.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
  private static final String OUTPUT_EVENT = "\"Action\":\"output\"";
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
   * @param output what it printed to both streams, but not what tests printed inside the events of
   *     {@code go test -json}, which can be gigabytes
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
      return new Result(ended ? process.exitValue() : -1, said(output), wall);
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private static String said(Path output) throws IOException {
    StringBuilder text = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(Files.newInputStream(output), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.contains(OUTPUT_EVENT)) {
          text.append(line).append('\n');
        }
      }
    }
    return text.toString();
  }
}
