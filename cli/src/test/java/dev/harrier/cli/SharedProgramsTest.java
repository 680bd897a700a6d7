package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.testkit.WantComments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bugs that show in every schedule: {@code fuzz} reports what {@code test} does, and no more. */
final class SharedProgramsTest {
  private static final Path PROGRAMS = Path.of("..", "programs").toAbsolutePath().normalize();
  private static final List<String> SHARED =
      List.of("iterator-not-stopped", "data-race", "goroutine-leak");

  @TempDir private Path copy;

  @Test
  void fuzzReportsWhatTestReports() throws Exception {
    Files.copy(PROGRAMS.resolve("go.mod"), copy.resolve("go.mod"));
    for (String program : SHARED) {
      copy(program);
    }
    Result result =
        new HarrierProcess(copy).call("fuzz", "--per-test", "20", "--time", "10m", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    RunReport report = new RunStore(copy.resolve(".harrier"), copy).latest();
    for (String program : SHARED) {
      WantedFindings.check(program, WantComments.in(copy), report);
    }
  }

  private void copy(String program) throws IOException {
    try (Stream<Path> files = Files.walk(PROGRAMS.resolve(program))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".go")).toList()) {
        Path target = copy.resolve(PROGRAMS.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }
}
