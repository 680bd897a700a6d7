package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.toolchain.tool.Children;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code harrier vet} prints, for real packages. */
final class VetCommandTest {
  private static final String RACE =
      """
      package m

      func race() int {
      	x := 0
      	go func() { x = 1 }()%s
      	return x%s
      }
      """;

  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  @Test
  void aRaceIsAFindingAndTheLastLineSaysWhatWasLookedAt() throws Exception {
    GoModule.at(directory).file("m.go", RACE.formatted("", ""));
    Result result = harrier("vet", "--fail-on", "static", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("(?m)^m\\.go:5:14: closure-race: x is written here")
        .containsPattern("harrier: 1 finding \\(1 package, \\d+ functions, [0-9.]+ s\\)");
    assertThat(harrier("report").out()).contains("m.go:5:14: closure-race: ");
  }

  /**
   * It is only reasoned: nine in ten of what fails a run must be true, which no shape of race has
   * shown.
   */
  @Test
  void aRaceThatDidNotHappenIsALineAndFailsNothing() throws Exception {
    GoModule.at(directory).file("m.go", RACE.formatted("", ""));
    Result result = harrier("vet", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .containsPattern("(?m)^m\\.go:5:14: closure-race: x is written here .*\\(static\\)$")
        .contains("harrier: nothing found, 1 static (1 package, ");
  }

  @Test
  void aTimeForConfirmingIsRefusedIfItIsNone() throws Exception {
    GoModule.at(directory).file("m.go", RACE.formatted("", ""));
    Result wrong = harrier("vet", "--confirm=soon", "./...");
    assertThat(wrong.status()).as(wrong.toString()).isEqualTo(2);
    assertThat(wrong.err()).contains("'soon' is not a duration above zero");
    assertThat(harrier("vet", "--confirm=off", "./...").out())
        .contains("harrier: nothing found, 1 static (1 package, ");
  }

  @Test
  void whatTheTimeForConfirmingDoesNotSufficeForIsCounted() throws Exception {
    GoModule.at(directory).file("m.go", RACE.formatted("", "")).test("", "race()");
    Result result = harrier("vet", "--confirm=1ms", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(result.out())
        .containsPattern("(?m)^m\\.go:5:14: closure-race: .*\\(static\\)$")
        .contains("the time for confirming is over: 1 report was not tried");
  }

  @Test
  void aSilencedRaceDoesNotFailAndAnUnusedSilenceIsNoted() throws Exception {
    GoModule.at(directory)
        .file(
            "m.go",
            RACE.formatted(
                " //harrier:ignore closure-race nobody calls it",
                " //harrier:ignore closure-race nothing is here"));
    Result whole = harrier("vet", "--fail-on", "static", "./...");
    assertThat(whole.status()).as(whole.toString()).isEqualTo(0);
    assertThat(whole.out())
        .contains("1 finding is silenced")
        .contains("m.go:6: //harrier:ignore closure-race silenced nothing");
    assertThat(harrier("vet", "--fail-on", "static").out())
        .contains("1 finding is silenced")
        .doesNotContain("m.go:6:");
  }

  @Test
  void tagsChooseTheFiles() throws Exception {
    GoModule.at(directory)
        .file("m.go", "package m\n")
        .file("tagged.go", "//go:build special\n\n" + RACE.formatted("", ""));
    assertThat(harrier("vet", "--fail-on", "static").status()).isEqualTo(0);
    assertThat(harrier("vet", "--fail-on", "static", "-tags", "special").out())
        .contains("tagged.go:7:14: closure-race");
  }

  @Test
  void aBrokenPackageFailsTheRunAndTheOthersAreAnalyzed() throws Exception {
    GoModule.at(directory).file("m.go", RACE.formatted("", ""));
    Path broken = Files.createDirectory(directory.resolve("sub")).resolve("s.go");
    Files.writeString(broken, "package sub\n\nvar x int = \"\"\n");
    Result result = harrier("vet", "--fail-on", "static", "./...");
    assertThat(result.out()).contains("m.go:5:14: closure-race").contains("s.go:3:13");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void whereNothingBuildsTheRunFailsAndAPatternThatMatchesNothingIsAMistake() throws Exception {
    GoModule.at(directory).file("m.go", "package m\n\nvar x int = \"\"\n");
    Result result = harrier("vet");
    assertThat(result.out()).contains("m.go:3:13: ").contains("nothing was analyzed (0 packages");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(harrier("vet", "./absent").status()).isEqualTo(2);
  }

  @Test
  void theErrorsOfAPackageAreOneLineAndTheMissingTagIsNamed() throws Exception {
    GoModule.at(directory)
        .file("m.go", "package m\n\nvar A, B, C = assets(), assets(), assets()\n")
        .file("n.go", "//go:build withassets\n\npackage m\n\nfunc assets() int { return 1 }\n");
    Path other = Files.createDirectory(directory.resolve("sub")).resolve("s.go");
    Files.writeString(other, "package sub\n");
    Result result = harrier("vet", "--fail-on", "static", "./...");
    assertThat(result.out())
        .containsOnlyOnce("undefined: assets")
        .contains("(and 2 errors more)")
        .contains(
            "assets is declared in n.go, which needs the build constraint withassets (-tags)");
    assertThat(harrier("vet", "--fail-on", "static", "-tags", "withassets", "./...").status())
        .isEqualTo(0);
  }

  @Test
  void whatWasFoundIsPrintedWhereItCannotBeStored() throws Exception {
    GoModule.at(directory).file("m.go", RACE.formatted("", ""));
    Files.writeString(directory.resolve(".harrier"), "a file where the store would be");
    Result result = harrier("vet", "--fail-on", "static", "./...");
    assertThat(result.out()).contains("m.go:5:14: closure-race");
    assertThat(result.status()).as(result.toString()).isEqualTo(4);
    assertThat(result.err()).contains(".harrier");
  }

  @Test
  void sigtermEndsItWhileGoCompilesAndTheReportSaysSo() throws Exception {
    GoModule.at(directory)
        .file("m.go", "package m\n\nimport _ \"net/http\"\n" + RACE.formatted("", "").substring(9));
    Path out = directory.resolve("out.txt");
    Path err = directory.resolve("err.txt");
    Path cache = Files.createDirectory(directory.resolve("cache"));
    Process process =
        new HarrierProcess(directory)
            .with("GOCACHE", cache.toString())
            .start(out, err, "vet", "--fail-on", "static");
    try {
      boolean loading = isLoading(process);
      for (int i = 0; i < 6_000 && !loading; i++) {
        Thread.sleep(100);
        loading = isLoading(process);
      }
      assertThat(loading).as("the exporter and a compiler run").isTrue();
      Children compilers = Children.with("GOCACHE", cache);
      assertThat(compilers.alive()).isNotEmpty();
      process.destroy();
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("it ends").isTrue();
      String said = Files.readString(out) + Files.readString(err);
      assertThat(process.exitValue()).as(said).isEqualTo(ExitStatus.INTERRUPTED.code());
      assertThat(said)
          .containsAnyOf("interrupted before the packages were loaded", HarrierProcess.CUT_OFF);
      assertThat(compilers.alive().stream().map(ProcessHandle::info).toList()).isEmpty();
    } finally {
      process.destroyForcibly();
    }
  }

  /** The exporter has begun, and Go compiles what it is to read. */
  private static boolean isLoading(Process process) {
    return Stream.of("/exporter", "/compile")
        .allMatch(end ->
            process
                .descendants()
                .anyMatch(p -> p.info().command().filter(c -> c.endsWith(end)).isPresent()));
  }
}
