package dev.harrier.toolchain.source;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.tool.Command;
import dev.harrier.toolchain.tool.GoToolException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Finds where packages use concurrency. See the package. */
public final class UsageScanner {
  private final GoToolchain go;
  private final Path cache;

  /**
   * @param cache where the front end is kept once it is built
   */
  public UsageScanner(GoToolchain go, Path cache) {
    this.go = go;
    this.cache = cache;
  }

  /**
   * Reads the sources of the packages.
   *
   * @throws ToolchainException if no package could be loaded
   */
  public Usages scan(UsageRequest request) throws ToolchainException {
    try {
      Command.Outcome outcome =
          Command.run(commandLine(request, frontEnd()), request.directory(), go.environment());
      if (outcome.status() != 0) {
        throw new ToolchainException(
            "can't find the concurrency usages: " + outcome.errors().strip());
      }
      return UsageOutput.parse(outcome.output());
    } catch (IOException e) {
      throw new ToolchainException("can't read the packages' sources: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolchainException("interrupted while sources were read", e);
    }
  }

  /**
   * Reads what operations are about from source files; there is nothing of those that are not Go.
   *
   * @throws ToolchainException if the front end could not be built or run
   */
  public Operands operands(Collection<String> files) throws ToolchainException {
    return files.isEmpty() ? Operands.NONE : Operands.parse(ask("-operands", files));
  }

  /**
   * Reads of which type the variables on lines are.
   *
   * @param lines each as {@code file:line}
   * @throws ToolchainException if the front end could not be built or run
   */
  public List<Variable> variables(Collection<String> lines) throws ToolchainException {
    return lines.isEmpty() ? List.of() : Variable.parse(ask("-variables", lines));
  }

  /**
   * Reads what the loops around waits do.
   *
   * @param waits each as {@code file:line}
   * @throws ToolchainException if the front end could not be built or run
   */
  public List<Loop> loops(Collection<String> waits) throws ToolchainException {
    return waits.isEmpty() ? List.of() : Loop.parse(ask("-loops", waits));
  }

  /**
   * Reads what calls depend on that report failures.
   *
   * @param calls each as {@code file:line}
   * @throws ToolchainException if the front end could not be built or run
   */
  public List<Assertion> assertions(Collection<String> calls) throws ToolchainException {
    return calls.isEmpty() ? List.of() : Assertion.parse(ask("-assertions", calls));
  }

  private String ask(String what, Collection<String> words) throws ToolchainException {
    try {
      List<String> line =
          new ArrayList<>(List.of(frontEnd().toString(), "-go=" + go.command(), what, "--"));
      line.addAll(words);
      Command.Outcome outcome = Command.run(line, cache, go.environment());
      if (outcome.status() != 0) {
        throw new ToolchainException("can't read source files: " + outcome.errors().strip());
      }
      return outcome.output();
    } catch (IOException e) {
      throw new ToolchainException("can't read source files: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolchainException("interrupted while sources were read", e);
    }
  }

  private Path frontEnd() throws ToolchainException, IOException, InterruptedException {
    try {
      return SourceProgram.executable(go, cache);
    } catch (GoToolException e) {
      throw new ToolchainException(
          "can't build the reader of Go sources with " + go.command() + ": " + e.getMessage(), e);
    }
  }

  private List<String> commandLine(UsageRequest request, Path executable) {
    List<String> line = new ArrayList<>();
    line.add(executable.toString());
    line.add("-go=" + go.command());
    line.add("-tests=" + request.tests());
    line.add("-deps=" + request.dependencies());
    request.overlay().ifPresent(overlay -> line.add("-overlay=" + overlay));
    request.buildFlags().forEach(flag -> line.add("-flag=" + flag));
    line.add("--");
    line.addAll(request.patterns());
    return line;
  }
}
