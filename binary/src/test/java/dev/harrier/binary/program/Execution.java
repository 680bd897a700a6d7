package dev.harrier.binary.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A finished process. */
public record Execution(int status, String output, String errors) {
  public static Execution run(
      Path directory, Map<String, String> environment, List<String> command) {
    try {
      Path output = Files.createTempFile("output", ".txt");
      Path errors = Files.createTempFile("errors", ".txt");
      try {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(environment);
        builder.redirectOutput(output.toFile()).redirectError(errors.toFile());
        int status = builder.start().waitFor();
        return new Execution(
            status,
            Files.readString(output, StandardCharsets.UTF_8),
            Files.readString(errors, StandardCharsets.UTF_8));
      } finally {
        Files.delete(output);
        Files.delete(errors);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + command, e);
    }
  }
}
