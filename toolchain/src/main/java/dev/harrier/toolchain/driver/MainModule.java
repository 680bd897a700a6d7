package dev.harrier.toolchain.driver;

import dev.harrier.toolchain.tool.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A module that the user works on: the one of {@code go.mod}, or those that {@code go.work} uses.
 *
 * @param path its import path; {@code std} for Go's own library
 * @param directory its root
 */
public record MainModule(String path, Path directory) {
  private static final Pattern MODULE = Pattern.compile("(?m)^module\\s+\"?([^\\s\"]+)");
  private static final Pattern USED =
      Pattern.compile(
          "(?m)^(?:use\\s+|\\s+)(?:\"([^\"\\n]+)\"|(\\.{0,2}/\\S*|\\.{1,2}))\\s*(?://.*)?$");

  /**
   * Reads them where there may be no {@code go} to ask.
   *
   * @param root has a {@code go.mod}, or a {@code go.work} that says which directories have one
   */
  public static List<MainModule> in(Path root) throws IOException {
    if (Files.exists(root.resolve("go.mod"))) {
      return List.of(read(root));
    }
    List<MainModule> modules = new ArrayList<>();
    Matcher used = USED.matcher(Files.readString(root.resolve("go.work")));
    while (used.find()) {
      String directory = used.group(1) == null ? used.group(2) : used.group(1);
      modules.add(read(root.resolve(directory).normalize()));
    }
    return List.copyOf(modules);
  }

  private static MainModule read(Path directory) throws IOException {
    Matcher module = MODULE.matcher(Files.readString(directory.resolve("go.mod")));
    return new MainModule(module.find() ? module.group(1) : "", directory);
  }

  /**
   * Asks {@code go} for the main modules of {@code directory}.
   *
   * @throws ToolchainException if {@code go} can't say, with its own words
   */
  public static List<MainModule> of(GoToolchain go, Path directory) throws ToolchainException {
    return of(go.command(), directory, go.environment());
  }

  /**
   * The same where more is not known of {@code go} yet.
   *
   * @param go the command
   */
  public static List<MainModule> of(Path go, Path directory, Map<String, String> environment)
      throws ToolchainException {
    List<String> line =
        List.of(go.toString(), "list", "-m", "-f", "{{if .Main}}{{.Path}}\t{{.Dir}}{{end}}");
    try {
      Command.Outcome answer = Command.run(line, directory, environment);
      if (answer.status() != 0) {
        throw new ToolchainException(
            "'go list -m' failed in " + directory + ": " + answer.errors().strip());
      }
      return answer
          .output()
          .lines()
          .filter(module -> module.contains("\t"))
          .map(MainModule::parse)
          .toList();
    } catch (IOException e) {
      throw new ToolchainException("can't ask " + go + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolchainException("interrupted while asking " + go, e);
    }
  }

  private static MainModule parse(String line) {
    int tab = line.indexOf('\t');
    return new MainModule(line.substring(0, tab), Path.of(line.substring(tab + 1)));
  }
}
