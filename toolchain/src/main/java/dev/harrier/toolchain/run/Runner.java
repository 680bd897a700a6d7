package dev.harrier.toolchain.run;

import dev.harrier.base.process.Executables;
import dev.harrier.toolchain.driver.FlagValue;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.tool.GoTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the {@code go} command starts executables with: {@code -exec}, which may be an emulator, a
 * debugger or {@code timeout}.
 *
 * @param words the program and its arguments; the executable and its arguments follow. Empty if the
 *     executables run by themselves
 */
public record Runner(List<String> words) {
  private static final String EXEC = "exec";

  private static final Runner NONE = new Runner(List.of());

  public Runner {
    words = List.copyOf(words);
  }

  /**
   * The one that {@code go test} and {@code go run} would use: that of the flags, else of {@code
   * GOFLAGS}, else, for executables of another system than this one, {@code go_GOOS_GOARCH_exec} of
   * {@code PATH}.
   *
   * @param flags words for the {@code go} command; those behind {@code -args} are not its
   * @throws ToolchainException if this machine can't run the executables and nothing says how
   */
  public static Runner of(GoToolchain go, List<String> flags) throws ToolchainException {
    Optional<String> value = FlagValue.given(go, EXEC, flags);
    if (value.isPresent()) {
      return found(FlagValue.fields(value.get()), go.environment());
    }
    if (go.goarch().equals(GoTool.hostArchitecture())) {
      return NONE;
    }
    String name = "go_%s_%s_exec".formatted(go.goos(), go.goarch());
    Optional<Path> program = Executables.onPath(name, go.environment());
    if (program.isPresent()) {
      return new Runner(List.of(program.get().toString()));
    }
    if (Files.exists(Path.of("/proc/sys/fs/binfmt_misc/qemu-" + emulated(go.goarch())))) {
      return NONE;
    }
    throw new ToolchainException(
        "GOARCH is %s, and this machine is linux/%s: name what runs such executables, for instance"
                .formatted(go.goarch(), GoTool.hostArchitecture())
            + " -exec qemu-%s (package qemu-user), or put %s on PATH"
                .formatted(emulated(go.goarch()), name));
  }

  private static Runner found(List<String> words, Map<String, String> environment)
      throws ToolchainException {
    if (words.isEmpty() || words.getFirst().contains("/")) {
      return new Runner(words);
    }
    Path program =
        Executables.onPath(words.getFirst(), environment)
            .orElseThrow(() ->
                new ToolchainException(
                    "-exec names %s, and there is no such program on PATH"
                        .formatted(words.getFirst())));
    List<String> all = new ArrayList<>(words);
    all.set(0, program.toString());
    return new Runner(all);
  }

  /** The flags without any {@code -exec}. */
  public static List<String> without(List<String> flags) {
    return FlagValue.of(EXEC, flags).rest();
  }

  /** The command that runs an executable. */
  public List<String> command(Path executable) {
    List<String> command = new ArrayList<>(words);
    command.add(executable.toString());
    return command;
  }

  /** The words as one value of a flag of the {@code go} command. */
  static String quoted(List<String> words) {
    return words.stream().map(Runner::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    if (!word.isEmpty() && word.chars().noneMatch(c -> " \t\r\n'\"".indexOf(c) >= 0)) {
      return word;
    }
    return word.contains("'") ? '"' + word + '"' : "'" + word + "'";
  }

  private static String emulated(String goarch) {
    return goarch.equals("arm64") ? "aarch64" : "x86_64";
  }
}
