package dev.harrier.cli.checkfix;

import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.exploring.Witnesses;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.explore.confirm.SightingGuide;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.guide.GuideAround;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.transfer.CauseTrial;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Explores the program before and after the change: how frequent the finding was, and whether it or
 * another one can still be shown.
 */
final class FixSearch {
  /**
   * The changed code has at least so many executions, and TIMES as many as the finding took before.
   */
  private static final long LEAST = 500;

  private static final long TIMES = 10;

  /** A smaller chance that a silence is luck is as good as none, where the cause is ordered. */
  private static final double LUCK = 0.001;

  /** How many sightings are enough to know how frequent the finding was. */
  private static final long ENOUGH = 20;

  private final ScheduleExploration exploration;
  private final SuppressionFilter suppressions;
  private final Watch watch;
  private final KnownFindings known;
  private final Finding sought;
  private final ReplayCodes codes;
  private final Schedule.Controlled schedule;
  private final Duration time;
  private final List<Outcome> outcomes = new ArrayList<>();
  private Optional<Finding> shown = Optional.empty();
  private Optional<FixCheck.Search> before = Optional.empty();
  private Optional<FixCheck.Search> after = Optional.empty();
  private List<Finding> left = List.of();
  private Optional<Finding> suspected = Optional.empty();

  /**
   * @param codes makes the replay strings of what is shown
   * @param schedule that showed the finding
   * @param time for all explorations
   */
  FixSearch(
      ScheduleExploration exploration,
      SuppressionFilter suppressions,
      Watch watch,
      KnownFindings known,
      Finding sought,
      ReplayCodes codes,
      Schedule.Controlled schedule,
      Duration time) {
    this.exploration = exploration;
    this.suppressions = suppressions;
    this.watch = watch;
    this.known = known;
    this.sought = sought;
    this.codes = codes;
    this.schedule = schedule;
    this.time = time;
  }

  /** The finding that the last verdict is about. */
  Optional<Finding> shown() {
    return shown;
  }

  Optional<FixCheck.Search> before() {
    return before;
  }

  Optional<FixCheck.Search> after() {
    return after;
  }

  /** The finding as it was shown again, if that is only suspicious. */
  Optional<Finding> suspected() {
    return suspected;
  }

  /** Other findings that the program had before, and that its test still shows. */
  List<Finding> left() {
    return left;
  }

  /** All explorations. */
  List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  /** That of the finding; if it has none, one that shows it with the program before the change. */
  Schedule.Controlled schedule(Optional<Target> old) {
    if (sought.witness().schedule().isPresent() || old.isEmpty()) {
      return schedule;
    }
    GuideAround<SightingGuide> counted =
        counted(known::isSoughtBefore, known::isSoughtBefore, LEAST, Long.MAX_VALUE);
    Outcome outcome = explored(List.of(old.get()), counted, true, time.dividedBy(4));
    return outcome.discoveries().stream()
        .filter(discovery -> known.isSoughtBefore(discovery.finding()))
        .map(Discovery::best)
        .filter(Schedule.Controlled.class::isInstance)
        .map(Schedule.Controlled.class::cast)
        .findFirst()
        .orElse(schedule);
  }

  private Conditions conditions() {
    return Conditions.of(schedule.conditions().procs(), schedule.conditions().network());
  }

  /** How frequent the finding was before the change, in the same kind of exploration. */
  void measure(Optional<Target> old) {
    old.ifPresent(this::measured);
    if (before.isEmpty()) {
      long first = sought.sightings().firstExecution();
      before = first == 0 ? Optional.empty() : Optional.of(new FixCheck.Search(first, 1, false));
    }
  }

  private void measured(Target old) {
    GuideAround<SightingGuide> counted =
        counted(known::isSoughtBefore, _ -> false, wanted(), ENOUGH);
    Outcome _ = explored(List.of(old), counted, false, time.dividedBy(4));
    SightingGuide counts = counted.guide().orElseThrow();
    known.add(counts.seen().values().stream().filter(f -> !known.isSoughtBefore(f)).toList());
    if (counts.shown() > 0) {
      before = Optional.of(search(counts, false));
    }
  }

  /** How many executions must not show the finding. */
  private long wanted() {
    long took =
        before
            .map(b -> (b.executions() + b.shown() - 1) / b.shown())
            .orElse(sought.sightings().firstExecution());
    return Math.max(LEAST, TIMES * Math.max(took, sought.sightings().firstExecution()));
  }

  /**
   * Looks for the finding, and for others, in its own test.
   *
   * @param former the target before the change, if its program is there
   * @param atCause what is known of the cause in the changed program
   */
  FixVerdict explore(Optional<Target> former, Target changed, Optional<FixCheck.AtCause> atCause) {
    Function<Target, Optional<Target>> old = _ -> former;
    GuideAround<SightingGuide> counted =
        counted(known::isSought, finding -> !known.isOld(finding), wanted(), Long.MAX_VALUE);
    long begun = System.nanoTime();
    Duration most = time.dividedBy(2);
    Outcome outcome = explored(List.of(changed), counted, true, most);
    SightingGuide counts = counted.guide().orElseThrow();
    boolean every = outcome.complete().contains(changed);
    Optional<FixVerdict> verdict = verdict(old, outcome, counts);
    left =
        counts.seen().values().stream()
            .filter(finding -> finding.strength().isProven() && known.isOld(finding))
            .toList();
    suspected = suspected(counts);
    long executions = counts.executions();
    long seen = counts.shown();
    Duration rest = most.minusNanos(System.nanoTime() - begun);
    if (verdict.isEmpty() && !every && rest.isPositive() && counts.isEnumerating(changed)) {
      GuideAround<SightingGuide> more =
          counted(known::isSought, finding -> !known.isOld(finding), 0, Long.MAX_VALUE);
      Outcome all = exploration.every(List.of(changed), conditions(), more, rest, watch);
      outcomes.add(all);
      SightingGuide also = more.guide().orElseThrow();
      every = all.complete().contains(changed);
      verdict = verdict(old, all, also);
      executions += also.executions();
      seen += also.shown();
    }
    boolean there = verdict.filter(FixVerdict.StillThere.class::isInstance).isPresent();
    after = Optional.of(new FixCheck.Search(executions, there ? Math.max(1, seen) : 0, every));
    return verdict.orElse(
        every || isOrdered(atCause)
            ? new FixVerdict.Proved(every)
            : new FixVerdict.NotShownAgain());
  }

  /** The sought one, but only as what proves nothing. */
  private Optional<Finding> suspected(SightingGuide counts) {
    return counts.seen().values().stream()
        .filter(finding -> known.isAlike(finding) && !known.isSought(finding))
        .findFirst();
  }

  /** Whether what decided can't happen any more, and all else is silent beyond luck. */
  private boolean isOrdered(Optional<FixCheck.AtCause> atCause) {
    return atCause
            .filter(FixCheck.AtCause::isOrdered)
            .filter(cause -> cause.executions() >= CauseTrial.EXECUTIONS)
            .isPresent()
        && FixCheck.silenceByLuck(before, after).orElse(1) < LUCK;
  }

  private Optional<FixVerdict> verdict(
      Function<Target, Optional<Target>> old, Outcome outcome, SightingGuide guide) {
    for (Discovery discovery : outcome.discoveries()) {
      Finding finding = witnessed(discovery);
      if (known.isSought(finding)
          && (finding.strength().isProven() || !sought.strength().isProven())) {
        shown = Optional.of(finding);
        return Optional.of(new FixVerdict.StillThere());
      }
    }
    Optional<Finding> suspected =
        sought.strength().isProven()
            ? Optional.empty()
            : guide.seen().values().stream().filter(known::isSought).findFirst();
    if (suspected.isPresent()) {
      shown = suspected;
      return Optional.of(new FixVerdict.StillThere());
    }
    for (Discovery discovery : outcome.discoveries()) {
      Finding finding = witnessed(discovery);
      if (finding.strength().isProven()
          && !known.isSought(finding)
          && !known.isOld(finding)
          && !suppressions.apply(List.of(finding)).kept().isEmpty()
          && old.apply(discovery.target()).map(target -> isNew(finding, target)).orElse(true)) {
        shown = Optional.of(finding);
        return Optional.of(new FixVerdict.AnotherOne(finding.fingerprint()));
      }
    }
    return Optional.empty();
  }

  /**
   * Looks for the finding and for new ones in other tests, as long as in its own: what is left of
   * the defect there is not fixed.
   *
   * @param old a target before the change, if its program can be had
   */
  OtherTests others(List<Target> targets, Function<Target, Optional<Target>> old) {
    GuideAround<SightingGuide> counted =
        counted(known::isSought, finding -> !known.isOld(finding), LEAST, Long.MAX_VALUE);
    Outcome outcome = explored(targets, counted, true, time.dividedBy(4));
    SightingGuide counts = counted.guide().orElseThrow();
    suspected = suspected.or(() -> suspected(counts));
    return new OtherTests(counts.executions(), verdict(old, outcome, counts));
  }

  /** What other tests showed. */
  record OtherTests(long executions, Optional<FixVerdict> another) {}

  private Finding witnessed(Discovery discovery) {
    Finding reported = discovery.reported();
    return reported.with(Witnesses.of(codes, discovery, reported.fingerprint()));
  }

  /**
   * Whether the program before the change does not show a finding, as long as that is looked for.
   */
  private boolean isNew(Finding finding, Target old) {
    KnownFindings same = new KnownFindings(finding);
    long executions = Math.max(LEAST, TIMES * finding.sightings().firstExecution());
    GuideAround<SightingGuide> counted = counted(same::isSoughtBefore, _ -> false, executions, 1);
    Outcome _ = explored(List.of(old), counted, false, time.dividedBy(4));
    SightingGuide counts = counted.guide().orElseThrow();
    if (counts.shown() > 0) {
      known.add(List.of(finding));
      return false;
    }
    return true;
  }

  private Outcome explored(
      List<Target> targets, GuideAround<SightingGuide> guide, boolean first, Duration most) {
    Outcome outcome =
        exploration.fuzz(targets, conditions(), schedule.mayFail(), guide, first, most, watch);
    outcomes.add(outcome);
    return outcome;
  }

  private static FixCheck.Search search(SightingGuide guide, boolean every) {
    return new FixCheck.Search(guide.executions(), guide.shown(), every);
  }

  /**
   * Counts the executions that show a finding.
   *
   * @param counts whether it is the one
   * @param interesting whether a schedule that shows a finding gets a proof
   * @param executions of a target, unless all its schedules are gone through
   * @param enough executions that show it
   */
  private GuideAround<SightingGuide> counted(
      Predicate<Finding> counts, Predicate<Finding> interesting, long executions, long enough) {
    return new GuideAround<>(inner ->
        new SightingGuide(
            inner,
            counts,
            interesting,
            known::isSoughtBefore,
            known::isConsequence,
            executions,
            enough));
  }
}
