package dev.harrier.toolchain.driver;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.harrier.base.process.Executables;
import dev.harrier.toolchain.tool.Command;
import dev.harrier.toolchain.tool.GoTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The Go that {@code go} chooses in the user's directory: {@code go.mod}, {@code GOTOOLCHAIN} and
 * {@code go.work} have their say, as in every use of Go.
 *
 * @param command the {@code go} command to run
 * @param goroot to the letter what {@code go env GOROOT} says
 * @param moduleRoot the directory of {@code go.mod}, or of {@code go.work}; empty outside any
 *     module
 * @param moduleCache where modules, and toolchains that came as modules, lie
 */
public record GoToolchain(
    Path command,
    GoVersion version,
    Path goroot,
    String goos,
    String goarch,
    Path moduleRoot,
    Path moduleCache,
    Map<String, String> environment) {
  private static final List<String> VARIABLES =
      List.of("GOVERSION", "GOROOT", "GOOS", "GOARCH", "GOMOD", "GOWORK", "GOMODCACHE", "GOFLAGS");

  public GoToolchain {
    environment = Map.copyOf(environment);
  }

  /**
   * Finds the Go that is meant in {@code directory}.
   *
   * @param environment of the user; {@code PATH} leads to {@code go}
   * @throws ToolchainException if there is no Go, no module, or a Go that is too old
   */
  public static GoToolchain find(Path directory, Map<String, String> environment)
      throws ToolchainException {
    GoToolchain go = installed(directory, environment);
    if (!go.inModule()) {
      throw new ToolchainException(
          directory
              + " is not in a Go module: there is no go.mod there or above."
              + " Change to a module's directory, or make one with: go mod init NAME");
    }
    return go;
  }

  /**
   * As {@link #find}, whether {@code directory} is in a module or not.
   *
   * @throws ToolchainException if there is no Go, or one that is too old
   */
  public static GoToolchain installed(Path directory, Map<String, String> environment)
      throws ToolchainException {
    Path command =
        Executables.onPath("go", environment)
            .orElseThrow(() ->
                new ToolchainException(
                    "no go command on PATH. Install Go 1.26 or newer from https://go.dev/dl,"
                        + " or add the bin directory of an installed Go to PATH."));
    Map<String, String> env = ask(command, directory, environment);
    String said = env.getOrDefault("GOVERSION", "");
    GoVersion version =
        GoVersion.parse(said)
            .orElseThrow(() ->
                new ToolchainException(
                    "can't determine the version of "
                        + command
                        + ": it calls itself '"
                        + said
                        + "'. Harrier supports the released versions of Go from 1.24 on."));
    support(version);
    return new GoToolchain(
        command,
        version,
        Path.of(env.getOrDefault("GOROOT", "")),
        env.getOrDefault("GOOS", ""),
        env.getOrDefault("GOARCH", ""),
        moduleRoot(env),
        Path.of(env.getOrDefault("GOMODCACHE", "")),
        withFlags(environment, env));
  }

  /** Also those that {@code go env -w} set. */
  private static Map<String, String> withFlags(
      Map<String, String> environment, Map<String, String> env) {
    Map<String, String> all = new HashMap<>(environment);
    String flags = env.getOrDefault("GOFLAGS", "");
    if (!flags.isEmpty()) {
      all.put("GOFLAGS", flags);
    }
    return all;
  }

  private static void support(GoVersion version) throws ToolchainException {
    if (!version.atLeast(24)) {
      throw new ToolchainException(
          "Go "
              + version
              + " is too old: its runtime lacks what Harrier's hooks need."
              + " Supported are Go 1.24 and 1.25 (without proof of leaks by the collector), 1.26"
              + " and newer. Try GOTOOLCHAIN=go1.26.0 harrier ...");
    }
  }

  /** The same, and what it starts has one more variable in its environment. */
  public GoToolchain with(String variable, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(variable, value);
    return new GoToolchain(command, version, goroot, goos, goarch, moduleRoot, moduleCache, more);
  }

  /** Whether there is a module: nothing can be tested without one. */
  public boolean inModule() {
    return !moduleRoot.toString().isEmpty();
  }

  private static Path moduleRoot(Map<String, String> env) {
    String work = env.getOrDefault("GOWORK", "");
    String mod = env.getOrDefault("GOMOD", "");
    if (!mod.isEmpty() && !mod.equals("/dev/null") && !mod.equals("NUL")) {
      return parent(mod);
    }
    return work.isEmpty() || work.equals("off") ? Path.of("") : parent(work);
  }

  private static Path parent(String file) {
    Path parent = Path.of(file).getParent();
    return parent == null ? Path.of("/") : parent;
  }

  private static Map<String, String> ask(
      Path command, Path directory, Map<String, String> environment) throws ToolchainException {
    List<String> line = new ArrayList<>(List.of(command.toString(), "env", "-json"));
    line.addAll(VARIABLES);
    try {
      Command.Outcome answer = Command.run(line, directory, environment);
      if (answer.status() != 0) {
        throw new ToolchainException(
            "'go env' failed in "
                + directory
                + " with status "
                + answer.status()
                + ": "
                + answer.errors().strip());
      }
      return values(answer.output());
    } catch (IOException | JsonParseException | IllegalStateException e) {
      throw new ToolchainException("can't ask " + command + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolchainException("interrupted while asking " + command, e);
    }
  }

  /**
   * Element by element: to look at the type of a map takes Gson longer than {@code go} to answer.
   */
  private static Map<String, String> values(String json) {
    Map<String, String> values = new HashMap<>();
    JsonParser.parseString(json)
        .getAsJsonObject()
        .entrySet()
        .forEach(variable -> values.put(variable.getKey(), variable.getValue().getAsString()));
    return values;
  }

  /** Builds Harrier's own programs: with this Go and no other, and without a network. */
  public GoTool.Go builder() {
    Map<String, String> plain = new HashMap<>(environment());
    plain.put("GOTOOLCHAIN", "local");
    return new GoTool.Go(command().toString(), version() + " " + goroot(), plain);
  }
}
