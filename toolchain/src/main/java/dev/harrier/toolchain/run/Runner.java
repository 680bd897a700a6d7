package dev.harrier.toolchain.run;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
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
    Optional<String> value = Split.of(flags).value;
    if (value.isEmpty()) {
      value = Split.of(fields(go.environment().getOrDefault("GOFLAGS", ""))).value;
    }
    if (value.isPresent()) {
      return found(fields(value.get()), go.environment());
    }
    if (go.goarch().equals(hostArchitecture())) {
      return NONE;
    }
    String name = "go_%s_%s_exec".formatted(go.goos(), go.goarch());
    Optional<Path> program = GoToolchain.onPath(name, go.environment());
    if (program.isPresent()) {
      return new Runner(List.of(program.get().toString()));
    }
    if (Files.exists(Path.of("/proc/sys/fs/binfmt_misc/qemu-" + emulated(go.goarch())))) {
      return NONE;
    }
    throw new ToolchainException(
        "GOARCH is %s, and this machine is linux/%s: name what runs such executables, for instance"
                .formatted(go.goarch(), hostArchitecture())
            + " -exec qemu-%s (package qemu-user), or put %s on PATH"
                .formatted(emulated(go.goarch()), name));
  }

  private static Runner found(List<String> words, Map<String, String> environment)
      throws ToolchainException {
    if (words.isEmpty() || words.getFirst().contains("/")) {
      return new Runner(words);
    }
    Path program =
        GoToolchain.onPath(words.getFirst(), environment)
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
    return Split.of(flags).rest;
  }

  /** The command that runs an executable. */
  public List<String> command(Path executable) {
    List<String> command = new ArrayList<>(words);
    command.add(executable.toString());
    return command;
  }

  public boolean isNone() {
    return words.isEmpty();
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

  /**
   * Fields as the {@code go} command splits them: at white space, and a field that begins with a
   * quote ends with it; nothing is escaped.
   */
  private static List<String> fields(String text) throws ToolchainException {
    List<String> fields = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char first = text.charAt(at);
      if (" \t\r\n".indexOf(first) >= 0) {
        at++;
        continue;
      }
      int end;
      if (first == '\'' || first == '"') {
        end = text.indexOf(first, at + 1);
        if (end < 0) {
          throw new ToolchainException("a quote in -exec or GOFLAGS does not end: " + text);
        }
        fields.add(text.substring(at + 1, end));
        at = end + 1;
      } else {
        end = at;
        while (end < text.length() && " \t\r\n".indexOf(text.charAt(end)) < 0) {
          end++;
        }
        fields.add(text.substring(at, end));
        at = end;
      }
    }
    return fields;
  }

  private static String hostArchitecture() {
    String architecture = System.getProperty("os.arch", "");
    return architecture.equals("aarch64") ? "arm64" : architecture;
  }

  private static String emulated(String goarch) {
    return goarch.equals("arm64") ? "aarch64" : "x86_64";
  }

  /** The last {@code -exec} of the go command's own flags, and the words without any. */
  private record Split(Optional<String> value, List<String> rest) {
    static Split of(List<String> flags) {
      Optional<String> value = Optional.empty();
      List<String> rest = new ArrayList<>();
      int at = 0;
      while (at < flags.size() && !flags.get(at).matches("--?args")) {
        String flag = flags.get(at);
        if (flag.matches("--?exec=.*")) {
          value = Optional.of(flag.substring(flag.indexOf('=') + 1));
        } else if (flag.matches("--?exec") && at + 1 < flags.size()) {
          at++;
          value = Optional.of(flags.get(at));
        } else {
          rest.add(flag);
        }
        at++;
      }
      rest.addAll(flags.subList(at, flags.size()));
      return new Split(value, rest);
    }
  }
}
