package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.model.finding.Evidence;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.testkit.WantComments;
import dev.harrier.testkit.WantComments.Want;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What probe finds in {@code programs/probe}: each planted bug, and nothing in its fixed twin. */
final class ProbeProgramsTest {
  private static final Path PROGRAMS = Path.of("..", "programs").toAbsolutePath().normalize();

  @TempDir private Path directory;

  private Result harrier(String... arguments) throws Exception {
    return new HarrierProcess(directory).call(arguments);
  }

  private RunReport report() throws Exception {
    return new RunStore(directory.resolve(".harrier"), directory).latest();
  }

  private void copy(List<String> names) throws IOException {
    for (String twin : List.of("bug", "fixed")) {
      Path target = Files.createDirectories(directory.resolve("probe").resolve(twin));
      for (String name : names) {
        for (String file : List.of(name + ".go", name + "_test.go")) {
          Files.copy(PROGRAMS.resolve("probe").resolve(twin).resolve(file), target.resolve(file));
        }
      }
    }
    Files.copy(PROGRAMS.resolve("go.mod"), directory.resolve("go.mod"));
  }

  /** Probes programs and their twins: each planted bug is found, and nothing else. */
  private Result finds(int status, List<String> names, String... options) throws Exception {
    copy(names);
    List<Want> wants = WantComments.in(directory);
    Result result =
        harrier(Stream.concat(Stream.of("probe"), Stream.of(options)).toArray(String[]::new));
    assertThat(result.status()).as(result.toString()).isEqualTo(status);
    WantedFindings.check("probe", wants, report());
    return result;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString())
          .filter(file -> !file.startsWith(".harrier"))
          .sorted()
          .toList();
    }
  }

  /** A call waits for good one after the other as well, but not after those that have returned. */
  @Test
  void aWaiterThatTheOthersForgetIsFound() throws Exception {
    Result result =
        finds(
            1,
            List.of("tickets"),
            "-type",
            "^Tickets$",
            "-func",
            "Take",
            "-per-test",
            "60",
            "./...");
    assertThat(result.out()).contains("made after the calls that have returned, Take(");
  }

  /**
   * A deadlock, a lost wakeup, a race, and results that no order gives; the fixed twins are silent.
   */
  @Test
  void whatConcurrentCallsDoWrongIsFoundAndReplays() throws Exception {
    copy(
        List.of(
            "accounts",
            "counter",
            "gauge",
            "latch",
            "meter",
            "registry",
            "semaphore",
            "sink",
            "topic"));
    List<Want> wants = WantComments.in(directory);
    List<String> before = files();
    Result result = harrier("probe", "-scenarios", "4", "-per-test", "60", "-time", "10m", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    WantedFindings.check("probe", wants, report());
    assertThat(result.out())
        .contains("calls   at the same time:")
        .contains("shared  ")
        .contains("but no access of it holds a lock of the object, or is atomic")
        .contains("non-linearizable: no order of the calls explains their results: ");
    assertThat(files()).isEqualTo(before);

    Matcher replay = ProbeCommandTest.REPLAY.matcher(result.out());
    assertThat(replay.find()).as(result.toString()).isTrue();
    Result again = harrier("replay", "-overlay", replay.group(1), replay.group(2));
    assertThat(again.toString()).contains("reproduced in 10 of 10 runs");
  }

  /**
   * What a condition, an atomic pointer and the pieces of a type share is seen: bugs that were
   * planted before the code of the generator was looked at. So is what an object does only after
   * its start, with a lock that a field refers to; a flag that a loop waits for; and a listener
   * that a main loop and its end share; or what goroutines of the object do among themselves, and
   * that of the wheel of a timer; and two objects that lock, or read, each other.
   */
  @Test
  void plantedBugsAreFoundAndTheirTwinsAreSilent() throws Exception {
    Result result =
        finds(
            1,
            List.of(
                "beacon",
                "desk",
                "dialer",
                "outbox",
                "pages",
                "pump",
                "purse",
                "scan",
                "settings",
                "tags",
                "tasks",
                "wheel"),
            "-scenarios",
            "14",
            "-per-test",
            "20",
            "-time",
            "10m",
            "./...");
    assertThat(result.out())
        .contains("guarded: page.lines by page.mu")
        .contains("a loop waits until another goroutine sets it: Pump.ended")
        .contains("the other one is the object's own, which NewScan starts")
        .contains("the other one is the object's own, which Start starts")
        .contains("both goroutines are the object's own, which Send starts")
        .contains("Serve waits in a loop until Close ends it, in another goroutine (desk.go:19)");
  }

  /**
   * A slice that is read after the lock; a pool without workers that no call can be made of; and
   * goroutines of an iterator that is left early, or of a context that is canceled. Two timers of
   * an object call it at once, whoever set them. A call that refuses an empty value is given what a
   * function of the tests makes. Two goroutines have a session each of one ledger. Two calls take
   * two locks in opposite orders, without documentation. What waits for a group may end the object;
   * what only waits is called as that of a WaitGroup.
   */
  @Test
  void slicesWorkersTimersAndWhatStopsReadingAreSeen() throws Exception {
    Result result =
        finds(
            1,
            List.of("crew", "depot", "draft", "gang", "journal", "ledger", "roster", "walker"),
            "-func",
            "Go|Wait|Run|Close|Note|Flush|All|Watch|Edit|Saves|Join|Forget|Session|Commit|Total|Fill|Order",
            "-scenarios",
            "12",
            "-per-test",
            "30",
            "-time",
            "10m",
            "./...");
    assertThat(result.out())
        .contains("guarded: Journal.lines by Journal.mu")
        .contains("no promise is needed: a loop over what All returns may end early")
        .contains("no promise is needed: the context that Watch was given is canceled");
  }

  /**
   * A call returns the slice or map of a field itself: its caller reads it while another call
   * changes it. Numbers that differ from run to run are never the same twice. Two calls return one
   * object, however a function of the test races. Two of them move elements of the library's list
   * with a read lock. A replay says of a finding what the run said that wrote its test.
   */
  @Test
  void whatCallsReturnIsReadAndCompared() throws Exception {
    Result result =
        finds(
            1,
            List.of("charts", "recent", "switchboard", "vouchers"),
            "-v",
            "-scenarios",
            "20",
            "-per-test",
            "40",
            "-time",
            "10m",
            "./...");
    assertThat(result.out())
        .contains("Charts.mu guards Charts.tracks, which Top returns itself, not a copy")
        .contains("Charts.mu guards Charts.genres, which Genres returns itself, not a copy")
        .contains("Return a copy of Charts.tracks, made while Charts.mu is held.")
        .contains("one after the other, their results always differ");
    String results = result.out().substring(result.out().indexOf(": non-linearizable: "));
    Matcher replay = ProbeCommandTest.REPLAY.matcher(results);
    assertThat(replay.find()).as(results).isTrue();
    Result again = harrier("replay", "-overlay", replay.group(1), replay.group(2));
    assertThat(again.out())
        .containsPattern("bug/\\w+\\.go:\\d+:1: non-linearizable: .* \\(suspicious\\)")
        .doesNotContain(": test-failure: ");
  }

  /**
   * Calls that share no object meet in a variable of the package, or in an object that it has: two
   * calls of a function, and one of each of two objects that are not made to be shared.
   */
  @Test
  void whatMeetsInAVariableOfThePackageIsFound() throws Exception {
    Result result = finds(0, List.of("stems"), "-v", "-per-test", "30", "-time", "10m", "./...");
    assertThat(result.out())
        .contains("the calls share no object, only the variable probe.stems (stems.go:9)")
        .contains("the calls share no object, only the variable probe.longest (stems.go:28)")
        .contains("these are functions of the package, and are given nothing that they share")
        .contains("TestProbeprobeTestStemTestStem")
        .containsPattern("Add\\(\"readers\"\\) +\\| y.Add\\(\"readers\"\\)");
  }

  /**
   * One end of a pipe waits, and the other one is closed: one constructor makes both. Two elements
   * are locked in the order in which a call names them.
   */
  @Test
  void whatMeetsAnotherObjectOrElementIsFound() throws Exception {
    Result result =
        finds(
            1,
            List.of("cellars", "conduit"),
            "-scenarios",
            "10",
            "-per-test",
            "30",
            "-time",
            "10m",
            "./...");
    assertThat(result.out())
        .contains("made after the calls that have returned, Take() returns as well")
        .containsPattern("Take\\(\\) +\\| in.Close\\(\\)")
        .containsPattern("Move\\(\"old\", \"new\", 2\\) +\\| Move\\(\"new\", \"old\", 2\\)");
  }

  /**
   * Goroutines that are there when the object was ended: one waits for a condition, one of two for
   * a channel that is sent one value, one for passengers. What users may have to receive is only
   * suspicious, and an end that fails has ended nothing.
   */
  @Test
  void goroutinesThatOutliveTheEndOfTheirObjectAreSeen() throws Exception {
    Result result =
        finds(
            1,
            List.of("courier", "ferry", "herald", "relay"),
            "-scenarios",
            "12",
            "-per-test",
            "30",
            "-time",
            "10m",
            "./...");
    assertThat(result.out())
        .contains("no promise is needed: Close ended the object, without an error")
        .contains("no promise is needed: Stop ended the object, without an error")
        .contains("but users may have to release it: by the channel of Receipts")
        .contains("Have the method that ends the object release this goroutine as well");
  }

  /**
   * What only an object with an option does, or a goroutine of it, and what functions do only with
   * a variable set, is called after the statements of the test that sets it.
   */
  @Test
  void whatIsBehindAnOptionIsCalledWithIt() throws Exception {
    Result result =
        finds(
            1,
            List.of("lookout", "press", "trail"),
            "-scenarios",
            "14",
            "-per-test",
            "20",
            "-time",
            "10m",
            "./...");
    assertThat(result.out())
        .contains("p.Trim = true")
        .contains("setup   loud := true   (from TestLoudLookout)")
        .contains("setup   Verbose = true   (from TestTrail)");
  }

  /** With -write the test of a finding is next to the code, and shows the finding there. */
  @Test
  void writtenTestShowsTheFinding() throws Exception {
    copy(List.of("registry"));
    Result result =
        harrier(
            "probe", "-scenarios", "1", "-per-test", "60", "-time", "10m", "-write", "./probe/bug");
    assertThat(result.status()).as(result.toString()).isZero();
    Path written = directory.resolve("probe/bug/registryregisterregister_probe_test.go");
    assertThat(written).as(result.toString()).exists();
    // The overlay of the run shows the same test.
    Result replayed = harrier("replay", report().findings().getFirst().fingerprint());
    assertThat(replayed.toString()).contains("reproduced in 10 of 10 runs");
    // It is a finding as Go's own scheduler lets the test pass: with one processor the calls are
    // made one after the other.
    Result fuzzed =
        new HarrierProcess(directory)
            .with("GOMAXPROCS", "1")
            .call("fuzz", "-run", "TestProbe", "-per-test", "60", "-time", "10m", "./probe/bug");
    assertThat(fuzzed.status()).as(fuzzed.toString()).isEqualTo(1);
    assertThat(fuzzed.out()).contains("no order of the calls explains their results: ");
  }

  /**
   * Nothing promises that Stop may be called twice at once; that it checks for the first call is a
   * sign, and no more. What the goroutines close that two calls of Start leave is not checked by a
   * call.
   */
  @Test
  void whatChecksForAClosedChannelMayBeCalledAtOnce() throws Exception {
    Result result =
        finds(0, List.of("feed"), "-v", "-func", "^St", "-per-test", "60", "-time", "10m", "./...");
    assertThat(result.out())
        .contains(
            "shared  one after the other, these calls return in any order: they check for the"
                + " closed channel");
  }

  /** It takes a Begin and two notes; the scenario that shows it has two of both. */
  @Test
  void aFindingComesWithTheFewestCalls() throws Exception {
    Result result =
        finds(
            1,
            List.of("recorder"),
            "-fail-on",
            "suspicious",
            "-per-test",
            "60",
            "-time",
            "10m",
            "./...");
    assertThat(result.out())
        .containsPattern(
            "time: \\d+ s writing tests, \\d+ s building them, \\d+ s one call after the other,"
                + " \\d+ s calls at the same time, \\d+ s fewer calls");
    assertThat(report().findings().getFirst().explanation().evidence())
        .as(result.toString())
        .filteredOn(Evidence.InScenario.class::isInstance)
        .extracting(one -> ((Evidence.InScenario) one).calls())
        .containsExactly(List.of(List.of("Begin()", "Note()"), List.of("Note()")));
    Matcher replay = ProbeCommandTest.REPLAY.matcher(result.out());
    assertThat(replay.find()).as(result.toString()).isTrue();
    Result again = harrier("replay", "-overlay", replay.group(1), replay.group(2));
    assertThat(again.toString())
        .contains("reproduced in 10 of 10 runs")
        .doesNotContain("have changed");
    Matcher kept = Pattern.compile("the tests are in (\\S+);").matcher(result.out());
    assertThat(kept.find()).as(result.toString()).isTrue();
    try (Stream<Path> tests = Files.list(Path.of(kept.group(1)))) {
      assertThat(tests)
          .singleElement(InstanceOfAssertFactories.PATH)
          .content()
          .containsOnlyOnce("x.Begin()");
    }
  }
}
