package dev.harrier.cli.distributed;

import dev.harrier.base.process.Background;
import dev.harrier.base.process.Executables;
import dev.harrier.campaign.CampaignServer;
import dev.harrier.campaign.CampaignTerms;
import dev.harrier.cli.git.Git;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.UserError;
import dev.harrier.report.store.ModuleRoot;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.store.StoreLocation;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.GoVersion;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.patch.Extent;
import dev.harrier.toolchain.patch.Overlay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A worker of a campaign on a machine without Go: a clone of the module, and what others say of
 * their Go. It can run what they build.
 */
public final class WithoutGo {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long PAUSE_MILLIS = 250;

  private WithoutGo() {}

  /** Whether a command must do without. */
  public static boolean isGoMissing(CommandContext context) {
    return Executables.onPath("go", context.environment()).isEmpty();
  }

  /** Where {@code go.mod} is, or {@code go.work}. */
  public static Path root(CommandContext context) throws UserError {
    return ModuleRoot.above(context.directory())
        .orElseThrow(() ->
            UserError.usage(
                "%s is not in a Go module: change to a clone of the module that the campaign explores"
                    .formatted(context.directory())));
  }

  /**
   * What is known here, and what the campaign says.
   *
   * @throws UserError if no one has begun the campaign after a while
   */
  public static Installation installation(CampaignServer server, CommandContext context)
      throws UserError, StoreException, IOException {
    Path root = root(context);
    CampaignTerms terms = terms(server);
    List<MainModule> modules =
        terms.modules().stream()
            .map(m -> new MainModule(m.path(), root.resolve(m.directory()).normalize()))
            .toList();
    GoToolchain go =
        new GoToolchain(
            Path.of(""),
            GoVersion.parse(terms.go())
                .orElseThrow(
                    () -> new IOException("the campaign is of an unknown Go: " + terms.go())),
            Path.of(terms.goroot()),
            "linux",
            System.getProperty("os.arch", "").replace("aarch64", "arm64"),
            root,
            Path.of(""),
            context.environment());
    return new Installation(
        go,
        modules,
        new Overlay(Path.of(""), 0, Extent.of(go.version()), Optional.empty()),
        Optional.empty(),
        Optional.empty(),
        StoreLocation.forWriting(root, CacheDirectory.of(context.environment())),
        Background.start(new Git(root, context.environment())::revision));
  }

  private static CampaignTerms terms(CampaignServer server) throws UserError, IOException {
    long start = System.nanoTime();
    while (true) {
      Optional<CampaignTerms> terms = CampaignTerms.of(server);
      if (terms.isPresent()) {
        return terms.get();
      }
      if (server.isEnding()) {
        throw new UserError(
            ExitStatus.INTERRUPTED,
            "interrupted while waiting for a worker that begins the campaign " + server.address());
      }
      if (System.nanoTime() - start > PATIENCE.toNanos()) {
        throw UserError.usage(
            "there is no go command on PATH, and no worker that has one has begun the campaign %s: start one"
                .formatted(server.address()));
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }
}
