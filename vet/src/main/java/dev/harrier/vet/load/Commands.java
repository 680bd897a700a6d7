package dev.harrier.vet.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Runs commands to their end. */
final class Commands {
  private Commands() {}

  /** How a command ended, with what it wrote. */
  record Outcome(int status, String output, String errors) {}

  static Outcome run(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.start();
    process.getOutputStream().close();
    CompletableFuture<String> errors = text(process.getErrorStream());
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Outcome(process.waitFor(), output, errors.join());
  }

  /** Reads a stream to its end while the caller does something else. */
  static CompletableFuture<String> text(InputStream in) {
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
