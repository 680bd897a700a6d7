package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Witness;
import dev.harrier.report.store.RunStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code harrier replay} on findings of {@code harrier fuzz}. */
final class ReplayCommandTest {
  private static final String LOCKS =
      """
      var a, b sync.Mutex
      var wg sync.WaitGroup
      wg.Add(2)
      go func() { defer wg.Done(); a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }()
      go func() { defer wg.Done(); b.Lock(); a.Lock(); a.Unlock(); b.Unlock() }()
      wg.Wait()
      """;

  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  private Finding found() throws Exception {
    // A tenth of the time is for each proof; a busy machine needs some of it.
    Result result = harrier("fuzz", "--per-test", "200", "--first", "--time", "10m");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    return new RunStore(directory.resolve(".harrier"), directory).latest().findings().getFirst();
  }

  /**
   * No finding, since it fails with Go's own scheduler, but what the developer wants to see again.
   */
  @Test
  void aTestThatFailsWithoutAFindingIsShownFailing() throws Exception {
    GoModule.at(directory)
        .test(
            "sync/atomic",
            """
            var n atomic.Int32
            done := make(chan bool, 1)
            go func() { n.Store(1); done <- true }()
            n.Store(2)
            if n.Load() == 2 {
            	t.Fatal("the second came last")
            }
            <-done
            """);
    Result explored = harrier("fuzz", "--per-test", "40");
    assertThat(explored.status()).as(explored.toString()).isEqualTo(3);
    Matcher hint =
        Pattern.compile(
                "TestM failed without a finding in \\d+ of 40 executions \\(m_test.go:14: the"
                    + " second came last\\); see it with: harrier"
                    + " replay -n 1 (\\S+)")
            .matcher(explored.out());
    assertThat(hint.find()).as(explored.toString()).isTrue();

    Result replayed = harrier("replay", "-n", "20", hint.group(1));
    assertThat(replayed.status()).as(replayed.toString()).isEqualTo(3);
    assertThat(replayed.err()).contains("the second came last");
    assertThat(replayed.out() + replayed.err()).contains("TestM failed in 20 of 20 runs");
  }

  @Test
  void aFindingIsMinimizedAndComesAgainEveryTime() throws Exception {
    GoModule.at(directory).test("sync", LOCKS);
    Finding finding = found();
    assertThat(finding.witness().reproduction())
        .isEqualTo(Optional.of(new Witness.Reproduction(10, 10)));
    // A switch between the two locks of one goroutine is all it takes; no less than what is left
    // will do.
    String schedule = finding.witness().schedule().orElseThrow();
    assertThat(schedule)
        .containsPattern(":strategy=default:.*:plan=n\\w+\\.\\d+\\.\\w+(\\+n[\\w.]+){0,2}:go=");

    Result byPrefix = harrier("replay", "-n", "20", finding.fingerprint().substring(0, 8));
    assertThat(byPrefix.status()).as(byPrefix.toString()).isEqualTo(1);
    assertThat(byPrefix.out())
        .contains("reproduced in 20 of 20 runs")
        .contains("all runs were identical, event for event")
        .contains("(shown by 20 of 20 runs)");

    Path clone = directory.resolve("clone");
    GoModule.at(clone).test("sync", LOCKS);
    Result byString = new HarrierProcess(clone).call("replay", schedule);
    assertThat(byString.status()).as(byString.toString()).isEqualTo(1);
    assertThat(byString.out())
        .contains("reproduced in 10 of 10 runs")
        .doesNotContain("another version of Harrier");
    Result byOthers =
        new HarrierProcess(clone)
            .call("replay", "-n", "1", schedule.replaceAll(":hooks=\\w+(.*):sum=.*", ":hooks=0$1"));
    assertThat(byOthers.out()).contains("the finding was made by another version of Harrier");

    GoModule.at(clone).test("sync", LOCKS.replace("b.Lock(); a.Lock()", "a.Lock(); b.Lock()"));
    Result mended = new HarrierProcess(clone).call("replay", schedule);
    assertThat(mended.status()).as(mended.toString()).isEqualTo(0);
    assertThat(mended.out())
        .contains("reproduced in 0 of 10 runs")
        .contains("the sources of example.com/m have changed");
  }

  @Test
  void whatIsNotUnderControlIsReportedWithTheFirstEventThatDiffers() throws Exception {
    GoModule.at(directory)
        .test(
            "os",
            """
            ch := make(chan int)
            go func() { ch <- 1 }()
            for range os.Getpid() % 7 {
            	make(chan bool, 1) <- true
            }
            """);
    Finding finding = found();
    Result result = harrier("replay", "-n", "15", finding.fingerprint());
    assertThat(result.out())
        .contains("something that Harrier does not control made the others differ")
        .containsPattern("run \\d+ differs at event \\d+: g\\d+ .*; the first run did: ");
  }

  /**
   * {@code break} and {@code continue} come from Harrier, the end of the input from here: a process
   * of its own has it.
   */
  @Test
  void delveStopsWhereTheFindingIs() throws Exception {
    assumeTrue(delveIsThere(), "this needs Delve's dlv on PATH");
    GoModule.at(directory).test("sync", LOCKS);
    Finding finding = found();

    Result result = new HarrierProcess(directory).run("replay", "--dlv", finding.fingerprint());

    assumeFalse(
        result.err().contains("Version of Delve is too old"),
        "this needs a Delve that knows the Go on PATH");
    assertThat(result.out())
        .as(result.toString())
        .contains("Breakpoint harrier set at ")
        .contains("> [harrier] ")
        .contains("m_test.go:" + finding.location().line());
  }

  /** Tests are linked without it otherwise. */
  @Test
  void aDebuggerGetsDwarf() throws Exception {
    GoModule.at(directory).test("sync", LOCKS);
    Finding finding = found();
    Path programs = Files.createDirectory(directory.resolve("programs"));
    Path dlv = programs.resolve("dlv");
    Files.writeString(dlv, "#!/bin/sh\ngrep -c .debug_info \"$4\"\n");
    assertThat(dlv.toFile().setExecutable(true)).isTrue();
    String path = programs + ":" + System.getenv("PATH");

    Result result =
        new HarrierProcess(directory)
            .with("PATH", path)
            .run("replay", "--dlv", finding.fingerprint());

    assertThat(result.status()).as(result.toString()).isZero();
    assertThat(result.out().strip()).matches("[1-9]\\d*");
  }

  private static boolean delveIsThere() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .anyMatch(entry -> Files.isExecutable(Path.of(entry, "dlv")));
  }

  @Test
  void badInputIsNamed() throws Exception {
    GoModule.at(directory).test("", "");
    for (String[] bad :
        new String[][] {
          {"replay"},
          {"replay", "xyz"},
          {"replay", "0123456789abcdef"},
          {"replay", "20260101-000000-1/0123"},
          {"replay", "-n", "0", "0123"},
          {"replay", "harrier2:pkg=example.com/m"},
          {"replay", "harrier9:pkg=example.com/m"},
          {"replay", "harrier2:pkg=example.com/m:test=TestM:strategy=pos:sed=1:finding=0123"},
          {"replay", "harrier2:pkg=example.com/m:test=TestM:strategy=pos:finding=0123:sum=0000000"},
          {"replay", "harrier2:pkg=example.com/m:test=TestGone:strategy=pos:seed=1:finding=0123"}
        }) {
      Result result = harrier(bad);
      assertThat(result.status()).as(result.toString()).isEqualTo(2);
      assertThat(result.err()).startsWith("harrier: ").doesNotContain("\tat ");
    }
  }
}
