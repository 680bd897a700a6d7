package dev.harrier.cli.session;

import dev.harrier.cli.git.Git;
import dev.harrier.report.Measure;
import dev.harrier.report.RunRecord;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.store.StoreLocation;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What every command that runs Go code needs: the Go and the modules that are meant, an
 * instrumented runtime for it, and a place to keep the run.
 */
public record Installation(
    GoToolchain go, List<MainModule> modules, Overlay overlay, StoreLocation location) {
  private static final int FIRST_CONTROLLED = 26;

  /**
   * @throws ToolchainException if there is no Go that Harrier supports, or no module
   */
  public static Installation find(CommandContext surroundings)
      throws ToolchainException, StoreException, IOException {
    GoToolchain found = GoToolchain.find(surroundings.directory(), surroundings.environment());
    List<MainModule> modules = MainModule.of(found, surroundings.directory());
    Path caches = CacheDirectory.of(surroundings.environment());
    GoToolchain go = Goroots.outsideModuleCache(found, caches.resolve("goroots"));
    return new Installation(
        go,
        modules,
        Overlay.prepare(go, caches.resolve("overlays")),
        StoreLocation.forWriting(go.moduleRoot(), caches));
  }

  /** The overlay for a build with these flags. */
  public Overlay overlay(CommandContext surroundings, List<String> buildFlags)
      throws ToolchainException, IOException {
    return switch (Races.of(buildFlags)) {
      case OFF -> overlay;
      case ALL ->
          Overlay.prepareForRaces(
              go, CacheDirectory.of(surroundings.environment()).resolve("overlays"));
    };
  }

  /** Whether this Go's scheduler and clock can be Harrier's. */
  public boolean canBeControlled() {
    return go.version().atLeast(FIRST_CONTROLLED);
  }

  /** Why they can't. */
  public String whyNotControlled() {
    return ("Go %s can't be controlled: Harrier's scheduler and clock need Go 1.26 or newer, for"
            + " instance GOTOOLCHAIN=go1.26.0")
        .formatted(go.version());
  }

  /** The store of the module; says so if it is not in the module. */
  public RunStore store(CommandContext surroundings) {
    if (!location.inModule()) {
      surroundings
          .errors()
          .printf(
              "harrier: %s can't be written; this run is kept in %s%n",
              go.moduleRoot(), location.directory());
    }
    return new RunStore(location.directory(), go.moduleRoot());
  }

  /** What is known of a run when it begins. */
  public RunRecord header(
      RunDirectory directory,
      List<String> command,
      Path workingDirectory,
      Instant started,
      Measure measure) {
    return new RunRecord(
        directory.id(),
        Version.current(),
        new RunRecord.GoInstallation(go.version().toString(), go.goroot()),
        command,
        workingDirectory,
        go.moduleRoot(),
        new Git(go.moduleRoot(), go.environment()).revision(),
        ProcessHandle.current().pid(),
        started,
        measure,
        Optional.empty());
  }
}
