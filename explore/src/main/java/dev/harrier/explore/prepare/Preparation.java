package dev.harrier.explore.prepare;

import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.ListingException;
import dev.harrier.explore.execute.TestNames;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.execute.WrongArgumentException;
import dev.harrier.explore.target.Program;
import dev.harrier.explore.target.Target;
import dev.harrier.model.ending.Remark;
import dev.harrier.toolchain.build.BuildException;
import dev.harrier.toolchain.build.GoPackage;
import dev.harrier.toolchain.build.PackageBuilder;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.run.Runner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes targets of packages. */
public final class Preparation {
  private static final Limits LISTING = Limits.of(Duration.ofMinutes(1));

  /** Underscores stand for slashes in the names of executables. */
  private static final Pattern ESCAPED = Pattern.compile("[^A-Za-z0-9./-]");

  private final PackageBuilder build;
  private final Path directory;
  private final Runner runner;
  private final Map<String, String> environment;
  private final Watch watch;
  private final List<String> failures = new ArrayList<>();

  /**
   * @param directory for the executables
   * @param runner what starts them
   * @param environment of the user
   */
  public Preparation(
      PackageBuilder build,
      Path directory,
      Runner runner,
      Map<String, String> environment,
      Watch watch) {
    this.build = build;
    this.directory = directory;
    this.runner = runner;
    this.environment = new HashMap<>(environment);
    this.environment.keySet().removeIf(name -> name.startsWith("HARRIER_"));
    this.watch = watch;
  }

  /**
   * Builds what is selected.
   *
   * @param now is given what is being built
   * @throws ToolchainException if {@code go} does not know the packages, or a test binary refuses
   *     the patterns or flags it is given
   */
  public List<Target> targets(
      List<String> patterns, Selection selection, Consumer<? super String> now)
      throws ToolchainException, IOException {
    return targets(patterns, selection, now, UnaryOperator.identity());
  }

  /**
   * The same, of some packages.
   *
   * @param wanted those of some packages that are built next
   */
  public List<Target> targets(
      List<String> patterns,
      Selection selection,
      Consumer<? super String> now,
      UnaryOperator<List<GoPackage>> wanted)
      throws ToolchainException, IOException {
    Files.createDirectories(directory);
    List<Target> targets = new ArrayList<>();
    List<GoPackage> packages;
    try {
      packages =
          build.packages(patterns).stream()
              .filter(p -> selection.mains() ? p.isMain() : p.hasTests())
              .toList();
    } catch (BuildException e) {
      failures.add(String.valueOf(e.getMessage()));
      return targets;
    }
    failures.addAll(build.unlisted());
    List<Shard.Piece> pieces =
        selection
            .shard()
            .pieces(packages, p -> selection.mains() ? 1 : Math.max(1, selection.meant(p.tests())));
    Map<GoPackage, Shard.Piece> touched = new LinkedHashMap<>();
    for (int i = 0; i < packages.size(); i++) {
      if (pieces.get(i).isTouched()) {
        touched.put(packages.get(i), pieces.get(i));
      }
    }
    for (List<GoPackage> some : chunks(List.copyOf(touched.keySet()))) {
      List<GoPackage> next = watch.isCanceled() ? List.of() : wanted.apply(some);
      Set<GoPackage> built = selection.mains() ? Set.of() : together(next, now);
      for (GoPackage one : next) {
        if (watch.isCanceled()) {
          break;
        }
        if (!built.contains(one)) {
          now.accept("building " + one.importPath());
        }
        try {
          targets.addAll(
              Objects.requireNonNull(touched.get(one))
                  .of(selection.mains() ? main(one, selection) : tests(one, built, selection)));
        } catch (BuildException | ListingException e) {
          failures.add("# " + one.importPath() + "\n" + e.getMessage());
        }
      }
    }
    return targets;
  }

  /** What was said about packages that do not load or build, or whose tests can't be listed. */
  public List<String> failures() {
    return List.copyOf(failures);
  }

  /** One sentence for each package that is not explored as it should be. */
  public List<Remark> remarks() {
    return build.remarks();
  }

  /** So many that all processors are busy, while packages that take long do not keep others. */
  private static List<List<GoPackage>> chunks(List<GoPackage> packages) {
    int size = 2 * Runtime.getRuntime().availableProcessors();
    List<List<GoPackage>> chunks = new ArrayList<>();
    for (int from = 0; from < packages.size(); from += size) {
      chunks.add(packages.subList(from, Math.min(from + size, packages.size())));
    }
    return chunks;
  }

  /** Those whose tests could be built together. */
  private Set<GoPackage> together(List<GoPackage> packages, Consumer<? super String> now)
      throws ToolchainException, IOException {
    if (packages.size() < 2) {
      return Set.of();
    }
    now.accept(
        "building "
            + packages.stream().map(GoPackage::importPath).collect(Collectors.joining(", ")));
    Map<GoPackage, Path> executables = new LinkedHashMap<>();
    packages.forEach(one -> executables.put(one, program(one, ".test").executable()));
    return build.tests(executables);
  }

  private List<Target> tests(GoPackage one, Set<GoPackage> built, Selection selection)
      throws BuildException, ToolchainException, IOException {
    Program program = program(one, ".test");
    if (!built.contains(one)) {
      build.test(one, program.executable());
    }
    List<String> flags = new ArrayList<>(selection.arguments());
    if (!selection.skip().isEmpty()) {
      flags.add("-test.skip=" + selection.skip());
    }
    for (String pattern : selection.otherPatterns()) {
      names(program, pattern, List.of());
    }
    return names(program, selection.topLevel(), selection.arguments()).stream()
        .filter(test -> !selection.isSkipped(test))
        .<Target>map(test -> new Target.OneTest(program, test, selection.below(test), flags))
        .toList();
  }

  private List<String> names(Program program, String pattern, List<String> arguments)
      throws ToolchainException, IOException {
    try {
      return TestNames.of(program, pattern, arguments, directory.resolve("list"), LISTING, watch);
    } catch (WrongArgumentException e) {
      throw new ToolchainException(String.valueOf(e.getMessage()), e);
    }
  }

  private List<Target> main(GoPackage one, Selection selection)
      throws BuildException, ToolchainException, IOException {
    Program program = program(one, "");
    build.main(one, program.executable());
    return List.of(new Target.Main(program, selection.arguments()));
  }

  /** The name of a package's executable: each import path has one of its own. */
  static String executableName(String importPath) {
    return ESCAPED
        .matcher(importPath)
        .replaceAll(c -> "~%02x".formatted((int) c.group().charAt(0)))
        .replace('/', '_');
  }

  private Program program(GoPackage one, String suffix) {
    return new Program(
        one.importPath(),
        directory.resolve(executableName(one.importPath()) + suffix),
        runner,
        one.directory(),
        one.code(),
        environment);
  }
}
