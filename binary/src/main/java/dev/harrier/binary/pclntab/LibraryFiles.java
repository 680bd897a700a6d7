package dev.harrier.binary.pclntab;

import dev.harrier.model.trace.Site;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the files of Go's library are. The linker names them below its own GOROOT, but those that
 * an overlay replaced have the names that they had when their package was compiled. {@code go}
 * takes that package from its cache also where the same Go lies elsewhere: then they would be named
 * in a directory that may be gone.
 */
final class LibraryFiles {
  private static final String SOURCES = "/src/";

  /** In each program, and nothing replaces it. */
  private static final Pattern KNOWN =
      Pattern.compile("(/.*)/src/runtime/memmove_(?:amd64|arm64)\\.s");

  private final String home;

  /** Those of the library, as far as the linker named files in them; they are import paths. */
  private final Set<String> packages = new HashSet<>();

  private final Map<String, Boolean> exists = new ConcurrentHashMap<>();

  /**
   * @param files all that a program has code from
   */
  LibraryFiles(List<String> files) {
    this.home =
        files.stream()
            .map(KNOWN::matcher)
            .filter(Matcher::matches)
            .map(known -> known.group(1))
            .findFirst()
            .orElse("");
    String below = home + SOURCES;
    for (String file : files) {
      if (!home.isEmpty() && file.startsWith(below)) {
        packages.add(file.substring(below.length(), Math.max(below.length(), slash(file))));
      }
    }
  }

  /** The GOROOT, "" if paths are trimmed or the program is damaged. */
  String home() {
    return home;
  }

  /** The file of a place, below the GOROOT if it is of the library. */
  Site located(Site site) {
    String file = site.file();
    if (home.isEmpty() || !file.startsWith("/") || file.startsWith(home + SOURCES)) {
      return site;
    }
    String name = site.packagePath();
    if (!file.substring(0, slash(file)).endsWith(SOURCES + name)) {
      return site;
    }
    String there = home + SOURCES + name + file.substring(slash(file));
    return packages.contains(name) || isOfLibrary(name, there)
        ? new Site(site.function(), there, site.line())
        : site;
  }

  /** Of a package whose files were all replaced, such as context, the program names none. */
  private boolean isOfLibrary(String name, String file) {
    return !name.split("/", 2)[0].contains(".")
        && exists.computeIfAbsent(file, f -> Files.exists(Path.of(f)));
  }

  private static int slash(String file) {
    return file.lastIndexOf('/');
  }
}
