package dev.harrier.cli.gocommand;

import dev.harrier.cli.process.CommandContext;
import dev.harrier.model.ending.Remark;
import dev.harrier.toolchain.build.LeftOutTests;
import dev.harrier.toolchain.driver.MainModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What is said of test files that a run passes over because they need a build tag. */
public final class LeftOutNotes {
  private static final int NOTES = 3;
  private static final int FILES = 3;
  private static final String BELOW = "/...";

  private final Installation installation;
  private final CommandContext context;

  public LeftOutNotes(Installation installation, CommandContext context) {
    this.installation = installation;
    this.context = context;
  }

  /**
   * One remark for each set of tags; none if files can't be read.
   *
   * @param patterns of packages; none means the current directory
   * @param flags of the user
   */
  public List<Remark> of(List<String> patterns, List<String> flags) {
    Set<String> given = new LinkedHashSet<>(installation.settings(context, flags).tags());
    LeftOutTests tests =
        new LeftOutTests(given, installation.go().goos(), installation.go().goarch());
    Map<Set<String>, List<Path>> byTags = new LinkedHashMap<>();
    try {
      Set<Path> files = new LinkedHashSet<>();
      for (String pattern : patterns.isEmpty() ? List.of(".") : patterns) {
        files.addAll(files(pattern));
      }
      for (LeftOutTests.Needing needing : tests.among(files.stream().sorted().toList())) {
        byTags.computeIfAbsent(needing.tags(), _ -> new ArrayList<>()).add(needing.file());
      }
    } catch (IOException e) {
      return List.of();
    }
    return byTags.entrySet().stream()
        .limit(NOTES)
        .map(entry -> note(given, entry.getKey(), entry.getValue()))
        .toList();
  }

  private Remark note(Set<String> given, Set<String> needed, List<Path> files) {
    return new Remark.TestFilesLeftOut(
        Stream.concat(given.stream(), needed.stream()).toList(),
        files.stream()
            .limit(FILES)
            .map(file -> context.directory().relativize(file).toString())
            .toList(),
        files.size());
  }

  private List<Path> files(String pattern) throws IOException {
    boolean below = pattern.equals("...") || pattern.endsWith(BELOW);
    String place =
        below ? pattern.substring(0, Math.max(0, pattern.length() - BELOW.length())) : pattern;
    List<Path> files = new ArrayList<>();
    for (Path directory : directories(place)) {
      if (below) {
        files.addAll(GoFiles.below(directory));
      } else {
        try (Stream<Path> entries = Files.list(directory)) {
          entries.filter(Files::isRegularFile).forEach(files::add);
        }
      }
    }
    return files;
  }

  /** Those of the user's modules that a pattern without dots at its end names. */
  private List<Path> directories(String place) {
    List<Path> directories = new ArrayList<>();
    if (place.startsWith(".") || place.startsWith("/")) {
      directories.add(context.directory().resolve(place).normalize());
    } else {
      for (MainModule module : installation.modules()) {
        if (place.isEmpty() || place.equals(module.path())) {
          directories.add(module.directory());
        } else if (place.startsWith(module.path() + "/")) {
          directories.add(module.directory().resolve(place.substring(module.path().length() + 1)));
        }
      }
    }
    directories.removeIf(directory -> !Files.isDirectory(directory));
    return directories;
  }
}
