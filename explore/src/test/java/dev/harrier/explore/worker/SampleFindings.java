package dev.harrier.explore.worker;

import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;

/** Observed findings as runs of a package m make them. */
public final class SampleFindings {
  private SampleFindings() {}

  /** Two accesses of one goroutine's code to x, in these files. */
  public static Finding race(String first, String second) {
    Location place = place(first);
    return of(
        "data-race",
        new Defect.Race("x", access(place), access(place(second)), true),
        place,
        List.of(),
        List.of());
  }

  /** A test that is deadlocked at that place, its goroutine with these frames. */
  public static Finding deadlocked(Site place, Site... frames) {
    return of(
        "global-deadlock",
        new Defect.Deadlocked(true, BlockReason.SELECT, 0),
        Location.of(place),
        List.of(participant(frames)),
        List.of());
  }

  /** The same, and the second access is in code that was called as these frames say. */
  public static Finding race(String first, Site... second) {
    Location place = place(first);
    return of(
        "data-race",
        new Defect.Race("x", access(place), access(Location.of(second[0])), true),
        place,
        List.of(participant(second)),
        List.of());
  }

  /** A nil channel that is closed. */
  public static Finding closedNil() {
    return of("double-close", new Defect.ClosedNil(), place("m.go"), List.of(), List.of());
  }

  /** A channel that is closed again, in that file. */
  public static Finding closedTwice(String file) {
    return of(
        "double-close",
        new Defect.ClosedTwice(Optional.empty()),
        place(file),
        List.of(),
        List.of());
  }

  /** A test at its time limit, next to a goroutine that is blocked. */
  public static Finding timedOut(BlockReason other, Evidence... evidence) {
    Participant still =
        new Participant(
            new GoroutineId(9),
            Participant.Part.STILL_THERE,
            new Participant.Condition.Blocked(other, Site.UNKNOWN),
            List.of(),
            Stack.EMPTY,
            Stack.EMPTY,
            GoroutineId.NONE,
            List.of());
    return of(
        "test-timeout",
        new Defect.TimedOut(Optional.of(BlockReason.CHAN_RECEIVE)),
        place("m_test.go"),
        List.of(still),
        List.of(evidence));
  }

  /** A test that waits for ever, in that file. */
  public static Finding deadlocked(String file) {
    return of(
        "global-deadlock",
        new Defect.Deadlocked(true, BlockReason.CHAN_RECEIVE, 0),
        place(file),
        List.of(),
        List.of());
  }

  /** A wait group that is never done, in that file. */
  public static Finding neverDone(String file, Evidence... evidence) {
    return of(
        "waitgroup-stuck", new Defect.NeverDone(3, 2), place(file), List.of(), List.of(evidence));
  }

  /** A panic of the program's own, in that file. */
  public static Finding panic(String file) {
    return of(
        "test-panic", new Defect.Crashed(false, "too slow"), place(file), List.of(), List.of());
  }

  /** A panic of a goroutine with these frames, given as function and file, innermost first. */
  public static Finding panicIn(Site... frames) {
    return panicSaying("runtime error: no answer", frames);
  }

  /** The same with a text. */
  public static Finding panicSaying(String text, Site... frames) {
    return of(
        "test-panic",
        new Defect.Crashed(false, text),
        Location.of(frames[0]),
        List.of(participant(frames)),
        List.of());
  }

  /** A goroutine that locks twice, with these frames. */
  public static Finding lockedTwice(Site... frames) {
    return of(
        "double-lock",
        new Defect.LockedTwice(Defect.LockedTwice.Again.LOCK_UNDER_LOCK, frames[0]),
        Location.of(frames[0]),
        List.of(participant(frames)),
        List.of());
  }

  private static Participant participant(Site... frames) {
    return new Participant(
        new GoroutineId(9),
        Participant.Part.STUCK,
        new Participant.Condition.Blocked(BlockReason.OTHER, frames[0]),
        List.of(),
        new Stack(List.of(frames), false),
        Stack.EMPTY,
        new GoroutineId(1),
        List.of());
  }

  /** A test that fails by its own assertion. */
  public static Finding testFailed() {
    return of(
        "test-failure", new Defect.TestFailed("leaked"), place("m_test.go"), List.of(), List.of());
  }

  private static Finding of(
      String rule,
      Defect defect,
      Location place,
      List<Participant> participants,
      List<Evidence> evidence) {
    return Finding.of(
        new Rule(rule, rule, "Mend it."),
        Strength.OBSERVED,
        defect,
        place,
        "TestNext",
        new Explanation(participants, List.of(), List.of(), evidence, List.of(), Optional.empty()),
        "0123456789abcdef");
  }

  private static Access access(Location place) {
    return new Access(true, false, place, Optional.empty());
  }

  private static Location place(String file) {
    return new Location(file, 3, 1, "m.TestNext", "m");
  }
}
