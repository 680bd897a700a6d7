package dev.harrier.toolchain.build;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Builds the programs of one directory with one overlay and the user's flags.
 *
 * <p>So that atomics are scheduling points, all packages but Go's own are compiled without
 * intrinsics: then atomics are calls (see {@code src/main/go/runtime/atomics.go}). A package that
 * does not compile so is compiled as it is.
 */
public final class GoBuild {
  private static final int FIRST_CONTROLLED = 26;

  /** The last pattern that fits a package decides; Go's own must keep their intrinsics. */
  private static final List<String> ATOMICS_ARE_CALLS =
      List.of("-gcflags=all=-d=ssa/intrinsics/off", "-gcflags=std=");

  /** Where the compiler and the importer point: such a line is about code, not arguments. */
  private static final Pattern IN_CODE = Pattern.compile("(?m)^\\S+\\.go:\\d+");

  private final GoToolchain go;
  private final Overlay overlay;
  private final Path directory;
  private final List<String> flags;
  private volatile Optional<Process> running = Optional.empty();
  private volatile boolean cancelled;
  private final List<String> remarks = new ArrayList<>();

  /**
   * @param directory where patterns and relative paths begin
   * @param flags of {@code go build}: {@code -race}, {@code -tags=...}
   */
  public GoBuild(GoToolchain go, Overlay overlay, Path directory, List<String> flags) {
    this.go = go;
    this.overlay = overlay;
    this.directory = directory;
    this.flags = List.copyOf(flags);
  }

  /**
   * The packages that patterns mean; none means the current one.
   *
   * @throws ToolchainException if {@code go} can't tell, in its words
   * @throws BuildException if the reason is in the code
   */
  public List<GoPackage> packages(List<String> patterns)
      throws BuildException, ToolchainException, IOException {
    List<String> command = new ArrayList<>(List.of("list", "-json=" + PackageList.FIELDS));
    command.addAll(flags);
    command.add("--");
    command.addAll(patterns);
    Answer answer = ask(command);
    if (answer.status != 0) {
      if (IN_CODE.matcher(answer.errors).find()) {
        throw new BuildException(answer.errors.strip());
      }
      throw new ToolchainException("nothing to run: " + answer.errors.strip());
    }
    return PackageList.parse(answer.output);
  }

  /**
   * Builds the test binary of a package.
   *
   * @throws BuildException if it does not build
   */
  public void test(GoPackage target, Path executable)
      throws BuildException, ToolchainException, IOException {
    build(target, executable, List.of("test", "-c", "-vet=off"));
  }

  /** What could not be built as it should be, a sentence each. */
  public List<String> remarks() {
    return List.copyOf(remarks);
  }

  /**
   * Builds a main package.
   *
   * @throws BuildException if it does not build
   */
  public void main(GoPackage target, Path executable)
      throws BuildException, ToolchainException, IOException {
    build(target, executable, List.of("build"));
  }

  private void build(GoPackage target, Path executable, List<String> verb)
      throws BuildException, ToolchainException, IOException {
    List<String> atomics = canHookAtomics() ? ATOMICS_ARE_CALLS : List.of();
    Answer answer = ask(command(target, executable, verb, atomics));
    if (answer.status != 0 && !atomics.isEmpty()) {
      answer = ask(command(target, executable, verb, List.of()));
      if (answer.status == 0) {
        remarks.add(
            target.importPath()
                + " does not compile with atomics as calls, and is explored without scheduling"
                + " points at them");
      }
    }
    if (answer.status != 0) {
      throw new BuildException((answer.errors + answer.output).strip());
    }
  }

  /**
   * Flags of the user's for the compiler would be in place of these, or the other way round; and
   * the race detector has atomics of its own.
   */
  private boolean canHookAtomics() {
    return go.version().atLeast(FIRST_CONTROLLED)
        && flags.stream().noneMatch(f -> f.matches("--?(race|msan|asan)(=true)?|--?gcflags(=.*)?"));
  }

  private List<String> command(
      GoPackage target, Path executable, List<String> verb, List<String> more) {
    List<String> command = new ArrayList<>(verb);
    command.add("-overlay=" + overlay.json());
    command.add("-o=" + executable);
    command.addAll(more);
    command.addAll(flags);
    command.add("-trimpath=false"); // GOFLAGS may say otherwise; then nobody finds the sources.
    command.add(target.importPath());
    return command;
  }

  /** Ends what runs; every later call fails. */
  public void cancel() {
    cancelled = true;
    running.ifPresent(process -> {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    });
  }

  private record Answer(int status, String output, String errors) {}

  private Answer ask(List<String> arguments) throws ToolchainException, IOException {
    List<String> command = new ArrayList<>(List.of(go.command().toString()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(go.environment());
    Process process = builder.start();
    running = Optional.of(process);
    if (cancelled) {
      process.destroy();
    }
    process.getOutputStream().close();
    CompletableFuture<byte[]> errors =
        CompletableFuture.supplyAsync(() -> allOf(process), Thread::startVirtualThread);
    byte[] output = process.getInputStream().readAllBytes();
    try {
      int status = process.waitFor();
      return new Answer(
          status,
          new String(output, StandardCharsets.UTF_8),
          new String(errors.join(), StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolchainException("interrupted while asking " + go.command(), e);
    } finally {
      running = Optional.empty();
    }
  }

  private static byte[] allOf(Process process) {
    try {
      return process.getErrorStream().readAllBytes();
    } catch (IOException closed) {
      return new byte[0];
    }
  }
}
