package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.cli.process.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong: a clear message, the right status, nothing lost. */
final class BadInputTest {
  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  private static void assertRefused(Result result, String... words) {
    assertThat(result.status()).as(result.toString()).isEqualTo(2);
    assertThat(result.err())
        .containsPattern("(?m)^harrier: ")
        .contains(words)
        .doesNotContain("\tat ");
  }

  @Test
  void noGo() throws Exception {
    GoModule.at(directory).leakingTest();
    Result result = new HarrierProcess(directory).with("PATH", "/nonexistent").call("test");
    assertRefused(result, "no go command on PATH", "https://go.dev/dl");
  }

  @Test
  void aGoThatIsTooOld() throws Exception {
    GoModule.at(directory).leakingTest();
    Path go = Files.createDirectory(directory.resolve("bin")).resolve("go");
    Files.writeString(
        go, "#!/bin/sh\necho '{\"GOVERSION\": \"go1.19.2\", \"GOROOT\": \"/old\"}'\n");
    Files.setPosixFilePermissions(go, PosixFilePermissions.fromString("rwxr-xr-x"));
    Result result =
        new HarrierProcess(directory).with("PATH", go.getParent() + ":/usr/bin:/bin").call("test");
    assertRefused(result, "1.19.2 is too old");
  }

  @Test
  void noModule() throws Exception {
    assertRefused(harrier("test"), "is not in a Go module");
    assertRefused(harrier("report"), "is not in a Go module");
    assertRefused(harrier("build", "."), "is not in a Go module");
    Files.writeString(directory.resolve("a.go"), "package main\n\nfunc main() { x }\n");
    Result wrong = harrier("build", "a.go");
    assertThat(wrong.status()).as("a file needs no module: " + wrong).isEqualTo(3);
  }

  @Test
  void aValueThatIsNotKnownIsAnsweredWithThoseOfHelp() throws Exception {
    assertRefused(
        harrier("test", "-fail-on", "observd"),
        "'observd' is not one of observed, predicted, static, suspicious, never, incomplete;"
            + " did you mean 'observed'?");
    assertRefused(harrier("fuzz", "--mode=x"), "option '-mode': 'x' is not one of auto, cont");
  }

  @Test
  void aPatternThatMatchesNothing() throws Exception {
    GoModule.at(directory).leakingTest();
    assertRefused(harrier("test", "./nothing/..."), "nothing");
    assertRefused(harrier("test", "./absent"), "absent");
    Path empty = GoModule.at(directory.resolve("empty")).root();
    assertRefused(new HarrierProcess(empty).call("fuzz", "./..."), "no packages match ./...");
  }

  @Test
  void aCommandThatIsNotKnown() throws Exception {
    assertRefused(harrier("tests"), "there is no command 'tests'", "harrier -help");
    assertThat(harrier().err()).contains("Usage: harrier");
  }

  /** What follows may be meant for the option, and is not one itself. */
  @Test
  void onlyTheOptionThatIsNotKnownIsNamed() throws Exception {
    Result replay = harrier("replay", "--workers", "1", "80f61197");
    assertRefused(replay, "unknown option: '--workers'");
    assertThat(replay.err()).doesNotContain("80f61197");
    assertRefused(harrier("doctor", "--fast", "now"), "unknown option: '--fast'\n");
    assertRefused(harrier("doctor", "now"), "unknown argument: 'now'");
    assertRefused(harrier("ui", "--a", "x", "--b", "y"), "unknown options: '--a', '--b'\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-version", "version"})
  void theVersionIsNoBadInput(String spelling) throws Exception {
    Result result = harrier(spelling);
    assertThat(result.status()).isZero();
    assertThat(result.out()).startsWith("harrier " + Version.current() + " (Java ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-nonsense", "--format=yaml", "--color=sometimes"})
  void aFlagThatIsNotKnown(String flag) throws Exception {
    GoModule.at(directory).leakingTest();
    assertRefused(harrier("test", flag), "harrier test -help");
  }

  @ParameterizedTest
  @ValueSource(strings = {"test", "fuzz"})
  void whatGoFuzzesIsInputs(String command) throws Exception {
    GoModule.at(directory).leakingTest();
    assertRefused(harrier(command, "-fuzz=FuzzM"), "go test -fuzz", "as tests");
    assertRefused(harrier(command, "--fuzztime", "3s"), "go test -fuzz", "as tests");
  }

  @Test
  void aMistakeInTheListOfSilences() throws Exception {
    GoModule.at(directory).leakingTest().file(".harrier.toml", "[[ignore]]\nrul = \"x\"\n");
    assertRefused(harrier("test"), ".harrier.toml:2", "rul");
    assertThat(directory.resolve(".harrier/runs")).isEmptyDirectory();
  }

  @Test
  void codeThatDoesNotCompile() throws Exception {
    GoModule.at(directory).test("", "x");
    Result result = harrier("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(result.out()).contains("does not build");
    assertThat(result.out() + result.err()).contains("m_test.go:8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.Fatal(\"no\")", "os.Exit(5)"})
  void testsThatFail(String body) throws Exception {
    GoModule.at(directory).test("os", body + "\n_ = os.Args");
    Result result = harrier("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(3);
    assertThat(result.out()).contains("FAIL").contains("harrier: nothing found");
  }

  @Test
  void aTestThatPanics() throws Exception {
    GoModule.at(directory).test("", "panic(\"oh\")");
    Result result = harrier("test", "--confirm=off");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).containsPattern("(?m)^m_test\\.go:8:1: test-panic: .*oh");
  }

  @Test
  void aTestThatTakesTooLong() throws Exception {
    GoModule.at(directory).test("time", "time.Sleep(time.Hour)");
    Result result = harrier("test", "-timeout=2s");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    assertThat(result.out()).containsPattern("(?m)^m_test\\.go:9:1: test-timeout: ");
  }

  @Test
  void aTestThatLeavesAProcessBehind() throws Exception {
    GoModule.at(directory)
        .test(
            "os/exec",
            "if err := exec.Command(\"sleep\", \"4242.4242\").Start(); err != nil {\n"
                + "  t.Fatal(err)\n}");
    Result result = harrier("test");
    assertThat(result.status()).as(result.toString()).isEqualTo(0);
    assertThat(processesWith("4242.4242")).isEmpty();
  }

  /** Whether it is a test binary that runs where the module is. */
  private boolean isOfTheModule(ProcessHandle process) {
    try {
      Path there = Path.of("/proc", Long.toString(process.pid()), "cwd");
      return process.info().command().orElse("").endsWith("/m.test")
          && there.toRealPath().startsWith(directory.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  private static List<ProcessHandle> processesWith(String argument) {
    return ProcessHandle.allProcesses()
        .filter(p -> p.info().arguments().map(a -> List.of(a).contains(argument)).orElse(false))
        .toList();
  }

  @Test
  void aTestThatRunsOutOfMemory() throws Exception {
    GoModule.at(directory)
        .test(
            "syscall",
            """
            go func() { <-make(chan int) }()
            limit := &syscall.Rlimit{Cur: 1 << 29, Max: 1 << 29}
            if err := syscall.Setrlimit(syscall.RLIMIT_AS, limit); err != nil {
              t.Fatal(err)
            }
            var all [][]byte
            for {
              all = append(all, make([]byte, 1<<24))
            }
            """);
    Result result = harrier("test");
    assertThat(result.status()).as(result.toString()).isIn(1, 3);
    assertThat(result.out()).contains("out of memory").contains("harrier: ");
    assertThat(harrier("report").status()).isEqualTo(result.status());
  }

  @Test
  void aTestThatIsKilled() throws Exception {
    GoModule.at(directory)
        .test(
            "os time",
            """
            go func() { <-make(chan int) }()
            time.Sleep(100 * time.Millisecond)
            p, _ := os.FindProcess(os.Getpid())
            p.Kill()
            time.Sleep(time.Hour)
            """);
    Result result = harrier("test");
    assertThat(result.status()).as(result.toString()).isIn(1, 3);
    assertThat(result.out()).contains("harrier: incomplete: ");
  }

  @Test
  void anInterruptedRunReportsAndEndsItsProcesses() throws Exception {
    GoModule.at(directory)
        .test(
            "os time",
            """
            ch := make(chan int)
            go func() { ch <- 1 }()
            os.WriteFile("started", nil, 0o644)
            time.Sleep(time.Hour)
            """);
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process harrier = new HarrierProcess(directory).start(out, err, "test", "-timeout=0");
    try {
      for (int i = 0; i < 1200 && !Files.exists(directory.resolve("started")); i++) {
        Thread.sleep(100);
      }
      String signal = HarrierProcess.isInterruptible(harrier) ? "-INT" : "-TERM";
      new ProcessBuilder("kill", signal, "" + harrier.pid()).start().waitFor();
      assertThat(harrier.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      harrier.destroyForcibly();
    }
    String said = Files.readString(out) + Files.readString(err);
    assertThat(harrier.exitValue()).as(said).isIn(1, 130);
    assertThat(said).containsAnyOf("harrier: interrupted: ", HarrierProcess.CUT_OFF);
    assertThat(ProcessHandle.allProcesses().filter(this::isOfTheModule)).isEmpty();
    Result again = harrier("report");
    assertThat(again.status()).isEqualTo(harrier.exitValue());
    assertThat(again.out()).contains("interrupted");
  }

  @Test
  void aDamagedStore() throws Exception {
    GoModule.at(directory).leakingTest();
    assertThat(harrier("test").status()).isEqualTo(1);
    Path findings = directory.resolve(".harrier/latest/findings.json").toRealPath();
    Files.writeString(findings, Files.readString(findings).substring(0, 200));
    assertRefused(harrier("report"), "the store is damaged", findings.toString());
    assertThat(harrier("test").status()).isEqualTo(1);
    assertThat(harrier("report").status()).isEqualTo(1);
  }
}
