package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.base.file.Trees;
import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.toolchain.driver.GoToolchain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Go that Harrier does not know: the installed one, with links to its files, which says that it
 * is 1.28, and with changes to some of them as a release may bring them.
 */
final class NewReleaseTest {
  private static final String NEWER =
      "harrier: Go 1.28 is newer than what Harrier was tested with (Go 1.24 to 1.27): ";
  private static final String TRIED = NEWER + "the hooks are tried with it first";
  private static final String PASSED = NEWER + "the hooks passed their self-test with it";

  @TempDir private Path directory;
  private Path goroot;
  private Path module;

  @BeforeEach
  void make() throws Exception {
    GoToolchain installed = GoToolchain.installed(directory, System.getenv());
    assumeTrue(installed.version().atLeast(26), "Go 1.26 has all that is tried");
    goroot = directory.resolve("goroot");
    module = directory.resolve("m");
    GoModule.at(module).leakingTest();
    links(installed.goroot(), goroot);
    Files.delete(goroot.resolve("VERSION"));
    Files.writeString(goroot.resolve("VERSION"), "go1.28\n");
    Path bin = Files.createDirectory(directory.resolve("bin"));
    Path go = bin.resolve("go");
    // What go calls itself is in its executable; Harrier asks for it only by go env.
    Files.writeString(
        go,
        """
        #!/bin/sh
        GOROOT=%2$s
        export GOROOT
        if [ "$1" = env ]; then
          %1$s "$@" | sed 's/"GOVERSION": ".*"/"GOVERSION": "go1.28"/'
        else
          exec %1$s "$@"
        fi
        """
            .formatted(installed.command(), goroot));
    Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** JUnit would complain of each link. */
  @AfterEach
  void removeLinks() throws IOException {
    Trees.delete(directory.resolve("goroot"));
  }

  /** Links to all that is in a directory. */
  private static void links(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.createSymbolicLink(to.resolve(file.getFileName()), file);
      }
    }
  }

  /** Gives this GOROOT a file of its own, changed in one place. */
  private void change(String file, String old, String changed) throws IOException {
    Path place = goroot;
    for (Path part : Objects.requireNonNull(Path.of("src", file).getParent())) {
      place = place.resolve(part);
      if (Files.isSymbolicLink(place)) {
        Path original = place.toRealPath();
        Files.delete(place);
        links(original, place);
      }
    }
    Path source = goroot.resolve("src").resolve(file);
    String text = Files.readString(source);
    assertThat(text).contains(old);
    Files.delete(source);
    Files.writeString(source, text.replace(old, changed));
  }

  private Result run(String... arguments) throws Exception {
    return new HarrierProcess(module)
        .with("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"))
        .with("HARRIER_CACHE", directory.resolve("cache").toString())
        .with("GOTOOLCHAIN", "local")
        .run(arguments);
  }

  @Test
  void thatIsAsTheOnesBeforeIsUsedOnceItsHooksPassed() throws Exception {
    Result first = run("test");
    assertThat(first.status()).as(first.toString()).isEqualTo(ExitStatus.FINDINGS.code());
    assertThat(first.err()).contains(TRIED);
    assertThat(first.out()).contains("m_test.go:9:").contains("goroutine-leak");

    Result fuzzed = run("fuzz", "--execs", "2");
    assertThat(fuzzed.status()).as(fuzzed.toString()).isEqualTo(ExitStatus.FINDINGS.code());
    assertThat(fuzzed.err()).contains(PASSED).doesNotContain("exploring natively");

    Result doctor = run("doctor");
    assertThat(doctor.status()).as(doctor.toString()).isZero();
    assertThat(doctor.out())
        .containsPattern("(?m)^--  Go +newer than what Harrier was tested with")
        .containsPattern("(?m)^ok  overlay +this Go can be instrumented")
        .containsPattern("(?m)^ok  commands +test, fuzz: usable with this Go")
        .containsPattern("(?m)^ok  commands +fuzz, replay: usable with this Go")
        .containsPattern("(?m)^ok  commands +fuzz -races: usable with this Go")
        .containsPattern("(?m)^ok  commands +build, run: usable with this Go");
  }

  @Test
  void whoseSchedulerTheEditsDoNotFitIsTestedAndNotControlled() throws Exception {
    change(
        "runtime/proc.go",
        "const forcePreemptNS = 10 * 1000 * 1000 //",
        "const forcePreemptNS = 10_000_000 //");
    Result tested = run("test", "-confirm=off");
    assertThat(tested.status()).as(tested.toString()).isEqualTo(ExitStatus.FINDINGS.code());
    assertThat(tested.out()).contains("goroutine-leak");

    Result fuzzed = run("fuzz", "--mode", "controlled", "--execs", "2");
    assertThat(fuzzed.status()).as(fuzzed.toString()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(fuzzed.err())
        .contains("Go 1.28 is newer than this Harrier, which can't control it: runtime/proc.go")
        .contains("const forcePreemptNS = 10 * 1000 * 1000");

    Result doctor = run("doctor");
    assertThat(doctor.status()).as(doctor.toString()).isZero();
    assertThat(doctor.out())
        .containsPattern("(?m)^ok  commands +test, fuzz: usable")
        .containsPattern("(?m)^--  commands +fuzz, replay: unusable .*const forcePreemptNS")
        .containsPattern("(?m)^ok  commands +build, run: usable");
  }

  @Test
  void thatTheEditsDoNotFitIsRefusedByName() throws Exception {
    change("runtime/chan.go", "\tc.closed = 1\n", "\tc.closed = uint32(1)\n");
    Result result = run("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(result.err().lines())
        .singleElement()
        .asString()
        .contains("the sources of Go 1.28")
        .contains("runtime/chan.go, func closechan(: expected to find once: c.closed = 1;")
        .contains("made for Go 1.24 to 1.27");
  }

  /** A way around the place that a hook hangs on. */
  @Test
  void thatDoesNotPassAHookIsRefusedWithWhatWasNotRecorded() throws Exception {
    change(
        "runtime/chan.go",
        "\tc.closed = 1\n",
        """
        \tif c.recvq.first == nil && c.sendq.first == nil {
        \t\tc.closed = uint32(1)
        \t\tunlock(&c.lock)
        \t\treturn
        \t}
        \tc.closed = 1
        """);
    Result result = run("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(result.err())
        .contains("the hooks fail their self-test")
        .contains("'close(c)' (record_test.go:")
        .contains("no record of: close");
    assertThat(Files.exists(module.resolve(".harrier"))).isFalse();

    Result doctor = run("doctor");
    assertThat(doctor.status()).as(doctor.toString()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(doctor.out())
        .containsPattern("(?m)^!!  overlay +'close\\(c\\)'.*no record of: close");
  }
}
