package dev.harrier.cli.selftest;

import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.GoVersion;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Extent;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.run.TraceOrigin;
import dev.harrier.toolchain.selftest.SourceDigest;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A Go that is newer than those that this Harrier was tried with. Before a command uses an overlay
 * of it, the self-test runs, once for these contents of GOROOT; that it passed is kept in the
 * overlay's directory. That it failed is kept only for what a command can do without.
 */
public final class NewRelease {
  private static final String PASSED = "passed ";
  private static final String EXTENT = "extent ";
  private static final String UNCONTROLLED = "uncontrolled ";

  private final GoToolchain go;
  private final TraceOrigin.Reader headers;
  private final PrintStream errors;

  /**
   * @param errors gets one sentence
   */
  public NewRelease(GoToolchain go, TraceOrigin.Reader headers, PrintStream errors) {
    this.go = go;
    this.headers = headers;
    this.errors = errors;
  }

  /** What a trial does with the program. */
  private interface Trial {
    List<String> of(HookTrial trial) throws ToolchainException, IOException;
  }

  /**
   * An overlay whose hooks record what they should.
   *
   * @param uncontrolled why runs can't be controlled with it; empty if they can
   */
  public record Admitted(Overlay overlay, Optional<String> uncontrolled) {}

  /**
   * Gives the overlay for traces.
   *
   * @param overlays where overlays are kept
   * @throws ToolchainException if it does not record what it should
   */
  public Admitted recording(Path overlays) throws ToolchainException, IOException {
    Overlay whole = Overlay.prepare(go, overlays);
    Path kept = kept(whole);
    String passed = PASSED + SourceDigest.of(go.goroot());
    List<String> known = read(kept);
    boolean isKnown = known.contains(passed);
    say(isKnown);
    if (isKnown) {
      Extent extent = Extent.valueOf(after(EXTENT, known).orElseThrow());
      return new Admitted(Overlay.prepare(go, overlays, extent), after(UNCONTROLLED, known));
    }
    try (HookTrial trial = HookTrial.of(go, headers)) {
      HookTrial.Fitting fitting = trial.fitting(overlays);
      refuseIf(trial.recording(fitting.overlay()));
      Optional<String> uncontrolled = trial.uncontrolled(fitting);
      List<String> lines = new ArrayList<>(List.of(passed));
      lines.add(EXTENT + fitting.overlay().extent());
      uncontrolled.ifPresent(why -> lines.add(UNCONTROLLED + why));
      write(kept, lines);
      return new Admitted(fitting.overlay(), uncontrolled);
    }
  }

  private static Optional<String> after(String word, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(word))
        .map(line -> line.substring(word.length()))
        .findFirst();
  }

  /**
   * Sees to it that controlled runs report races.
   *
   * @param overlay with the race detector
   * @throws ToolchainException if they do not
   */
  public void races(Overlay overlay) throws ToolchainException, IOException {
    if (!hasPassed(overlay)) {
      admit(overlay, trial -> trial.races(overlay));
    }
  }

  /**
   * Sees to it that the collector of binaries finds what it should.
   *
   * @param overlay of {@code harrier build}
   * @throws ToolchainException if it does not
   */
  public void leaks(Overlay overlay) throws ToolchainException, IOException {
    boolean passed = hasPassed(overlay);
    say(passed);
    if (!passed) {
      admit(overlay, trial -> trial.leaks(overlay));
    }
  }

  private boolean hasPassed(Overlay overlay) throws IOException {
    return read(kept(overlay)).contains(PASSED + SourceDigest.of(go.goroot()));
  }

  private void admit(Overlay overlay, Trial trial) throws ToolchainException, IOException {
    try (HookTrial program = HookTrial.of(go, headers)) {
      refuseIf(trial.of(program));
    }
    write(kept(overlay), List.of(PASSED + SourceDigest.of(go.goroot())));
  }

  private void refuseIf(List<String> wrong) throws ToolchainException {
    if (!wrong.isEmpty()) {
      String more = wrong.size() == 1 ? "" : " (and %d more)".formatted(wrong.size() - 1);
      throw new ToolchainException(
          "Go %s is newer than this Harrier, and the hooks fail their self-test with it: %s%s; 'harrier doctor' says what works, and GOTOOLCHAIN=go1.27.0 selects a Go that works"
              .formatted(go.version(), wrong.getFirst(), more));
    }
  }

  private void say(boolean passed) {
    errors.printf(
        "harrier: Go %s is newer than what Harrier was tested with (%s): %s%n",
        go.version(),
        GoVersion.KNOWN,
        passed
            ? "the hooks passed their self-test with it"
            : "the hooks are tried with it first, which takes a minute and is done once");
  }

  private static Path kept(Overlay overlay) {
    return Objects.requireNonNull(overlay.json().getParent(), "an entry of the cache")
        .resolve("self-test");
  }

  private static List<String> read(Path kept) throws IOException {
    return Files.exists(kept) ? Files.readAllLines(kept) : List.of();
  }

  private static void write(Path kept, List<String> lines) throws IOException {
    Path part = Files.createTempFile(kept.getParent(), "self-test", ".part");
    Files.write(part, lines);
    Files.move(part, kept, StandardCopyOption.ATOMIC_MOVE);
  }
}
