package dev.harrier.cli.gocommand;

import dev.harrier.base.process.Background;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CacheEntries;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.RunHeader;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.Workplace;
import dev.harrier.cli.selftest.NewRelease;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.prepare.Preparation;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.report.FailurePolicy;
import dev.harrier.report.Revision;
import dev.harrier.report.RunRecord;
import dev.harrier.report.SourcePaths;
import dev.harrier.report.store.RunDirectory;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.store.StoreLocation;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.build.PackageBuilder;
import dev.harrier.toolchain.driver.FlagValue;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.driver.MainModule;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.patch.UserOverlay;
import dev.harrier.toolchain.run.Runner;
import dev.harrier.toolchain.source.FixSuggester;
import dev.harrier.toolchain.source.UsageScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What every command that runs Go code needs: the Go and the modules that are meant, an
 * instrumented runtime for it, and a place to keep the run.
 *
 * @param overlay that of the runtime, together with the user's
 * @param userOverlay only the user's
 * @param uncontrolled why runs can't be controlled with a Go that is newer than this Harrier
 * @param revision what the sources were when the command began
 */
public record Installation(
    GoToolchain go,
    List<MainModule> modules,
    Overlay overlay,
    Optional<UserOverlay> userOverlay,
    Optional<String> uncontrolled,
    StoreLocation location,
    Background<Optional<Revision>, RuntimeException> revision) {
  private static final Pattern MOD_FILE = Pattern.compile("--?modfile=(.+)");

  /**
   * @throws ToolchainException if there is no Go that Harrier supports, or no module
   */
  public static Installation find(CommandContext context)
      throws ToolchainException, StoreException, IOException {
    return find(context, List.of());
  }

  /** A digest of the files of Go with hooks: the same schedule does the same with the same ones. */
  public String hooks() {
    return HexFormat.of().toHexDigits((int) (overlay.digest() >>> Integer.SIZE));
  }

  /** Says how the user's files would have to be edited to fix findings. */
  public FixSuggester fixes(CommandContext context) {
    List<SourcePaths> roots =
        modules.stream().map(module -> new SourcePaths(module.directory())).toList();
    return new FixSuggester(
        go,
        CacheDirectory.of(context.environment()),
        file -> roots.stream().anyMatch(root -> root.covers(file)));
  }

  /**
   * @param flags for the {@code go} command, which may name an overlay
   * @throws ToolchainException if there is no Go that Harrier supports, or no module
   */
  public static Installation find(CommandContext context, List<String> flags)
      throws ToolchainException, StoreException, IOException {
    Workplace workplace = context.workplace();
    Path caches = CacheDirectory.inUse(context.environment());
    GoToolchain go = Goroots.outsideModuleCache(workplace.go(), caches.resolve("goroots"));
    // What was known may have been removed before the cache was in use.
    Optional<Overlay> known =
        workplace.overlay().get().filter(overlay -> Files.exists(overlay.json()));
    NewRelease.Admitted runtime =
        known.isPresent()
            ? new NewRelease.Admitted(known.get(), Optional.empty())
            : runtime(go, CacheDirectory.overlays(context.environment()), context);
    inUse(go, runtime.overlay(), caches);
    Optional<UserOverlay> user =
        UserOverlay.given(go, flags, context.directory())
            .map(overlay -> overlay.moved(workplace.go().goroot(), go.goroot()));
    return new Installation(
        go,
        workplace.modules().get(),
        joined(runtime.overlay(), user, context),
        user,
        runtime.uncontrolled(),
        StoreLocation.forWriting(go.moduleRoot(), caches),
        workplace.revision());
  }

  private static NewRelease.Admitted runtime(GoToolchain go, Path overlays, CommandContext context)
      throws ToolchainException, IOException {
    return go.version().isNewerThanKnown()
        ? newRelease(go, context).recording(overlays)
        : new NewRelease.Admitted(Overlay.prepare(go, overlays), Optional.empty());
  }

  private static NewRelease newRelease(GoToolchain go, CommandContext context) {
    return new NewRelease(go, TraceHeaders::read, context.errors());
  }

  private static Overlay joined(Overlay overlay, Optional<UserOverlay> user, CommandContext context)
      throws ToolchainException, IOException {
    return user.isEmpty()
        ? overlay
        : overlay.with(user.get(), CacheDirectory.overlays(context.environment()));
  }

  private static void inUse(GoToolchain go, Overlay overlay, Path caches) {
    try {
      CacheEntries.use(Objects.requireNonNull(overlay.json().getParent(), "an entry of the cache"));
      if (go.goroot().startsWith(caches)) {
        CacheEntries.use(go.goroot());
      }
      CacheEntries.removeOld(caches);
    } catch (IOException e) {
      // A cache that can't be written is as good as any other, and keeps what it has.
    }
  }

  /**
   * Builds programs to be explored.
   *
   * @param flags for {@code go build}
   */
  public GoBuild build(CommandContext context, Races races, List<String> flags)
      throws ToolchainException, IOException {
    List<Instrumentation> wanted = new ArrayList<>();
    if (races != Races.OFF) {
      Path overlays = CacheDirectory.overlays(context.environment());
      Overlay detecting = Overlay.prepareForRaces(go, overlays);
      if (go.version().isNewerThanKnown()) {
        newRelease(go, context).races(detecting);
      }
      wanted.add(races.instrumentation(modules, joined(detecting, userOverlay, context)));
    }
    if (canBeControlled() && !isRaceDetected(flags)) {
      wanted.add(Instrumentation.atomics(overlay));
    }
    wanted.add(Instrumentation.none(overlay));
    return new GoBuild(go, wanted, context.directory(), flags, userOverlay);
  }

  /**
   * Those settings of a build that replay strings and stored runs carry.
   *
   * @param flags of the user; GOFLAGS comes before them
   */
  public BuildSettings settings(CommandContext context, List<String> flags) {
    Stream<String> ofGo = flags.stream().takeWhile(flag -> !flag.matches("--?args"));
    List<String> all = Stream.concat(goFlags(), ofGo).toList();
    List<String> settings = new ArrayList<>(all);
    for (String name : BuildSettings.VALUED) {
      FlagValue.of(name, all).value().ifPresent(v -> settings.add("-%s=%s".formatted(name, v)));
    }
    return BuildSettings.among(settings.stream().map(flag -> inModule(flag, context)).toList());
  }

  private Stream<String> goFlags() {
    return Stream.of(go.environment().getOrDefault("GOFLAGS", "").split("\\s+"));
  }

  /** {@code -modfile} as it is called from the root; a file elsewhere means nothing to others. */
  private String inModule(String flag, CommandContext context) {
    Matcher file = MOD_FILE.matcher(flag);
    if (!file.matches()) {
      return flag;
    }
    Path path = context.directory().resolve(file.group(1)).normalize();
    return path.startsWith(go.moduleRoot())
        ? "-modfile=" + go.moduleRoot().relativize(path)
        : "-modfile=";
  }

  /**
   * Makes targets of what is built; both end when the process is asked to.
   *
   * @param runFlags {@code -exec}, if it was given
   */
  public Preparation preparation(
      PackageBuilder build,
      List<String> runFlags,
      RunDirectory directory,
      Watch watch,
      ShutdownHandler shutdown)
      throws ToolchainException {
    shutdown.onRequest(build::cancel);
    shutdown.onRequest(watch::cancel);
    return new Preparation(
        build, directory.binaries(), Runner.of(go, runFlags), go.environment(), watch);
  }

  /** Whether programs can be built here; else there is only what others have built. */
  public boolean hasGo() {
    return !go.command().toString().isEmpty();
  }

  /** Whether Go's race detector is in a build, which has atomics of its own. */
  public boolean isRaceDetected(List<String> flags) {
    return Stream.concat(flags.stream(), goFlags())
        .anyMatch(f -> f.matches("--?(race|msan|asan)(=true)?"));
  }

  /** Whether this Go's scheduler and clock can be Harrier's. */
  public boolean canBeControlled() {
    return overlay.extent().controls() && uncontrolled.isEmpty();
  }

  /** Why they can't. */
  public String whyNotControlled() {
    return uncontrolled
        .map(why ->
            "Go %s is newer than this Harrier, which can't control it: %s"
                .formatted(go.version(), why))
        .orElseGet(() ->
            ("Go %s can't be controlled: Harrier's scheduler and clock need Go 1.26 or newer, for"
                    + " instance GOTOOLCHAIN=go1.26.0")
                .formatted(go.version()));
  }

  /** What reads Go sources. */
  public UsageScanner sources(CommandContext context) {
    return new UsageScanner(go, CacheDirectory.of(context.environment()));
  }

  /** The store of the module; says so if it is not in the module. */
  public RunStore store(CommandContext context) {
    if (!location.inModule()) {
      context
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
      CommandContext context,
      Instant started,
      FailurePolicy policy)
      throws IOException {
    return RunHeader.of(
        directory,
        new RunRecord.GoInstallation(go.version().toString(), go.goroot()),
        command,
        context,
        go.moduleRoot(),
        revision.get(),
        started,
        policy);
  }
}
