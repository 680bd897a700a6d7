package dev.harrier.toolchain.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Test files that are not built because they need build tags that were not given. {@code go list
 * ./...} passes over a package of which that leaves nothing; so files are looked at, not packages.
 *
 * @param tags that were given
 * @param goos system that is built for
 * @param goarch processor that is built for
 */
public record LeftOutTests(Set<String> tags, String goos, String goarch) {
  /** A constraint comes before the package clause, after no more than a license. */
  private static final int READ = 8192;

  private static final Set<String> SYSTEMS =
      Set.of(
          "aix",
          "android",
          "darwin",
          "dragonfly",
          "freebsd",
          "hurd",
          "illumos",
          "ios",
          "js",
          "linux",
          "nacl",
          "netbsd",
          "openbsd",
          "plan9",
          "solaris",
          "wasip1",
          "windows",
          "zos");

  private static final Set<String> PROCESSORS =
      Set.of(
          "386",
          "amd64",
          "arm",
          "arm64",
          "loong64",
          "mips",
          "mips64",
          "mips64le",
          "mipsle",
          "ppc64",
          "ppc64le",
          "riscv64",
          "s390x",
          "wasm");

  /**
   * Those that no one gives with {@code -tags}: {@code ignore} is for files that are no package's.
   */
  private static final Pattern NOT_GIVEN =
      Pattern.compile("go1\\.\\d+|goexperiment\\..*|cgo|gc|gccgo|race|msan|asan|unix|ignore");

  public LeftOutTests {
    tags = Set.copyOf(tags);
  }

  /**
   * A file, and what it takes to have it built.
   *
   * @param tags all of them
   */
  public record Needing(Path file, Set<String> tags) {
    public Needing {
      tags = new LinkedHashSet<>(tags);
    }
  }

  /** Those among files, in their order. */
  public List<Needing> among(List<Path> files) throws IOException {
    List<Needing> needing = new ArrayList<>();
    for (Path file : files) {
      String name = String.valueOf(file.getFileName());
      if (name.endsWith("_test.go") && !name.startsWith("_") && isForHere(name)) {
        needed(file).ifPresent(needed -> needing.add(new Needing(file, needed)));
      }
    }
    return needing;
  }

  private Optional<Set<String>> needed(Path file) throws IOException {
    Optional<BuildConstraint> constraint;
    try (InputStream in = Files.newInputStream(file)) {
      constraint = BuildConstraint.in(new String(in.readNBytes(READ), StandardCharsets.UTF_8));
    }
    if (constraint.isEmpty() || constraint.get().isMet(this::isSet)) {
      return Optional.empty();
    }
    Set<String> missing = new LinkedHashSet<>(constraint.get().tags());
    missing.removeIf(tag -> isPlatform(tag) || NOT_GIVEN.matcher(tag).matches() || isSet(tag));
    Predicate<String> withAll = tag -> missing.contains(tag) || isSet(tag);
    return missing.isEmpty() || !constraint.get().isMet(withAll)
        ? Optional.empty()
        : Optional.of(fewest(constraint.get(), missing));
  }

  /** Of alternatives one is enough. */
  private Set<String> fewest(BuildConstraint constraint, Set<String> missing) {
    Set<String> needed = new LinkedHashSet<>(missing);
    for (String tag : missing) {
      Set<String> without = new HashSet<>(needed);
      without.remove(tag);
      if (constraint.isMet(t -> without.contains(t) || isSet(t))) {
        needed.remove(tag);
      }
    }
    return needed;
  }

  private boolean isSet(String tag) {
    return tags.contains(tag)
        || tag.equals(goos)
        || tag.equals(goarch)
        || tag.equals("unix")
        || tag.equals("cgo")
        || tag.equals("gc")
        || tag.startsWith("go1.");
  }

  private static boolean isPlatform(String tag) {
    return SYSTEMS.contains(tag) || PROCESSORS.contains(tag);
  }

  /** As {@code name_GOOS_GOARCH_test.go} has it. */
  private boolean isForHere(String name) {
    List<String> parts = List.of(name.substring(0, name.length() - "_test.go".length()).split("_"));
    return parts.subList(1, parts.size()).reversed().stream()
        .limit(2)
        .takeWhile(LeftOutTests::isPlatform)
        .allMatch(part -> part.equals(goos) || part.equals(goarch));
  }
}
