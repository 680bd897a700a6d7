package dev.harrier.toolchain.tool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Runs a command to its end and keeps what it writes. */
public final class Command {
  private Command() {}

  /** How it ended, with what it wrote. */
  public record Outcome(int status, String output, String errors) {}

  /**
   * Runs it with nothing on its standard input.
   *
   * @throws IOException if it can't be started
   */
  public static Outcome run(List<String> line, Path directory, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      CompletableFuture<String> errors = text(process.getErrorStream());
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(process.waitFor(), output, errors.join());
    } finally {
      process.destroy();
    }
  }

  /** Reads a stream to its end while the caller does something else. */
  public static CompletableFuture<String> text(InputStream in) {
    CompletableFuture<String> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            result.complete(new String(in.readAllBytes(), StandardCharsets.UTF_8));
          } catch (IOException e) {
            result.completeExceptionally(new UncheckedIOException(e));
          }
        });
    return result;
  }
}
