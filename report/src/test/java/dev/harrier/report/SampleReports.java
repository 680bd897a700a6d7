package dev.harrier.report;

import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.command.Invocation;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.Explored;
import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Contrast;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Footprint;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.InvolvedObject;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.RunOutcome;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Role;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.Value;
import dev.harrier.model.usage.CoverageReport;
import dev.harrier.model.usage.Effect;
import dev.harrier.model.usage.GoroutineRole;
import dev.harrier.model.usage.Shortfall;
import dev.harrier.model.usage.Uncovered;
import dev.harrier.model.usage.UsageKind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reports about a module in a given directory. */
public final class SampleReports {
  static final Rule LEAK =
      new Rule(
          "goroutine-leak",
          "a goroutine blocks forever",
          "Give the channel room for the value, or receive on every path.");

  private static final ObjectRef CHANNEL = new ObjectRef(new ObjectId(3), ObjectKind.CHANNEL);

  private final Path root;

  public SampleReports(Path root) {
    this.root = root;
  }

  /** A run that found a leak and something suspicious. */
  public RunReport leak() {
    return new RunReport(
        run(new RunOutcome.Passed(), List.of()), List.of(suspicious(), leakFinding()));
  }

  /** A run that found a leak in a select with that many cases. */
  public RunReport leakInSelect(int cases) {
    Finding leak = leakFinding();
    Explanation e = leak.explanation();
    List<InvolvedObject> channels =
        IntStream.rangeClosed(1, cases).mapToObj(this::channel).toList();
    return new RunReport(
        run(new RunOutcome.Passed(), List.of()),
        List.of(
            leak.with(
                new Explanation(
                    e.participants(), channels, e.steps(), e.evidence(), e.doubts(), e.fix()))));
  }

  /** A run that found a leak with that many goroutines stuck behind the first. */
  public RunReport leakOf(int goroutines) {
    Finding leak = leakFinding();
    Participant first = leak.participants().getFirst();
    List<Participant> all = new ArrayList<>(leak.participants());
    for (int i = 1; i < goroutines; i++) {
      all.add(
          new Participant(
              new GoroutineId(100 + i),
              Participant.Part.STUCK_BEHIND,
              new Participant.Condition.Blocked(
                  BlockReason.CHAN_SEND, site("find.Wait", "find/wait.go", i)),
              first.awaits(),
              new Stack(
                  List.of(site("find.Wait", "find/wait.go", i), site("find.All", "find/all.go", i)),
                  false),
              first.createdAt(),
              first.creator(),
              List.of()));
    }
    return new RunReport(
        run(new RunOutcome.Passed(), List.of()), List.of(leak.with(leak.explanation().with(all))));
  }

  private InvolvedObject channel(int number) {
    Stack made = new Stack(List.of(site("find.Find", "find/find.go", 20 + number)), true);
    return new InvolvedObject(
        new ObjectId(number),
        ObjectKind.CHANNEL,
        made,
        true,
        new InvolvedObject.State.Channel(0, false, 0, 0),
        List.of());
  }

  /** An exploration: a leak with a run without it, and one requirement that is not covered. */
  public RunReport explored() {
    Operation sent =
        new Operation(
            new GoroutineId(18), new Action.Sent(channel(), false), testSite(14), 1, 1, 1_000_000);
    Operation received =
        new Operation(
            new GoroutineId(19),
            new Action.Received(channel(), true, false),
            testSite(20),
            1,
            2,
            2_000_000);
    Contrast contrast =
        new Contrast(
            new Contrast.Decision.RunsAnother(3),
            "harrier2:pkg=example.com/m/find;passes",
            interleaving(received, sent),
            List.of(
                new Contrast.Chance(Optional.empty(), new Witness.Reproduction(1, 10)),
                new Contrast.Chance(Optional.of(sent), new Witness.Reproduction(10, 10))));
    Cause cause =
        new Cause.Orders(
            List.of(new Cause.Order(side(sent), side(received))),
            Cause.Under.DEFAULT_ORDER,
            new Witness.Reproduction(10, 10),
            new Witness.Reproduction(10, 10));
    Finding leak = leak().failing().getFirst();
    Finding contrasted =
        leak.with(
            leak.witness()
                .with(Optional.of(interleaving(sent, received)))
                .causedBy(Optional.of(cause))
                .contrasted(Optional.of(contrast)));
    CoverageReport coverage =
        new CoverageReport(
            7,
            8,
            2,
            List.of(
                new Uncovered(
                    new Site("", root.resolve("find/find.go").toString(), 14),
                    List.of(
                        new GoroutineRole(
                            Optional.of(new Site("testing.(*T).Run", "testing.go", 1)))),
                    1,
                    new Shortfall.EffectNotSeen(UsageKind.SEND, Effect.UNBLOCKING, false))));
    RunRecord run = run(new RunOutcome.Passed(), List.of());
    RunRecord.Ending end = run.ending().orElseThrow();
    return new RunReport(
        run.ended(
            new RunRecord.Ending(
                end.duration(),
                end.outcome(),
                end.basis(),
                end.gaps(),
                end.remarks(),
                new Explored(
                    Optional.of(new Explored.Executions(1_200, 4_000, 37)),
                    List.of(new Explored.FirstFinding("example.com/m/find.TestFind", 8)),
                    2,
                    new Explored.Novelty(1, 3, 250_000),
                    List.of(new Explored.TestsWithInput(InputKind.CLOCK, 3)),
                    Optional.of(
                        new Explored.Connections(4, List.of("example.com/m/find.TestFind"))),
                    1,
                    List.of(
                        new Explored.FailedTest(
                            "example.com/m/find.TestFind",
                            3,
                            600,
                            false,
                            true,
                            "find_test.go:9: got 2",
                            List.of("harrier2:x"))),
                    Optional.of(coverage)))),
        List.of(contrasted));
  }

  private static Cause.Side side(Operation operation) {
    return new Cause.Side(
        operation,
        new Stack(List.of(operation.site()), false),
        new GoroutineName(operation.goroutine().value()),
        1);
  }

  private static ObjectRef channel() {
    return new ObjectRef(new ObjectId(3), ObjectKind.CHANNEL);
  }

  private Site testSite(int line) {
    return site("find.TestFind", "find/find_test.go", line);
  }

  private static Interleaving interleaving(Operation... operations) {
    return new Interleaving(
        List.of(new GoroutineId(18), new GoroutineId(19)),
        Stream.of(operations)
            .map(o ->
                new Interleaving.Turn(o, new Interleaving.Reason.Continues(), Optional.empty()))
            .toList(),
        List.of());
  }

  /** A run that found a race of two goroutines. */
  public RunReport race() {
    return races(new int[] {9, 21});
  }

  /**
   * A run that found races in one file.
   *
   * @param pairs the line that writes and the line that reads, of each
   */
  public RunReport races(int[]... pairs) {
    Access.Launch go =
        new Access.Launch(Location.of(site("find.TestFind", "find/find_test.go", 30)), "go");
    return new RunReport(
        run(new RunOutcome.Passed(), List.of()),
        Stream.of(pairs)
            .map(pair ->
                SampleFindings.race(
                    site("find.(*Cache).Put", "find/cache.go", pair[0]),
                    site("find.(*Cache).Get", "find/cache.go", pair[1]),
                    go))
            .toList());
  }

  /** A run that found a send on a closed channel, and the race that it comes of. */
  public RunReport overtakenSend() {
    return new RunReport(
        run(new RunOutcome.Passed(), List.of()),
        SampleFindings.overtakenSend(
            site("find.send", "find/feed.go", 9), site("find.stop", "find/feed.go", 21)));
  }

  /** What two processes in production wrote: a proved leak, and one that a profile shows. */
  public RunReport leakInProduction() {
    RunRecord run =
        run(new RunOutcome.Passed(), List.of())
            .ended(
                new RunRecord.Ending(
                    Duration.ofHours(2),
                    new RunOutcome.Passed(),
                    new RunRecord.Basis.Production(2, 1_017),
                    List.of(),
                    List.of()));
    Finding seen =
        SampleFindings.inProduction(
            BlockReason.SELECT,
            false,
            new Footprint(3, 1, 0, 0, false, 0, false, false),
            site("find.poll", "find/poll.go", 5),
            site("find.Find", "find/find.go", 13));
    Finding proved =
        SampleFindings.inProduction(
            BlockReason.CHAN_SEND,
            true,
            new Footprint(1_014, 2, 7, 5_300_000, true, 90_000_000_000L, true, true),
            site("find.Find.func1", "find/find.go", 14),
            site("find.Find", "find/find.go", 13));
    return new RunReport(run, List.of(seen, proved));
  }

  /** A run with nothing but an outcome. */
  public RunReport of(RunOutcome outcome, List<Gap> gaps, Remark... remarks) {
    return new RunReport(run(outcome, gaps, remarks), List.of());
  }

  private RunRecord run(RunOutcome outcome, List<Gap> gaps, Remark... remarks) {
    return new RunRecord(
            new RunId("20260131-235959-1"),
            "0.1.0",
            new RunRecord.GoInstallation("go1.26.8", Path.of("/usr/local/go")),
            List.of("harrier", "test", "./..."),
            new Invocation("test", Map.of(), List.of("./..."), List.of()),
            root,
            root,
            Optional.of(new Revision("5e1c309dae7f45e0f39b1bf3ac3cd9db12e7d689", false)),
            4242,
            Instant.parse("2026-01-31T23:59:59Z"),
            FailurePolicy.of(FailOn.OBSERVED),
            Optional.empty())
        .ended(
            new RunRecord.Ending(
                Duration.ofMillis(1234),
                outcome,
                new RunRecord.Basis.Traces(1, 12_402),
                gaps,
                List.of(remarks)));
  }

  private Site site(String function, String file, int line) {
    return new Site("example.com/m/" + function, root.resolve(file).toString(), line);
  }

  private Operation operation(int goroutine, Action action, String function, int line, int times) {
    return new Operation(
        new GoroutineId(goroutine),
        action,
        site(function, "find/find.go", line),
        times,
        line,
        line * 1_000_000L);
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
    Site send = blocked.frames().get(1);
    GoroutineId finder = new GoroutineId(18);
    GoroutineId stuck = new GoroutineId(19);
    Operation block =
        operation(19, new Action.Blocked(BlockReason.CHAN_SEND, CHANNEL), "find.Find.func1", 14, 1);
    Operation poll = operation(18, new Action.TookDefault(), "find.Find", 20, 200_000);
    return new Finding(
        LEAK,
        Strength.OBSERVED,
        new Defect.Leaked(
            BlockReason.CHAN_SEND, Optional.of(new Defect.Awaited(ObjectKind.CHANNEL, 0)), true, 1),
        Location.of(send),
        "TestFind",
        new Explanation(
            List.of(
                new Participant(
                    stuck,
                    Participant.Part.STUCK,
                    new Participant.Condition.Blocked(BlockReason.CHAN_SEND, send),
                    List.of(new ObjectId(3)),
                    blocked,
                    created,
                    finder,
                    List.of(block))),
            List.of(
                new InvolvedObject(
                    new ObjectId(3),
                    ObjectKind.CHANNEL,
                    new Stack(List.of(site("find.Find", "find/find.go", 11)), true),
                    true,
                    new InvolvedObject.State.Channel(0, false, 0, 0),
                    List.of(poll))),
            List.of(
                new Step.Created(finder, stuck, created.top()),
                new Step.Performed(poll, Step.Performed.Remark.NONE),
                new Step.Releasers(
                    CHANNEL,
                    List.of(
                        new Step.Releasers.Releaser(
                            finder, Set.of(Role.RECEIVED), new Participant.Condition.Exited())),
                    false,
                    true),
                new Step.Blocked(stuck, BlockReason.CHAN_SEND, send, true)),
            List.of(new Evidence.Unreachable()),
            List.of(),
            Optional.empty(),
            Optional.of(
                new SuggestedFix(
                    SuggestedFix.Kind.ROOM_FOR_ONE,
                    "chan string",
                    root.resolve("find/find.go").toString(),
                    List.of(new SuggestedFix.TextEdit(11, 24, 11, 24, ", 1"))))),
        new Witness(
            new Rerun.TestAgain(BuildSettings.DEFAULT, "TestFind", "./find"),
            Optional.of("seed:7"),
            Optional.of(new Witness.Reproduction(9, 10)),
            Optional.of(
                new Interleaving(
                    List.of(finder, stuck),
                    List.of(
                        new Interleaving.Turn(
                            operation(18, new Action.Created(stuck), "find.Find", 13, 1),
                            new Interleaving.Reason.Continues(),
                            Optional.empty()),
                        new Interleaving.Turn(
                            poll,
                            new Interleaving.Reason.Continues(),
                            Optional.of(
                                new Interleaving.Details(
                                    Optional.of(new Value.Text("<b>\u001b[31m\n|`", 120)),
                                    Optional.empty(),
                                    "results",
                                    -1,
                                    50_100_000,
                                    Optional.of(site("find.poll", "find/poll.go", 9))))),
                        new Interleaving.Turn(
                            block,
                            new Interleaving.Reason.Exited(finder),
                            Optional.of(
                                new Interleaving.Details(
                                    Optional.empty(),
                                    Optional.empty(),
                                    "results",
                                    -1,
                                    0,
                                    Optional.empty())))),
                    List.of(new Interleaving.Gap(0, 2), new Interleaving.Gap(2, 1)))),
            Optional.of(
                new Cause.Orders(
                    List.of(
                        new Cause.Order(
                            new Cause.Side(
                                poll,
                                new Stack(List.of(site("find.poll", "find/poll.go", 7)), false),
                                GoroutineName.MAIN,
                                4),
                            new Cause.Side(
                                block,
                                new Stack(List.of(send), false),
                                new GoroutineName(77),
                                1,
                                Optional.empty(),
                                Optional.of("results")))),
                    Cause.Under.DEFAULT_ORDER,
                    new Witness.Reproduction(10, 10),
                    new Witness.Reproduction(10, 10))),
            Optional.empty()),
        "5f1c0a77",
        new Sightings(3, 12));
  }

  private Finding suspicious() {
    Stack asleep = new Stack(List.of(site("find.poll", "find/poll.go", 5)), false);
    return new Finding(
        LEAK,
        Strength.SUSPICIOUS,
        new Defect.Leaked(BlockReason.CHAN_RECEIVE, Optional.empty(), false, 1),
        Location.of(asleep.top()),
        "",
        Explanation.of(
            List.of(
                new Participant(
                    new GoroutineId(21),
                    Participant.Part.STUCK,
                    new Participant.Condition.Blocked(BlockReason.CHAN_RECEIVE, asleep.top()),
                    List.of(),
                    asleep,
                    Stack.EMPTY,
                    GoroutineId.NONE,
                    List.of())),
            new Evidence.StillBlockedAtExit()),
        Witness.of(new Rerun.TestAgain(BuildSettings.DEFAULT, "", "./find")),
        "77aa",
        Sightings.ONCE);
  }
}
