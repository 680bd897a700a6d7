package dev.harrier.vet;

import dev.harrier.vet.ssa.LoadedPackage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which build constraint leaves out what a type error misses: a file beside the one with the error
 * declares the name, and has a constraint. The most usual cause of many errors at once is a build
 * tag that was not given.
 */
final class LeftOutFiles {
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
