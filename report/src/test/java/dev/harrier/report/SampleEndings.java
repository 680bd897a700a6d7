package dev.harrier.report;

import dev.harrier.model.ending.BlindSpot;
import dev.harrier.model.ending.Gap;
import dev.harrier.model.ending.ProbeNote;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.explored.ProgressFigure;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Limit;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import java.util.List;
import java.util.Optional;

/** Every kind of gap and of remark. */
public final class SampleEndings {
  private SampleEndings() {}

  /** Each gap that there can be. */
  public static List<Gap> gaps() {
    return List.of(
        new Gap.LostProcess("the trace 17-1 can't be read: it is damaged"),
        new Gap.IncompleteTraces(2, Completeness.Cause.NOT_WRITTEN, "the disk was full", 3),
        new Gap.LimitedPredictions(Limit.CYCLES, 4),
        new Gap.UnrunTest("example.com/m.TestA", "example.com/m.TestA left no trace"),
        new Gap.CutExecutions("example.com/m.TestB", Gap.Shortage.TIME_OR_OUTPUT, 5, 9, true),
        new Gap.CutExecutions("example.com/m.TestB", Gap.Shortage.RACE_MEMORY, 1, 9, false),
        new Gap.CutExecutions("example.com/m.TestB", Gap.Shortage.TRACE, 1, 9, false),
        new Gap.LostRun("", "2/3", Gap.RunEnd.MISSING, false),
        new Gap.LostRun("one", "1/3", Gap.RunEnd.KILLED, true),
        new Gap.LostRun("two", "", Gap.RunEnd.FAILED, false),
        new Gap.LostRun("three", "3/3", Gap.RunEnd.OF_ANOTHER_EXPLORATION, false),
        new Gap.UnanalyzedFunctions(12));
  }

  /** Each remark that there can be. */
  public static List<Remark> remarks() {
    return List.of(
        new Remark.Silenced(2),
        new Remark.UselessSuppression("a.go", 3, "it silences nothing"),
        new Remark.NoTestRan("-run=X"),
        new Remark.NoRepetition(),
        new Remark.NothingToExplore(false, "^TestA$", "2/3"),
        new Remark.NotTried(Remark.Trial.SCHEDULES, "./find", "it could not be built"),
        new Remark.Tried(12, 2, "/m"),
        new Remark.NothingConfirmed("this is Go 1.25"),
        new Remark.TestsUnmeasured(3, Remark.Unmeasured.TIME_OVER, ""),
        new Remark.ConfirmingEnded(false, 2, true),
        new Remark.TestsGenerated(4, 3, 1),
        new Remark.NoTestsGenerated("the disk is full"),
        new Remark.NotAnalyzed("example.com/m", "m.go:3:1", "undefined: x"),
        new Remark.NotLogged(new BlindSpot.Inlined("sync.(*Mutex).Lock", List.of("main.main"))),
        new Remark.CampaignState("nats://host/m", 1_200, 7, 2, 1, 0, 3),
        new Remark.CampaignFollowed(
            Remark.FollowingEnd.OVER,
            1_200,
            List.of(
                new ProgressFigure.RequirementsMet(9),
                new ProgressFigure.AtWork(0),
                new ProgressFigure.Announced(1),
                new ProgressFigure.Pending(0))),
        new Remark.CampaignUnknown("no answer"),
        new Remark.BuiltWithout(List.of("example.com/m"), Remark.BuildAddition.RACES),
        new Remark.NotGiven("example.com/m", "no answer"),
        new Remark.NotCopied(
            List.of(new Remark.NoCopies("example.com/m", Remark.Uncopyable.THREADS))),
        new Remark.KeptApart("example.com/m", Remark.Conflict.ADDRESS_IN_USE, true),
        new Remark.CoverageUnknown("no Go"),
        new Remark.CoverageDoubtful("a.go does not compile"),
        new Remark.Damaged(Remark.Kept.ORDERS, "example.com/m.TestA", 0),
        new Remark.Outdated(Remark.Kept.COVERAGE, "", 7),
        new Remark.NotKept(Remark.Kept.PROGRESS, "the disk is full"),
        new Remark.NotShared(1, 8),
        new Remark.Replayed(
            9, 10, 9, 1, 1, Optional.of(new Remark.Divergence(2, 40, "a send", "a receive"))),
        new Remark.FixChecked(
            new FixCheck(
                "0123456789abcdef",
                "example.com/m.TestA",
                new FixVerdict.Proved(true),
                Optional.of(new FixCheck.Scheduled("TestA", 12, 3)),
                Optional.of(new FixCheck.Replay(2, 3, false, 0, 10)),
                Optional.of(
                    new FixCheck.AtCause(
                        Optional.empty(),
                        10,
                        10,
                        0,
                        Optional.of(
                            new Operation(
                                new GoroutineId(18),
                                new Action.TookDefault(),
                                new Site("example.com/m/find.Find", "find/find.go", 20),
                                1,
                                20,
                                0)))),
                Optional.of(new FixCheck.Search(60, 20, false)),
                Optional.of(new FixCheck.Search(500, 0, true)),
                Optional.of(
                    new FixCheck.Left(
                        "0123456789abcdef",
                        "goroutine-leak",
                        new Location("find/find.go", 22, 1, "example.com/m/find.Find", ""))),
                List.of(
                    new FixCheck.Left(
                        "fedcba9876543210",
                        "data-race",
                        new Location("find/find.go", 21, 1, "example.com/m/find.Find", ""))),
                Optional.of(
                    new FixCheck.Changed(3, List.of(), List.of("example.com/m.TestB"), 20)))),
        new Remark.OtherSources("example.com/m"),
        new Remark.OtherGo("1.25.1", "1.26.8"),
        new Remark.OtherHooks(),
        new Remark.InputsDiffer(
            Remark.InputsDiffer.Reason.GIVEN, List.of("MODE", "TZ"), List.of("testdata/limit.txt")),
        new Remark.InputsDiffer(
            Remark.InputsDiffer.Reason.NOT_KEPT, List.of("API_TOKEN"), List.of()),
        new Remark.InputsDiffer(Remark.InputsDiffer.Reason.OF_OTHERS, List.of("MODE"), List.of()),
        new Remark.InputsDiffer(
            Remark.InputsDiffer.Reason.OF_CHANGE, List.of(), List.of("testdata/limit.txt")),
        new Remark.InputsDiffer(
            Remark.InputsDiffer.Reason.DECLINED,
            List.of("A", "B", "C", "D", "E", "F"),
            List.of("/etc/localtime")),
        new Remark.Standstill(12_000),
        new Remark.CauseNotFound(71, 300),
        new Remark.OfProbe(
            new ProbeNote.NeverOverlapped(
                new ProbeNote.Subject("Queue", false),
                List.of(List.of("Push(1)", "Close()"), List.of("Len()", "Close()")))),
        new Remark.OfProbe(
            new ProbeNote.MoreSuspicious(
                new ProbeNote.Subject("Queue", false),
                2,
                List.of(new ProbeNote.OfRule("data-race", List.of("queue.go:7"))))),
        new Remark.OfProbe(
            new ProbeNote.Dismissed(
                List.of(
                    new ProbeNote.DismissedFor(
                        ProbeNote.Why.SEQUENTIAL,
                        List.of(
                            new ProbeNote.OfType(new ProbeNote.Subject("Queue", false), 18)))))),
        new Remark.OfProbe(
            new ProbeNote.TimeSpent(
                List.of(new ProbeNote.PhaseTime(ProbeNote.Phase.WRITING, 1_600)))),
        new Remark.Withheld(1),
        new Remark.UnreadableLines("leaks.log", 2),
        new Remark.Revived("leaks.log", 1),
        new Remark.CorpusOnly("shard-1"),
        new Remark.Message("a message"),
        new Remark.Of("shard-2", new Remark.Silenced(1)));
  }
}
