package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.base.process.Processes;
import dev.harrier.cli.HarrierProcess.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What explored tests leave in the directory for temporary files. */
final class TemporaryFilesTest {
  private static final long MOST_NANOS = Duration.ofMinutes(2).toNanos();

  @TempDir private Path directory;

  /** It is ended in the middle, and so are its repetitions. */
  @Test
  void aDeadlockedTestLeavesNoTemporaryFiles() throws Exception {
    GoModule.at(directory)
        .test(
            "os",
            """
            name := t.TempDir() + "/file"
            if err := os.WriteFile(name, []byte("x"), 0o400); err != nil {
            	t.Fatal(err)
            }
            if entries, err := os.ReadDir(os.TempDir()); err != nil || len(entries) != 1 {
            	t.Fatal(entries, err)
            }
            <-make(chan int)
            """);
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Result result =
        new HarrierProcess(directory)
            .with("TMPDIR", temporary.toString())
            .run("fuzz", "--per-test", "5");
    assertThat(result.out()).contains("global-deadlock: ");
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aKilledExplorationTakesItsTestsAlongAndTheNextRemovesTheirFiles() throws Exception {
    GoModule.at(directory).test("time", "time.Sleep(time.Hour)");
    Path temporary = Files.createDirectory(directory.resolve("tmp"));
    Process killed =
        new HarrierProcess(directory)
            .with("TMPDIR", temporary.toString())
            .start(
                directory.resolve("out"),
                directory.resolve("err"),
                "fuzz",
                "--time",
                "10m",
                "--mode",
                "native",
                "--limit",
                "5m");
    List<ProcessHandle> tests = List.of();
    for (long start = System.nanoTime();
        (tests.isEmpty() || names(temporary).isEmpty())
            && System.nanoTime() - start < MOST_NANOS; ) {
      Thread.sleep(50);
      // The go command may have started others, which outlive it. One that only names its tests may
      // come before there are files.
      tests =
          killed
              .descendants()
              .filter(p -> p.info().command().filter(c -> c.endsWith(".test")).isPresent())
              .toList();
    }
    assertThat(tests).isNotEmpty();
    killed.destroyForcibly().waitFor();
    List<ProcessHandle> left = tests;
    for (long start = System.nanoTime(); left.stream().anyMatch(Processes::isRunning); ) {
      assertThat(System.nanoTime() - start).isLessThan(MOST_NANOS);
      Thread.sleep(50);
    }
    assertThat(names(temporary)).isNotEmpty();

    Path users = Files.createDirectory(temporary.resolve("harrier1.locked"));
    Result next =
        new HarrierProcess(directory)
            .with("TMPDIR", temporary.toString())
            .run("fuzz", "--execs", "1");
    assertThat(next.status()).as(next.toString()).isZero();
    assertThat(names(temporary)).containsExactly(String.valueOf(users.getFileName()));
  }

  private static List<String> names(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }
}
