package dev.harrier.report;

import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Footprint;
import dev.harrier.model.finding.Headcount;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Sightings;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.List;
import java.util.Optional;

/** Findings of the sample reports that need many words. */
final class SampleFindings {
  private SampleFindings() {}

  /** A race of two goroutines, one of which was started at {@code go}. */
  static Finding race(Site write, Site read, Access.Launch go) {
    return Finding.of(
        new Rule("data-race", "data race", "Guard every access with the same lock."),
        Strength.OBSERVED,
        new Defect.Race(
            "hits",
            new Access(true, false, Location.of(write), Optional.of(go)),
            new Access(false, true, Location.of(read), Optional.empty()),
            false),
        Location.of(write),
        "TestFind",
        Explanation.of(
            List.of(
                racer(19, Participant.Part.WRITES, write), racer(18, Participant.Part.READS, read)),
            new Evidence.AccessesNotOrdered()),
        "5e6f");
  }

  /** A send that panics, and the same pair of places as a race. */
  static List<Finding> overtakenSend(Site send, Site close) {
    Finding race = race(send, close, new Access.Launch(Location.of(close), "go"));
    return List.of(
        race.with(new Defect.SentOnClosed(Optional.of(close))),
        race.with(
            new Defect.UnorderedClose(Location.of(send), Location.of(close), Optional.empty())));
  }

  private static Participant racer(long id, Participant.Part part, Site at) {
    return new Participant(
        new GoroutineId(id),
        part,
        new Participant.Condition.Running(),
        List.of(),
        new Stack(List.of(at), false),
        Stack.EMPTY,
        GoroutineId.NONE,
        List.of());
  }

  /**
   * A leak that a binary or a profile of production reports.
   *
   * @param proved by the collector
   */
  static Finding inProduction(
      BlockReason reason, boolean proved, Footprint footprint, Site blocked, Site creator) {
    return new Finding(
        SampleReports.LEAK,
        proved ? Strength.OBSERVED : Strength.SUSPICIOUS,
        new Defect.LeakedInProduction(
            reason,
            proved ? Optional.of(new Defect.Awaited(ObjectKind.CHANNEL, 0)) : Optional.empty(),
            proved ? "chan find.Answer" : "",
            proved,
            footprint,
            proved
                ? List.of(
                    new Headcount(1_769_904_000_000L, 3, 16_384),
                    new Headcount(1_769_904_600_000L, 1_014, 5_300_000))
                : List.of()),
        Location.of(blocked),
        "",
        Explanation.of(
            List.of(
                new Participant(
                    proved ? new GoroutineId(19) : GoroutineId.NONE,
                    proved ? Participant.Part.STUCK : Participant.Part.PROFILED,
                    new Participant.Condition.Blocked(reason, blocked),
                    List.of(),
                    new Stack(List.of(blocked), false),
                    new Stack(List.of(creator), true),
                    GoroutineId.NONE,
                    List.of())),
            proved ? new Evidence.Unreachable() : new Evidence.BlockedWhenProfiled()),
        Witness.NONE,
        proved ? "1a2b" : "3c4d",
        new Sightings(Math.toIntExact(footprint.goroutines()), 0));
  }
}
