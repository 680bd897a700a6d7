package dev.harrier.cli.exploring;

import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.gocommand.Races;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Progress;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.prepare.Preparation;
import dev.harrier.explore.prepare.Selection;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.target.Target;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Builds the program of a replay string, as it was built when its schedule was found.
 *
 * @param buildFlags of the user, besides those of the string
 * @param runFlags {@code -exec}, if it was given
 */
public record ReplayBuild(
    CommandContext context,
    Installation installation,
    ShutdownHandler shutdown,
    List<String> buildFlags,
    List<String> runFlags) {
  /** Go's own modules, whose packages are not named after them. */
  private static final Set<String> GO = Set.of("std", "cmd");

  public ReplayBuild {
    buildFlags = List.copyOf(buildFlags);
    runFlags = List.copyOf(runFlags);
  }

  /** What came of a build. */
  public sealed interface Built {
    /** The test, or the program. */
    record Ready(Target target) implements Built {}

    /**
     * It does not build.
     *
     * @param failures what go says of it
     */
    record Failed(List<String> failures) implements Built {
      public Failed {
        failures = List.copyOf(failures);
      }
    }

    /** The package has no such test. */
    record NoSuchTest() implements Built {}
  }

  /** Replay strings come from others: they name tests of the user's modules, and no others. */
  public void checkOrigin(ReplayCode code) throws UserError {
    List<String> modules = installation.modules().stream().map(MainModule::path).toList();
    String path = code.importPath();
    if (modules.stream()
        .noneMatch(m -> GO.contains(m) || path.equals(m) || path.startsWith(m + "/"))) {
      throw UserError.usage(
          "the replay string is for the package %s, and this is the module %s: change to a clone of"
                  .formatted(path, String.join(", ", modules))
              + " that package's module");
    }
  }

  /** Builds; the program gets no arguments besides flags of package testing. */
  public Built target(ReplayCode code, RunDirectory directory, Watch watch)
      throws UserError, ToolchainException, IOException {
    return target(code, List.of(), directory, watch);
  }

  /**
   * Builds.
   *
   * @param programArguments what is for the program, besides flags of package testing
   */
  public Built target(
      ReplayCode code, List<String> programArguments, RunDirectory directory, Watch watch)
      throws UserError, ToolchainException, IOException {
    GoBuild build = installation.build(context, Races.of(code.build().races()), flags(code));
    List<String> programFlags = new ArrayList<>(code.testFlags());
    programFlags.addAll(programArguments);
    Preparation preparation = installation.preparation(build, runFlags, directory, watch, shutdown);
    boolean main = code.test().isEmpty();
    String below = code.below().isEmpty() ? "" : "/" + code.below();
    Selection selection =
        new Selection(main, main ? "" : "^" + code.test() + "$" + below, "", programFlags);
    List<Target> targets;
    try (Progress progress = new Progress(context)) {
      targets = preparation.targets(List.of(code.importPath()), selection, progress::say);
    }
    if (!preparation.failures().isEmpty()) {
      return new Built.Failed(preparation.failures());
    }
    return targets.stream()
        .filter(t -> t.name().equals(code.test()))
        .filter(t ->
            installation.modules().stream()
                .anyMatch(m -> t.program().directory().startsWith(m.directory())))
        .findFirst()
        .<Built>map(Built.Ready::new)
        .orElseGet(Built.NoSuchTest::new);
  }

  private List<String> flags(ReplayCode code) throws UserError {
    Path root = installation.go().moduleRoot();
    Optional<Path> file = code.build().modFile().map(root::resolve);
    if (file.isPresent() && !isIn(root, file.get())) {
      throw UserError.usage(
          "the replay string is for builds with -modfile=%s, which is not a file of this module"
              .formatted(root.relativize(file.get())));
    }
    List<String> flags = new ArrayList<>(code.build().flags(root));
    flags.addAll(buildFlags);
    return flags;
  }

  /** Whether it is a regular file there, also where names are links. */
  private static boolean isIn(Path root, Path file) {
    try {
      Path real = file.toRealPath();
      return Files.isRegularFile(real) && real.startsWith(root.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }
}
