package dev.harrier.report;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.GoroutineStory;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.ObjectStory;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reports about a module in a given directory. */
public final class SampleReports {
  private static final Rule LEAK =
      new Rule(
          "goroutine-leak",
          "a goroutine waits forever",
          "give the channel room for the value, or receive on every path");
  private static final Rule LEFT_BEHIND =
      new Rule("left-behind", "a goroutine outlived its test", "wait for it before the test ends");

  private final Path root;

  public SampleReports(Path root) {
    this.root = root;
  }

  /** A run that found a leak and something suspicious. */
  public RunReport leak() {
    return new RunReport(
        run(new RunOutcome.Passed(), new Completeness.Whole(), List.of()),
        List.of(suspicious(), leakFinding()));
  }

  /** A run that found a leak in a select with that many cases. */
  public RunReport leakInSelect(int cases) {
    Finding leak = leakFinding();
    List<ObjectStory> channels = IntStream.rangeClosed(1, cases).mapToObj(this::channel).toList();
    return new RunReport(
        run(new RunOutcome.Passed(), new Completeness.Whole(), List.of()),
        List.of(
            new Finding(
                leak.rule(),
                leak.strength(),
                leak.message(),
                leak.location(),
                leak.test(),
                leak.goroutines(),
                channels,
                leak.steps(),
                leak.witness(),
                leak.evidence(),
                leak.fingerprint(),
                leak.count())));
  }

  private ObjectStory channel(int number) {
    Stack made = new Stack(List.of(site("find.Find", "find/find.go", 20 + number)), true);
    return new ObjectStory(
        new ObjectId(number), ObjectKind.CHANNEL, made, true, "unbuffered", List.of());
  }

  /** A run with nothing but an outcome. */
  public RunReport of(RunOutcome outcome, Completeness completeness, String... notes) {
    return new RunReport(run(outcome, completeness, List.of(notes)), List.of());
  }

  private RunRecord run(RunOutcome outcome, Completeness completeness, List<String> notes) {
    return new RunRecord(
            new RunId("20260131-235959-1"),
            "0.1.0",
            new RunRecord.GoInstallation("go1.26.8", Path.of("/usr/local/go")),
            List.of("harrier", "test", "./..."),
            root,
            root,
            4242,
            Instant.parse("2026-01-31T23:59:59Z"),
            Optional.empty())
        .ended(
            new RunRecord.Ending(
                Duration.ofMillis(1234),
                outcome,
                completeness,
                new RunRecord.Basis.Traces(1, 12_402),
                notes));
  }

  private Site site(String function, String file, int line) {
    return new Site("example.com/m/" + function, root.resolve(file).toString(), line);
  }

  private Finding leakFinding() {
    Stack blocked =
        new Stack(
            List.of(
                new Site("runtime.chansend1", "/usr/local/go/src/runtime/chan.go", 161),
                site("find.Find.func1", "find/find.go", 14)),
            false);
    Stack created =
        new Stack(
            List.of(
                site("find.Find", "find/find.go", 13),
                site("find.TestFind", "find/find_test.go", 9),
                new Site("testing.tRunner", "/usr/local/go/src/testing/testing.go", 1934)),
            false);
    return new Finding(
        LEAK,
        Strength.OBSERVED,
        "goroutine waits forever to send on a channel that nobody receives from",
        Location.of(blocked.frames().get(1)),
        "TestFind",
        List.of(
            new GoroutineStory(
                new GoroutineId(19),
                "stuck",
                "chan send",
                blocked,
                created,
                new GoroutineId(18),
                List.of())),
        List.of(
            new ObjectStory(
                new ObjectId(3),
                ObjectKind.CHANNEL,
                new Stack(List.of(site("find.Find", "find/find.go", 11)), true),
                true,
                "unbuffered, never closed",
                List.of("g18 selected on it at find.go:17"))),
        List.of("g18 takes the timeout at find.go:20 and returns", "g19 sends, and nobody is left"),
        new Witness(
            "harrier test -run '^TestFind$' ./find",
            Optional.of("seed:7"),
            Optional.of(new Witness.Reproduction(9, 10)),
            Optional.of(
                new Interleaving(
                    List.of(new GoroutineId(18), new GoroutineId(19)),
                    List.of(
                        new Interleaving.Turn(
                            new GoroutineId(18), "created goroutine 19 at find.go:13", ""),
                        new Interleaving.Turn(
                            new GoroutineId(18), "took the default of a select at find.go:20", ""),
                        new Interleaving.Turn(
                            new GoroutineId(19),
                            "blocked in chan send at find.go:14",
                            "g18 has ended")),
                    2))),
        "the collector found no reference to the channel outside g19",
        "5f1c0a77",
        3);
  }

  private Finding suspicious() {
    Stack asleep = new Stack(List.of(site("find.poll", "find/poll.go", 5)), false);
    return new Finding(
        LEFT_BEHIND,
        Strength.SUSPICIOUS,
        "goroutine was still there when its test ended",
        Location.of(asleep.top()),
        "",
        List.of(
            new GoroutineStory(
                new GoroutineId(21),
                "left behind",
                "sleep",
                asleep,
                Stack.EMPTY,
                GoroutineId.NONE,
                List.of())),
        List.of(),
        List.of(),
        Witness.ofCommand("harrier test ./find"),
        "it had not ended a second after its test",
        "77aa",
        1);
  }
}
