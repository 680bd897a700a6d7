package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.harrier.cli.process.ExitStatus;
import dev.harrier.leaks.BlockedGoroutines;
import dev.harrier.leaks.LeakLog;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.toolchain.driver.GoToolchain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code harrier build}, on real programs, with each Go that has a collector for it. */
final class BuildCommandTest {
  private static final int ROUNDS = 20;
  private static final int KINDS = 12;
  private static final int POLLING = 6;
  private static final int WORKERS = 5;

  @TempDir private Path directory;

  static List<GoRelease> releases() throws IOException {
    return GoRelease.known();
  }

  private LeakBinary build(String program, GoRelease go) throws Exception {
    assumeThat(go.findsLeaks()).as(go + " is not here, or has no collector for this").isTrue();
    return LeakBinary.of(program, directory.resolve("m"), go);
  }

  @ParameterizedTest
  @MethodSource("releases")
  void everyKindOfLeakIsReportedAndNothingOfTheTwin(GoRelease go) throws Exception {
    LeakBinary binary = build("kinds.go", go);
    Path log = directory.resolve("leaks.jsonl");
    Map<String, String> report =
        Map.of("HARRIER_LEAKS", "report", "HARRIER_LEAKS_OUT", log.toString());

    assertThat(binary.run(report, "bug").status()).isZero();
    LeakLog leaks = LeakLog.read(log);
    assertThat(leaks.goroutines()).hasSize(KINDS);
    assertThat(leaks.goroutines())
        .allSatisfy(g -> assertThat(g.footprint().goroutines()).as(g.toString()).isEqualTo(ROUNDS));
    assertThat(leaks.unreadable()).isZero();

    HarrierProcess.Result shown = new HarrierProcess(directory).call("report", log.toString());
    assertThat(shown.status()).isEqualTo(ExitStatus.FINDINGS.code());
    assertThat(shown.out())
        .contains(
            "main.go:28:1: goroutine-leak: goroutine blocks forever, 20 times: it sends on an"
                + " unbuffered channel and no goroutine will receive (chan int)")
        .contains("harrier: 12 findings (1 process, 240 goroutines, ");

    Files.delete(log);
    assertThat(binary.run(report, "fixed").status()).isZero();
    assertThat(LeakLog.read(log).goroutines()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void reclaimingGivesBackAllAndTouchesNothingThatLives(GoRelease go) throws Exception {
    LeakBinary binary = build("kinds.go", go);

    assertThat(binary.run(Map.of("HARRIER_LEAKS", "reclaim:all"), "bug").out())
        .isEqualTo("left 0\n");
    assertThat(binary.run(Map.of("HARRIER_LEAKS", "reclaim:all"), "fixed").out())
        .isEqualTo("left 200\n");
    assertThat(binary.run(Map.of(), "bug").out()).isEqualTo("left 240\n");
    // The collector looks whether what it marked is what a plain one marks.
    assertThat(
            binary
                .run(Map.of("HARRIER_LEAKS", "reclaim:all", "GODEBUG", "gccheckmark=1"), "bug")
                .out())
        .isEqualTo("left 0\n");
  }

  @ParameterizedTest
  @MethodSource("releases")
  void goroutinesThatPollForWhatNothingKnowsAreASuspicionWithTheirNumber(GoRelease go)
      throws Exception {
    LeakBinary binary = build("polling.go", go);
    Path log = directory.resolve("leaks.jsonl");
    Map<String, String> report =
        Map.of("HARRIER_LEAKS", "reclaim:all", "HARRIER_LEAKS_OUT", log.toString());

    assertThat(binary.run(report, "bug").status()).isZero();
    LeakLog leaks = LeakLog.read(log);
    assertThat(leaks.unreadable()).isZero();
    assertThat(leaks.goroutines()).hasSize(POLLING);
    assertThat(leaks.goroutines())
        .allSatisfy(g -> {
          assertThat(g.evidence()).isEqualTo(BlockedGoroutines.Evidence.POLLING);
          // One that wakes while a collection looks is not judged, and one more was started later.
          boolean sleeps = g.reason() == BlockReason.SLEEP;
          assertThat(g.footprint().goroutines())
              .as(g.toString())
              .isBetween(sleeps ? 2L : WORKERS, sleeps ? WORKERS + 1L : WORKERS);
          assertThat(g.footprint().reclaimed()).isZero();
        });

    HarrierProcess.Result shown = new HarrierProcess(directory).call("report", log.toString());
    assertThat(shown.status()).isZero();
    assertThat(shown.out())
        .contains(
            "main.go:21:1: goroutine-leak: 5 goroutines poll: time wakes them again and again, and"
                + " nothing else may ever do (chan struct {}) (suspicious)")
        .contains("main.go:34:1: goroutine-leak: 5 goroutines poll")
        .contains("main.go:46:1: goroutine-leak: 5 goroutines poll")
        .contains("main.go:60:1: goroutine-leak: 5 goroutines poll")
        .contains("main.go:75:1: goroutine-leak: 5 goroutines poll")
        .containsPattern("main.go:95:1: goroutine-leak: [2-6] goroutines poll: time wakes them");
    // The collector looks whether what it marked is what a plain one marks.
    assertThat(
            binary
                .run(Map.of("HARRIER_LEAKS", "report", "GODEBUG", "gccheckmark=1"), "bug")
                .status())
        .isZero();
    assertThat(binary.run(Map.of("HARRIER_LEAKS", "report"), "bug").err())
        .contains(
            " polls: time wakes it again and again [select, chan struct {}], and nothing that can")
        .contains(" [sleep], and nothing that can still run knows what it refers to; ")
        .contains("harrier: 5 poll [select]\n\tmain.after ")
        .doesNotContain("main.once");

    Files.delete(log);
    assertThat(binary.run(report, "fixed").status()).isZero();
    assertThat(LeakLog.read(log).goroutines()).isEmpty();
  }

  @Test
  void eachStepReclaimsWhatItSays() throws Exception {
    LeakBinary binary = build("steps.go", GoRelease.CHOSEN);

    assertThat(binary.run(Map.of("HARRIER_LEAKS", "report")).out()).isEqualTo("left 3\n");
    assertThat(binary.run(Map.of("HARRIER_LEAKS", "reclaim")).out()).isEqualTo("left 2\n");
    assertThat(binary.run(Map.of("HARRIER_LEAKS", "reclaim:main.def*")).out())
        .isEqualTo("left 1\n");
    assertThat(binary.run(Map.of("HARRIER_LEAKS", "reclaim:other")).out()).isEqualTo("left 2\n");
    assertThat(binary.run(Map.of("HARRIER_LEAKS", "reclaim:all")).out()).isEqualTo("left 1\n");
  }

  @ParameterizedTest
  @MethodSource("releases")
  void whatTheRuntimeKnowsByOtherWaysStays(GoRelease go) throws Exception {
    LeakBinary binary = build("edges.go", go);
    List<String> reclaimed =
        List.of(
            "locked 1",
            "coroutine 2",
            "weak 1",
            "woken -1",
            "traced 1",
            "then -1",
            "before 20 true",
            "labeled 0",
            "after 0 false",
            "reused 200");

    assertThat(binary.run(Map.of("HARRIER_LEAKS", "reclaim:all")).out().lines())
        .containsExactlyElementsOf(reclaimed);
    assertThat(binary.run(Map.of("HARRIER_LEAKS", "report")).out().lines())
        .contains("then 0", "labeled 20", "after 20 true", "reused 200");
  }

  @Test
  void overlappingRequestsSeeTheSameGoroutines() throws Exception {
    LeakBinary binary = build("overlap.go", GoRelease.CHOSEN);

    assertThat(binary.run(Map.of("HARRIER_LEAKS", "report")).out()).isEqualTo("wrong 0\n");
  }

  @Test
  void aWrongSwitchIsOneSentenceAndEndsNothing() throws Exception {
    LeakBinary binary = build("steps.go", GoRelease.CHOSEN);

    LeakBinary.Ended wrong = binary.run(Map.of("HARRIER_LEAKS", "yes"));
    assertThat(wrong.status()).isZero();
    assertThat(wrong.out()).isEqualTo("left 3\n");
    assertThat(wrong.err().lines()).hasSize(1);
    assertThat(wrong.err()).contains("HARRIER_LEAKS=yes is not one of report, reclaim");

    LeakBinary.Ended others =
        binary.run(
            Map.of(
                "HARRIER_LEAKS", "report",
                "HARRIER_LEAKS_EVERY", "0",
                "HARRIER_LEAKS_SIGNAL", "KILL",
                "HARRIER_LEAKS_EXIT", "maybe",
                "HARRIER_LEAKS_OUT", directory.resolve("log").toString()));
    assertThat(others.status()).isZero();
    assertThat(others.err().lines())
        .satisfiesExactly(
            line ->
                assertThat(line).contains("HARRIER_LEAKS_EVERY=0 is not a whole number above 0"),
            line -> assertThat(line).contains("HARRIER_LEAKS_SIGNAL=KILL is not one of USR1, USR2"),
            line -> assertThat(line).contains("HARRIER_LEAKS_EXIT=maybe is neither on nor off"));
    assertThat(LeakLog.read(directory.resolve("log")).goroutines()).hasSize(3);

    LeakBinary.Ended unwritable =
        binary.run(Map.of("HARRIER_LEAKS", "report", "HARRIER_LEAKS_OUT", "/nowhere/x"));
    assertThat(unwritable.status()).isZero();
    assertThat(unwritable.err())
        .startsWith("harrier: HARRIER_LEAKS_OUT=/nowhere/x can't be opened for writing")
        .contains("is leaked: blocked forever [chan receive, chan int]");
  }

  @ParameterizedTest
  @MethodSource("releases")
  void aGoWithoutDetectionIsRefused(GoRelease go) throws Exception {
    assumeThat(go.findsNoLeaks()).as(go + " can do it").isTrue();
    GoModule module = GoModule.at(directory.resolve("m")).file("main.go", "package main\n");
    HarrierProcess harrier = new HarrierProcess(module.root());
    go.environment().forEach(harrier::with);

    HarrierProcess.Result refused = harrier.call("build", ".");

    assertThat(refused.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(refused.err().lines()).hasSize(1);
    assertThat(refused.err()).contains("need Go 1.26 or newer");
  }

  @Test
  void anotherPlatformIsRefused() throws Exception {
    GoModule module = GoModule.at(directory.resolve("m")).file("main.go", "package main\n");

    HarrierProcess.Result refused =
        new HarrierProcess(module.root()).with("GOOS", "darwin").call("build", ".");

    assertThat(refused.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(refused.err().lines()).hasSize(1);
    assertThat(refused.err()).contains("linux/amd64 and linux/arm64; Go is set to darwin");
  }

  @Test
  void whatDoesNotBuildIsSaidByGo() throws Exception {
    GoModule module = GoModule.at(directory.resolve("m")).file("main.go", "package main\nx\n");

    HarrierProcess.Result failed = new HarrierProcess(module.root()).run("build", ".");

    assertThat(failed.status()).isEqualTo(ExitStatus.TARGET_FAILED.code());
    assertThat(failed.err()).contains("main.go:2:1: syntax error");
  }

  /** A program that says what its second file says, and leaks a goroutine. */
  private GoModule greeting() throws IOException {
    return GoModule.at(directory.resolve("m"))
        .file(
            "main.go",
            """
            package main

            import "time"

            func main() {
              println(greeting)
              go func() { <-make(chan int) }()
              time.Sleep(100 * time.Millisecond)
            }
            """)
        .file("greeting.go", "package main\n\nconst greeting = \"from the file\"\n")
        .file("other.go.txt", "package main\n\nconst greeting = \"from the overlay\"\n")
        .file("o.json", "{\"Replace\": {\"greeting.go\": \"other.go.txt\"}}");
  }

  @Test
  void anOverlayOfTheUsersIsPutTogetherWithHarriers() throws Exception {
    Path root = greeting().root();
    LeakBinary binary = new LeakBinary(root.resolve("app"));

    HarrierProcess.Result built =
        new HarrierProcess(root).call("build", "-o", "app", "-overlay", "o.json", ".");
    assertThat(built.status()).as(built.err()).isZero();
    assertThat(binary.run(Map.of("HARRIER_LEAKS", "report")).err())
        .startsWith("from the overlay\n")
        .contains("is leaked: blocked forever [chan receive, chan int]");

    Files.delete(binary.executable());
    HarrierProcess flags = new HarrierProcess(root).with("GOFLAGS", "-overlay=o.json");
    assertThat(flags.call("build", "-o", "app", ".").status()).isZero();
    assertThat(binary.run(Map.of()).err()).isEqualTo("from the overlay\n");
  }

  @Test
  void overlaysThatCanNotBePutTogetherAreRefusedInOneSentence() throws Exception {
    GoModule module = greeting();
    HarrierProcess harrier = new HarrierProcess(module.root());
    Path goroot = GoToolchain.installed(module.root(), System.getenv()).goroot();
    module.file(
        "o.json",
        "{\"Replace\": {\"%s/src/runtime/proc.go\": \"other.go.txt\"}}".formatted(goroot));

    HarrierProcess.Result conflict = harrier.call("build", "-overlay=o.json", ".");
    assertThat(conflict.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(conflict.err().lines()).hasSize(1);
    assertThat(conflict.err()).contains("runtime/proc.go, and so does Harrier");

    module.file("o.json", "Replace");
    HarrierProcess.Result malformed = harrier.call("build", "-overlay=o.json", ".");
    assertThat(malformed.status()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(malformed.err().lines()).hasSize(1);

    HarrierProcess.Result missing = harrier.call("build", "-overlay=none.json", ".");
    assertThat(missing.err().lines()).hasSize(1);
  }

  @Test
  void aBinaryWithoutHarriersRuntimeIsNotPassedOff() throws Exception {
    Path root = greeting().root();
    Path wrapper = Files.createDirectory(directory.resolve("bin")).resolve("go");
    Files.writeString(
        wrapper,
        """
        #!/bin/bash
        for word; do [[ $word == -overlay=* ]] || words+=("$word"); done
        exec %s "${words[@]}"
        """
            .formatted(GoToolchain.installed(root, System.getenv()).command()));
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();

    HarrierProcess.Result built =
        new HarrierProcess(root)
            .with("PATH", wrapper.getParent() + ":" + System.getenv("PATH"))
            .call("build", "-o", "app", ".");

    assertThat(built.status()).isEqualTo(ExitStatus.HARRIER_FAILED.code());
    assertThat(built.err())
        .contains("app was built without Harrier's part of the runtime and finds no leaks");
  }

  @Test
  void profilesOfSeveralProcessesFold() throws Exception {
    LeakBinary binary = build("overlap.go", GoRelease.CHOSEN);
    Path log = directory.resolve("fleet.jsonl");
    for (int i = 0; i < 2; i++) {
      binary.run(Map.of("HARRIER_LEAKS", "report", "HARRIER_LEAKS_OUT", log.toString()));
    }
    LeakLog leaks = LeakLog.read(log);
    assertThat(leaks.processes()).isEqualTo(2);
    assertThat(leaks.goroutines().stream().mapToLong(g -> g.footprint().goroutines()).sum())
        .isEqualTo(120);
    assertThat(new HarrierProcess(directory).call("report", log.toString()).out())
        .contains("blocks forever, 60 times: it locks a mutex that no goroutine will unlock")
        .contains("  cost    60 goroutines in 2 processes; ")
        .contains("harrier: 2 findings (2 processes, 120 goroutines, ");
  }
}
