package dev.harrier.vet;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.ending.Remark.NotAnalyzed;
import dev.harrier.vet.ssa.LoadedPackage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What did not load, one line a package: how many errors it has, the first of them, and the build
 * constraint that leaves out what they miss. The variants that tests make of a package have its
 * errors again; they count once.
 */
final class LoadProblems {
  private static final int MAX_PACKAGES = 10;
  private static final int MAX_NAMES = 5;

  private LoadProblems() {}

  static List<NotAnalyzed> of(List<LoadedPackage> packages) {
    Map<String, List<LoadedPackage.Problem>> byPath = new LinkedHashMap<>();
    List<String> dependents = new ArrayList<>();
    for (LoadedPackage p : packages) {
      if (!p.problems().isEmpty()) {
        byPath.computeIfAbsent(p.path(), _ -> new ArrayList<>()).addAll(p.problems());
      }
    }
    for (LoadedPackage p : packages) {
      boolean known = byPath.containsKey(p.path()) || dependents.contains(p.path());
      if (!p.usable() && p.problems().isEmpty() && !known) {
        dependents.add(p.path());
      }
    }
    List<NotAnalyzed> problems = new ArrayList<>();
    byPath.entrySet().stream()
        .limit(MAX_PACKAGES)
        .forEach(e -> problems.add(folded(e.getKey(), placed(e.getValue()))));
    if (byPath.size() > MAX_PACKAGES) {
      List<String> rest = byPath.keySet().stream().skip(MAX_PACKAGES).toList();
      problems.add(
          new NotAnalyzed(names(rest), "", "not analyzed, or not wholly: they have errors, too"));
    }
    if (!dependents.isEmpty()) {
      problems.add(
          new NotAnalyzed(
              names(dependents), "", "not analyzed: something imported there is broken"));
    }
    return problems;
  }

  /** What go list says of a package repeats what the type checker says, without places. */
  private static List<LoadedPackage.Problem> placed(List<LoadedPackage.Problem> all) {
    List<LoadedPackage.Problem> placed =
        all.stream()
            .filter(p -> !p.position().isEmpty() && !p.position().equals("-"))
            .distinct()
            .toList();
    return placed.isEmpty() ? all.stream().distinct().toList() : placed;
  }

  private static NotAnalyzed folded(String path, List<LoadedPackage.Problem> problems) {
    LoadedPackage.Problem first = problems.getFirst();
    String position = first.position().equals("-") ? "" : first.position();
    int more = problems.size() - 1;
    Optional<String> cause =
        problems.stream().flatMap(p -> LeftOutFiles.constraintBehind(p).stream()).findFirst();
    return new NotAnalyzed(
        path,
        position,
        first.message()
            + (more == 0 ? "" : " (and %s more)".formatted(Plurals.count(more, "error")))
            + cause.map(c -> "; " + c).orElse(""));
  }

  private static String names(List<String> paths) {
    String names = String.join(", ", paths.subList(0, Math.min(MAX_NAMES, paths.size())));
    int more = paths.size() - MAX_NAMES;
    return more <= 0 ? names : names + " and " + more + " more";
  }

  /**
   * Which build constraint leaves out what a type error misses: a file next to the one with the
   * error declares the name, and has a constraint. The most usual cause of many errors at once is a
   * build tag that was not given.
   */
  private static final class LeftOutFiles {
    private static final Pattern MISSING = Pattern.compile("undefined: (?:\\w+\\.)?(\\w+)");
    private static final Pattern CONSTRAINT = Pattern.compile("(?m)^//go:build (.+)$");
    private static final Pattern PLACE = Pattern.compile("(.*\\.go):\\d+(:\\d+)?");

    private LeftOutFiles() {}

    /** What to say of the constraint; empty if there is none that explains the error. */
    static Optional<String> constraintBehind(LoadedPackage.Problem problem) {
      Matcher missing = MISSING.matcher(problem.message());
      Matcher place = PLACE.matcher(problem.position());
      if (!missing.find() || !place.matches()) {
        return Optional.empty();
      }
      Path directory = Path.of(place.group(1)).getParent();
      if (directory == null) {
        return Optional.empty();
      }
      String name = missing.group(1);
      Pattern declaration =
          Pattern.compile("(?m)^(?:(?:func|type|var|const)\\s+|\\t)" + Pattern.quote(name) + "\\b");
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.go")) {
        for (Path file : files) {
          String text = Files.readString(file, StandardCharsets.ISO_8859_1);
          Matcher constraint = CONSTRAINT.matcher(text);
          if (constraint.find() && declaration.matcher(text).find()) {
            return Optional.of(
                "%s is declared in %s, which needs the build constraint %s (-tags)"
                    .formatted(name, file.getFileName(), constraint.group(1).strip()));
          }
        }
      } catch (IOException e) {
        return Optional.empty();
      }
      return Optional.empty();
    }
  }
}
