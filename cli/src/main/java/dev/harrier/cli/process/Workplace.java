package dev.harrier.cli.process;

import dev.harrier.base.process.Background;
import dev.harrier.base.process.Executables;
import dev.harrier.cli.git.Git;
import dev.harrier.report.Revision;
import dev.harrier.report.store.ModuleRoot;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What {@code go} and {@code git} say of the directory that a command is started in. Each answer
 * takes a process, and to read the command line takes as long as all of them: commands that run
 * tests ask before they know their flags.
 *
 * @param modules the main modules
 * @param overlay the one that records, if it was made before
 * @param revision what the sources are when the command begins
 */
public record Workplace(
    GoToolchain go,
    Background<List<MainModule>, ToolchainException> modules,
    Background<Optional<Overlay>, RuntimeException> overlay,
    Background<Optional<Revision>, RuntimeException> revision) {
  private static final Set<String> ASKING = Set.of("test", "fuzz", "replay", "check-fix");

  /** Starts to ask, if the arguments are those of a command that will need the answers. */
  static Optional<Background<Workplace, ToolchainException>> prefetch(
      Path directory, Map<String, String> environment, String... arguments) {
    return arguments.length > 0 && ASKING.contains(arguments[0])
        ? Optional.of(Background.start(() -> ask(directory, environment)))
        : Optional.empty();
  }

  /**
   * Asks in the background, of a directory where Go is. The answers do not wait for each other: the
   * module is nearly always the nearest one, and where {@code go} says another, Git is asked again.
   *
   * @throws ToolchainException if there is no Go that Harrier supports, or no module
   */
  static Workplace ask(Path directory, Map<String, String> environment) throws ToolchainException {
    Optional<Path> nearest = ModuleRoot.above(directory);
    Optional<Background<List<MainModule>, ToolchainException>> modules =
        nearest
            .flatMap(_ -> Executables.onPath("go", environment))
            .map(go -> Background.start(() -> MainModule.of(go, directory, environment)));
    Optional<Background<Optional<Revision>, RuntimeException>> revision =
        nearest.map(root -> Background.start(new Git(root, environment)::revision));
    GoToolchain go = GoToolchain.find(directory, environment);
    return new Workplace(
        go,
        modules.orElseGet(() -> Background.start(() -> MainModule.of(go, directory))),
        Background.start(() -> Overlay.known(go, CacheDirectory.overlays(environment))),
        revision
            .filter(_ -> nearest.equals(Optional.of(go.moduleRoot())))
            .orElseGet(
                () -> Background.start(new Git(go.moduleRoot(), go.environment())::revision)));
  }
}
