package dev.harrier.toolchain.usage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Runs a command to its end and keeps what it writes. */
final class Command {
  private Command() {}

  record Outcome(int status, String output, String errors) {}

  static Outcome run(List<String> line, Path directory, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      process.getOutputStream().close();
      CompletableFuture<String> errors = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(() -> {
            try {
              errors.complete(text(process.getErrorStream()));
            } catch (IOException e) {
              errors.completeExceptionally(new UncheckedIOException(e));
            }
          });
      String output = text(process.getInputStream());
      return new Outcome(process.waitFor(), output, errors.join());
    } finally {
      process.destroy();
    }
  }

  private static String text(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
