package dev.harrier.cli.doctor;

import dev.harrier.base.file.IoErrors;
import dev.harrier.base.process.Executables;
import dev.harrier.cli.gocommand.TraceHeaders;
import dev.harrier.cli.process.CacheDirectory;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.Version;
import dev.harrier.cli.selftest.HookTrial;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.GoVersion;
import dev.harrier.toolchain.driver.Goroots;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Overlay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code harrier doctor}: which tools are installed, which are missing, and how to get them. */
@Command(
    name = "doctor",
    description = "Check what is installed, what is missing, and how to get it.")
public final class DoctorCommand implements Callable<Integer> {
  /** The build of Go's library for one set of flags, a run's traces, and some room. */
  private static final long WANTED_BYTES = 2L << 30;

  private final CommandContext context;
  private boolean healthy = true;

  public DoctorCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    good("Harrier", Version.current());
    good("Java", Runtime.version() + " in " + System.getProperty("java.home"));
    go();
    optional(
        "dlv",
        "lets you step through a finding",
        "go install github.com/go-delve/delve/cmd/dlv@latest");
    space("the current directory", context.directory());
    space("the cache", existing(CacheDirectory.of(context.environment())));
    return (healthy ? ExitStatus.NOTHING_FOUND : ExitStatus.USAGE).code();
  }

  private void go() {
    Path caches = CacheDirectory.inUse(context.environment());
    try {
      GoToolchain found = GoToolchain.installed(context.directory(), context.environment());
      good("Go", found.version() + " in " + found.goroot());
      if (found.inModule()) {
        good("module", found.moduleRoot().toString());
      } else {
        remark("module", "none here; harrier test needs a Go module");
      }
      if (!found.version().atLeast(26)) {
        remark("Go", "1.24 and 1.25 have no collector that proves leaks; 1.26 or newer finds more");
      }
      GoToolchain go = Goroots.outsideModuleCache(found, caches.resolve("goroots"));
      hooks(go, caches.resolve("overlays"));
    } catch (ToolchainException e) {
      bad("Go", String.valueOf(e.getMessage()));
    } catch (IOException e) {
      bad(
          "overlay",
          "can't be made: "
              + IoErrors.described(e)
              + "; HARRIER_CACHE names another directory for it");
    }
  }

  /** Only runs that record what they should show that this Go can be instrumented. */
  private void hooks(GoToolchain go, Path overlays) throws ToolchainException, IOException {
    boolean isNew = go.version().isNewerThanKnown();
    if (isNew) {
      remark("Go", "newer than what Harrier was tested with (" + GoVersion.KNOWN + ")");
    }
    try (HookTrial trial = HookTrial.of(go, TraceHeaders::read)) {
      HookTrial.Fitting fitting = trial.fitting(overlays);
      List<String> wrong = trial.recording(fitting.overlay());
      if (wrong.isEmpty()) {
        good(
            "overlay",
            "this Go can be instrumented, and records what it should: " + fitting.overlay().json());
      } else {
        wrong.forEach(what -> bad("overlay", what));
      }
      if (isNew) {
        commands(trial, fitting, wrong.isEmpty(), overlays);
      }
    }
  }

  /** Which commands work with a Go that is newer than this Harrier. */
  private void commands(HookTrial trial, HookTrial.Fitting fitting, boolean records, Path overlays)
      throws IOException {
    command("test, fuzz", records ? List.of() : List.of("the hooks fail their self-test"));
    if (records && command("fuzz, replay", trial.uncontrolled(fitting).stream().toList())) {
      command("fuzz -races", () -> trial.races(Overlay.prepareForRaces(trial.go(), overlays)));
    }
    command("build, run", () -> trial.leaks(Overlay.prepareForLeaks(trial.go(), overlays)));
    good("commands", "vet, report, baseline: need no hooks");
  }

  private interface Trial {
    List<String> wrong() throws ToolchainException, IOException;
  }

  private boolean command(String names, Trial trial) throws IOException {
    try {
      return command(names, trial.wrong());
    } catch (ToolchainException e) {
      return command(names, List.of(String.valueOf(e.getMessage())));
    }
  }

  private boolean command(String names, List<String> wrong) {
    if (wrong.isEmpty()) {
      good("commands", names + ": usable with this Go");
    } else {
      remark("commands", names + ": unusable with this Go: " + wrong.getFirst());
    }
    return wrong.isEmpty();
  }

  private void optional(String program, String use, String way) {
    if (Executables.onPath(program, context.environment()).isPresent()) {
      good(program, "found (optional)");
    } else {
      remark(program, "not found; optional, " + use + ": " + way);
    }
  }

  private void space(String what, Path place) {
    try {
      long free = Files.getFileStore(place).getUsableSpace();
      String words = "%.1f GB free for %s, %s".formatted(free / 1e9, what, place);
      if (free < WANTED_BYTES) {
        remark("disk", words + "; less than 2 GB may be too little");
      } else {
        good("disk", words);
      }
    } catch (IOException e) {
      bad("disk", "can't determine the free space of " + place + ": " + IoErrors.reason(e));
    }
  }

  private static Path existing(Path path) {
    Path place = path.toAbsolutePath();
    while (!Files.exists(place) && place.getParent() != null) {
      place = place.getParent();
    }
    return place;
  }

  private void good(String what, String words) {
    line("ok", what, words);
  }

  private void remark(String what, String words) {
    line("--", what, words);
  }

  private void bad(String what, String words) {
    healthy = false;
    line("!!", what, words);
  }

  private void line(String mark, String what, String words) {
    context.output().printf("%s  %-8s %s%n", mark, what, words);
  }
}
