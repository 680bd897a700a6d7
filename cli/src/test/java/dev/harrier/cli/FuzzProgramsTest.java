package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.report.words.DefectWords;
import dev.harrier.testkit.WantComments;
import dev.harrier.testkit.WantComments.Want;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pairs whose bugs hide: each bug is found, minimized and replayed, each fixed one silent. */
final class FuzzProgramsTest {
  private static final Path PROGRAMS =
      Path.of("..", "programs", "fuzz").toAbsolutePath().normalize();

  /** Processes end when they do, so a replay may differ, above all on a busy machine. */
  private static final List<String> OUTSIDE = List.of("childprocess");

  /** Without a C compiler it has no tests. */
  private static final String CALLED_BY_C = "callfromc";

  @TempDir private Path copy;

  @Test
  void everyBugIsFoundAndNothingElse() throws Exception {
    copyPrograms();
    Result result =
        new HarrierProcess(copy).run("fuzz", "--per-test", "60", "--time", "15m", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    RunReport report = new RunStore(copy.resolve(".harrier"), copy).latest();
    List<Want> wants = WantComments.in(copy);
    assertThat(report.failing())
        .allSatisfy(f -> assertThat(wants).as(place(f)).anyMatch(want -> matches(want, f)))
        .allSatisfy(f -> assertThat(f.witness().schedule()).as(place(f)).isPresent())
        .allSatisfy(f ->
            assertThat(f.witness().reproduction().orElseThrow())
                .as(place(f))
                .satisfies(r ->
                    assertThat(r.seen())
                        .isGreaterThanOrEqualTo(
                            OUTSIDE.stream().anyMatch(file(f)::startsWith)
                                ? r.runs() * 7 / 10
                                : r.runs())))
        .allSatisfy(f -> assertThat(f.witness().interleaving()).as(place(f)).isPresent());
    boolean cgo = hasCgo();
    for (Path bug : packages("bug")) {
      String directory = copy.relativize(bug).toString();
      if (!cgo && directory.startsWith(CALLED_BY_C)) {
        System.err.println("skipped, for Go has no C compiler here: " + directory);
        continue;
      }
      assertThat(report.failing()).as(directory).anyMatch(f -> file(f).startsWith(directory));
    }
    assertThat(report.findings())
        .filteredOn(f -> file(f).contains("/fixed/"))
        .allSatisfy(f -> assertThat(f.strength()).as(place(f)).isEqualTo(Strength.SUSPICIOUS))
        .allSatisfy(f -> assertThat(wants).as(place(f)).anyMatch(want -> matches(want, f)));
  }

  private boolean hasCgo() throws IOException, InterruptedException {
    Process go = new ProcessBuilder("go", "env", "CGO_ENABLED").directory(copy.toFile()).start();
    try (var out = go.inputReader()) {
      return "1".equals(out.readLine());
    } finally {
      go.waitFor();
    }
  }

  private static boolean matches(Want want, Finding finding) {
    return finding.location().file().endsWith(want.file())
        && want.line() == finding.location().line()
        && want.rule().equals(finding.rule().id());
  }

  private String file(Finding finding) {
    return copy.relativize(Path.of(finding.location().file())).toString();
  }

  private String place(Finding f) {
    return "%s:%d: %s: %s"
        .formatted(file(f), f.location().line(), f.rule().id(), DefectWords.of(f));
  }

  private List<Path> packages(String kind) throws IOException {
    try (Stream<Path> all = Files.walk(copy, 2)) {
      return all.filter(p -> p.endsWith(kind)).sorted().toList();
    }
  }

  private void copyPrograms() throws IOException {
    try (Stream<Path> files = Files.walk(PROGRAMS)) {
      for (Path file : files.filter(f -> f.toString().matches(".*\\.(go|mod)")).toList()) {
        Path target = copy.resolve(PROGRAMS.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }
}
