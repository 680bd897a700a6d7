package dev.harrier.toolchain.driver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A module that the user works on: the one of {@code go.mod}, or those that {@code go.work} uses.
 *
 * @param path its import path; {@code std} for Go's own library
 * @param directory its root
 */
public record MainModule(String path, Path directory) {
  /**
   * Asks {@code go} for the main modules of {@code directory}.
   *
   * @throws ToolchainException if {@code go} can't tell, with its own words
   */
  public static List<MainModule> of(GoToolchain go, Path directory) throws ToolchainException {
    ProcessBuilder builder =
        new ProcessBuilder(
                go.command().toString(),
                "list",
                "-m",
                "-f",
                "{{if .Main}}{{.Path}}\t{{.Dir}}{{end}}")
            .directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(go.environment());
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new ToolchainException("'go list -m' failed in " + directory + ": " + err.strip());
      }
      return out.lines().filter(line -> line.contains("\t")).map(MainModule::parse).toList();
    } catch (IOException e) {
      throw new ToolchainException("can't ask " + go.command() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolchainException("interrupted while asking " + go.command(), e);
    }
  }

  private static MainModule parse(String line) {
    int tab = line.indexOf('\t');
    return new MainModule(line.substring(0, tab), Path.of(line.substring(tab + 1)));
  }
}
