package dev.harrier.cli.selftest;

import dev.harrier.base.file.Trees;
import dev.harrier.binary.pclntab.GoSymbols;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.trace.Event;
import dev.harrier.report.words.OutcomeWords;
import dev.harrier.toolchain.driver.GoToolchain;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.patch.Extent;
import dev.harrier.toolchain.patch.Overlay;
import dev.harrier.toolchain.run.TestResult.TracedProcess;
import dev.harrier.toolchain.run.TraceOrigin;
import dev.harrier.toolchain.selftest.SelfTest;
import dev.harrier.toolchain.selftest.Stage;
import dev.harrier.tracing.decode.RecordedTrace;
import dev.harrier.tracing.table.Symbolizer;
import dev.harrier.tracing.text.EventWords;
import dev.harrier.tracing.validate.RecordsCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Runs the self-test program with one Go. Each trial gives what is wrong, a phrase each; nothing if
 * all is as it should be. The program is in a directory of its own until this is closed.
 */
public final class HookTrial implements AutoCloseable {
  /** How many seeds may lead to the same schedule by chance. */
  private static final int SEEDS = 4;

  private final SelfTest program;

  private HookTrial(SelfTest program) {
    this.program = program;
  }

  public static HookTrial of(GoToolchain go, TraceOrigin.Reader headers) throws IOException {
    Path directory = Files.createTempDirectory("harrier-self-test");
    try {
      return new HookTrial(SelfTest.in(directory, go, headers));
    } catch (IOException e) {
      Trees.delete(directory);
      throw e;
    }
  }

  /** The Go that is tried. */
  public GoToolchain go() {
    return program.go();
  }

  @Override
  public void close() throws IOException {
    Trees.delete(program.directory());
  }

  /**
   * An overlay for traces.
   *
   * @param lost why it has not all hooks; empty if it has
   */
  public record Fitting(Overlay overlay, Optional<String> lost) {}

  /**
   * The overlay with the most hooks that fit this Go's sources and compile with them.
   *
   * @param overlays where overlays are kept
   * @throws ToolchainException if not even those that record do
   */
  public Fitting fitting(Path overlays) throws ToolchainException, IOException {
    Overlay overlay = Overlay.prepare(program.go(), overlays);
    Optional<String> lost = overlay.misfit();
    for (; ; overlay = Overlay.prepare(program.go(), overlays, overlay.extent().less())) {
      Optional<String> complaint = program.complaint(overlay);
      if (complaint.isEmpty()) {
        return new Fitting(overlay, lost);
      }
      lost = lost.or(() -> complaint);
      if (overlay.extent() == Extent.RECORDING || !program.go().version().isNewerThanKnown()) {
        throw new ToolchainException(
            "the hooks do not compile with Go %s: %s"
                .formatted(program.go().version(), complaint.get()));
      }
    }
  }

  /** Why runs can't be controlled, in one line; empty if they can. */
  public Optional<String> uncontrolled(Fitting fitting) throws IOException {
    Optional<String> why = fitting.lost();
    if (fitting.overlay().extent().controls()) {
      try {
        why = control(fitting.overlay()).stream().findFirst();
      } catch (ToolchainException e) {
        why = Optional.of(String.valueOf(e.getMessage()));
      }
    }
    return why.map(words -> words.strip().replaceAll("\\s+", " "));
  }

  /** Whether the hooks write what happens, and where. */
  public List<String> recording(Overlay overlay) throws ToolchainException, IOException {
    List<String> wrong = new ArrayList<>(checked(Stage.RECORDING, overlay, HookTrial::isOfProgram));
    if (program.go().version().atLeast(25)) {
      wrong.addAll(checked(Stage.BUBBLES, overlay, HookTrial::isOfProgram));
    }
    return wrong;
  }

  /** Whether runs can be controlled: scheduling points, the clock, and choices only by the seed. */
  private List<String> control(Overlay overlay) throws ToolchainException, IOException {
    List<String> wrong = checked(Stage.CONTROL, overlay, event -> !(event instanceof Event.Choice));
    return wrong.isEmpty() ? order(overlay) : wrong;
  }

  /**
   * Whether controlled runs report data races.
   *
   * @param overlay with the race detector
   */
  public List<String> races(Overlay overlay) throws ToolchainException, IOException {
    return checked(Stage.RACES, overlay, Event.Race.class::isInstance);
  }

  /** What the runtime does for itself is not compared. */
  private static boolean isOfProgram(Event event) {
    return !(event instanceof Event.Choice || event instanceof Event.Operation);
  }

  private List<String> checked(Stage stage, Overlay overlay, Predicate<Event> wanted)
      throws ToolchainException, IOException {
    SelfTest.Run run = program.run(stage, overlay, 1);
    Optional<String> failure = failure(run);
    if (failure.isPresent()) {
      return List.of(failure.get());
    }
    TracedProcess process = run.result().processes().getFirst();
    Path source = program.directory().resolve(stage.file().orElseThrow());
    try (RecordedTrace trace = opened(process)) {
      return RecordsCheck.of(trace, source, wanted).stream().map(HookTrial::words).toList();
    } catch (IOException | IllegalStateException | IndexOutOfBoundsException e) {
      return List.of("its trace can't be read: " + e.getMessage());
    }
  }

  private static RecordedTrace opened(TracedProcess process) throws IOException {
    Path executable =
        process.executable().orElseThrow(() -> new IOException("its executable was not kept"));
    Symbolizer symbols = GoSymbols.open(executable);
    return RecordedTrace.open(process.trace(), _ -> symbols);
  }

  private static Optional<String> failure(SelfTest.Run run) {
    String said = run.output().strip();
    return switch (run.result().outcome()) {
      case RunOutcome.Passed _ when run.result().processes().size() == 1 -> Optional.empty();
      case RunOutcome.Passed _ -> Optional.of("the self-test left no trace: " + last(said));
      case RunOutcome.ToolFailed failed ->
          Optional.of(OutcomeWords.of(failed.why()) + ": " + compiler(said));
      case RunOutcome.TimedOut _, RunOutcome.Interrupted _ -> Optional.of("the self-test hangs");
      case RunOutcome.TargetFailed _ -> Optional.of("the self-test fails: " + last(said));
    };
  }

  static String compiler(String said) {
    return said.lines().filter(line -> line.contains(".go:")).findFirst().orElse(last(said));
  }

  private static String last(String said) {
    return said.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("FAIL") && !line.startsWith("exit "))
        .reduce((_, later) -> later)
        .or(() -> said.lines().findFirst())
        .orElse("it says nothing");
  }

  private static String words(RecordsCheck.Mismatch mismatch) {
    List<String> said = new ArrayList<>();
    if (!mismatch.missing().isEmpty()) {
      said.add("no record of: " + String.join(", ", mismatch.missing()));
    }
    if (!mismatch.unexpected().isEmpty()) {
      said.add("a record too many: " + String.join(", ", mismatch.unexpected()));
    }
    String what = String.join("; ", said);
    return mismatch.line() == 0
        ? what
        : "'%s' (%s:%d): %s".formatted(mismatch.code(), mismatch.file(), mismatch.line(), what);
  }

  private List<String> order(Overlay overlay) throws ToolchainException, IOException {
    Set<List<String>> seen = new HashSet<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      List<String> once = events(overlay, seed);
      if (seed == 1 && !once.equals(events(overlay, seed))) {
        return List.of("two runs with the same seed differ");
      }
      seen.add(once);
    }
    return seen.size() > 1 ? List.of() : List.of("the seed decides nothing");
  }

  private List<String> events(Overlay overlay, int seed) throws ToolchainException, IOException {
    SelfTest.Run run = program.run(Stage.ORDER, overlay, seed);
    Optional<String> failure = failure(run);
    if (failure.isPresent()) {
      throw new ToolchainException(failure.get());
    }
    List<String> events = new ArrayList<>();
    try (RecordedTrace trace = opened(run.result().processes().getFirst())) {
      EventWords words = new EventWords(trace);
      trace.replay(event -> events.add(event.goroutine() + " " + words.operation(event)));
    }
    return events;
  }

  /**
   * Whether the collector of binaries finds leaked goroutines, and no others.
   *
   * @param overlay of {@code harrier build}
   */
  public List<String> leaks(Overlay overlay) throws ToolchainException, IOException {
    return LeakTrial.wrong(program, overlay);
  }
}
