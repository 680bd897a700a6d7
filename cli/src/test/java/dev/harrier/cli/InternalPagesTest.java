package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages for maintainers name is in the sources: packages, classes, tests, Go files. */
final class InternalPagesTest {
  private static final Path ROOT = Path.of("..");

  private static final Pattern QUOTED = Pattern.compile("`([^`\n]+)`");

  private static final Pattern BLOCK = Pattern.compile("(?s)```.*?```");

  /** A class behind its package, or a part of the package's name; perhaps a member behind it. */
  private static final Pattern OF_PACKAGE =
      Pattern.compile("((?:[a-z]\\w*\\.)+)(\\p{Lu}\\w+)(?:\\.\\w+(?:\\(\\))?)*");

  private static final Pattern TEST = Pattern.compile("(\\p{Lu}\\w+Test)(?:\\.(\\w+))?");

  private static final Pattern CLASS = Pattern.compile("\\p{Lu}\\w*\\p{Ll}\\w*");

  private static final Pattern GO_FILE = Pattern.compile("(?:\\w+/)*(\\w\\w+\\.go)");

  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|record|interface|enum)\\s+(\\w+)");

  /** The files that declare a type, by its name. */
  private static final Map<String, Set<Path>> TYPES = new HashMap<>();

  private static final Set<String> PACKAGES = new HashSet<>();

  /** Packages of Go that have the name of one of Harrier's. */
  private static final Set<String> OF_GO = Set.of("log", "sync");

  private static final Set<String> GO_FILES = new HashSet<>();

  static {
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.filter(Files::isDirectory).toList()) {
        walk(module);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void walk(Path module) throws IOException {
    for (String part : List.of("src/main", "src/test", "")) {
      Path sources = module.resolve(part);
      if (part.isEmpty() ? !module.endsWith("gotool") : !Files.isDirectory(sources)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String name = String.valueOf(file.getFileName());
          if (name.endsWith(".go")) {
            GO_FILES.add(name);
          } else if (name.endsWith(".java")) {
            PACKAGES.add(String.valueOf(file.getName(file.getNameCount() - 2)));
            DECLARED
                .matcher(Files.readString(file))
                .results()
                .forEach(
                    type -> TYPES.computeIfAbsent(type.group(1), _ -> new HashSet<>()).add(file));
          }
        }
      }
    }
  }

  @Test
  void whatPagesForMaintainersNameExists() throws IOException {
    List<String> missing = new ArrayList<>();
    List<Path> pages =
        new ArrayList<>(List.of(ROOT.resolve("ARCHITECTURE.md"), ROOT.resolve("CONTRIBUTING.md")));
    try (Stream<Path> internals = Files.list(ROOT.resolve("docs/internals"))) {
      internals.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    for (Path page : pages) {
      // Of pages in the root every name is Harrier's own; others also name Go's types.
      boolean own = !page.startsWith(ROOT.resolve("docs"));
      String text = BLOCK.matcher(Files.readString(page)).replaceAll("");
      for (MatchResult quoted : QUOTED.matcher(text).results().toList()) {
        if (!exists(quoted.group(1), own)) {
          missing.add(page.getFileName() + ": " + quoted.group(1));
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  private static boolean exists(String name, boolean own) throws IOException {
    var test = TEST.matcher(name);
    if (test.matches()) {
      return declares(test.group(1), test.group(2) == null ? "" : test.group(2));
    }
    var file = GO_FILE.matcher(name);
    if (file.matches() && !name.endsWith("_test.go")) {
      return GO_FILES.contains(file.group(1));
    }
    var type = OF_PACKAGE.matcher(name);
    if (type.matches()) {
      String[] parts = type.group(1).split("\\.");
      if (!PACKAGES.contains(parts[parts.length - 1])
          || OF_GO.contains(type.group(1).replace(".", ""))) {
        return true; // a type of Go's
      }
      String folders = "/" + String.join("/", parts) + "/";
      return TYPES.getOrDefault(type.group(2), Set.of()).stream()
          .anyMatch(source -> source.toString().contains(folders));
    }
    return !own || !CLASS.matcher(name).matches() || TYPES.containsKey(name);
  }

  private static boolean declares(String test, String method) throws IOException {
    for (Path source : TYPES.getOrDefault(test, Set.of())) {
      if (method.isEmpty() || Files.readString(source).contains("void " + method + "(")) {
        return true;
      }
    }
    return false;
  }
}
