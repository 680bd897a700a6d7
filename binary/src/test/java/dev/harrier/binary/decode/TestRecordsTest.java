package dev.harrier.binary.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.binary.program.Execution;
import dev.harrier.binary.program.GoBuild;
import dev.harrier.binary.rewrite.LogSettings;
import dev.harrier.binary.rewrite.Rewriter;
import dev.harrier.model.trace.CheckpointReason;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.TestId;
import dev.harrier.testkit.TraceCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code go test -c} made, by the oldest and the newest Go and the ways that locks compile.
 */
final class TestRecordsTest {
  @TempDir static Path directory;

  static Stream<GoBuild> builds() {
    return Stream.of(
        GoBuild.with(GoBuild.INSTALLED),
        GoBuild.with(GoBuild.INSTALLED, "-gcflags=all=-N -l"),
        GoBuild.with("go1.27.4"),
        GoBuild.with("go1.22.12"));
  }

  @ParameterizedTest
  @MethodSource("builds")
  void testsBeginAndEndAndOwnTheirGoroutines(GoBuild build) throws IOException {
    Path copy = copy(build);

    Seen passed = run(copy, 0, "-test.short", "-test.timeout=1m");

    assertThat(passed.begun)
        .containsExactlyInAnyOrder(
            "TestPlain",
            "TestParents",
            "TestParents.func1",
            "TestParents.func1",
            "named",
            "FuzzSeeds",
            "TestHangs");
    assertThat(passed.ended).containsExactlyInAnyOrderElementsOf(passed.begun);
    assertThat(passed.workers)
        .containsEntry("tested.TestParents.func1.1", "TestParents.func1")
        .containsEntry("tested.TestPlain.gowrap1", "TestPlain");
    assertThat(passed.parents).containsEntry("named", "TestParents").containsEntry("TestPlain", "");
    assertThat(passed.panics).isEmpty();
    // The alarm was stopped in time.
    assertThat(passed.last().timers()).isZero();

    Seen late = run(copy, 2, "-test.run=TestHangs", "-test.timeout=200ms");

    assertThat(late.panics).containsExactly("test timed out after its limit");
    assertThat(late.begun).containsExactly("TestHangs");
    assertThat(late.ended).isEmpty();
    assertThat(late.last().reason()).isEqualTo(CheckpointReason.CRASH);
    assertThat(late.last().timers()).isZero();
  }

  private static Path copy(GoBuild build) throws IOException {
    Path program = build.buildTests("tested", directory);
    Path copy = program.resolveSibling("copy");
    assertThat(Rewriter.rewrite(program, copy, LogSettings.RING).blindSpots()).isEmpty();
    return copy;
  }

  private static Seen run(Path copy, int status, String... flags) throws IOException {
    Path logs = Files.createTempDirectory(directory, "logs");
    List<String> command = new ArrayList<>(List.of(copy.toString()));
    command.addAll(List.of(flags));
    Execution run = Execution.run(directory, Map.of("HARRIER_LOG", logs.toString()), command);
    assertThat(run.status()).as(run.toString()).isEqualTo(status);
    try (Stream<Path> files = Files.list(logs)) {
      LoggedTrace trace = LoggedTrace.open(files.toList().getFirst(), copy);
      assertThat(TraceCheck.run(trace).violations()).isEmpty();
      return Seen.of(trace);
    }
  }

  /**
   * What a log says about tests, by their names.
   *
   * @param workers the test of each function that a go statement started
   */
  private record Seen(
      List<String> begun,
      List<String> ended,
      Map<String, String> parents,
      Map<String, String> workers,
      List<String> panics,
      List<Event.Checkpoint> checkpoints) {
    static Seen of(LoggedTrace trace) {
      Seen seen =
          new Seen(
              new ArrayList<>(),
              new ArrayList<>(),
              new HashMap<>(),
              new HashMap<>(),
              new ArrayList<>(),
              new ArrayList<>());
      trace.replay(e -> seen.add(e, trace));
      return seen;
    }

    private void add(Event event, LoggedTrace trace) {
      switch (event) {
        case Event.TestBegin e -> {
          begun.add(name(e.test(), trace));
          parents.put(name(e.test(), trace), name(trace.test(e.test()).parent(), trace));
        }
        case Event.TestEnd e -> ended.add(name(e.test(), trace));
        case Event.Spawn e -> spawned(e.child(), trace);
        case Event.Panic e -> panics.add(e.message());
        case Event.Checkpoint e -> checkpoints.add(e);
        default -> {
          // Other events have nothing to do with tests.
        }
      }
    }

    private void spawned(GoroutineId child, LoggedTrace trace) {
      workers.put(
          trace.goroutine(child).start().function(), name(trace.goroutine(child).test(), trace));
    }

    private static String name(TestId test, LoggedTrace trace) {
      return test.equals(TestId.NONE) ? "" : trace.test(test).name();
    }

    Event.Checkpoint last() {
      return checkpoints.getLast();
    }
  }
}
