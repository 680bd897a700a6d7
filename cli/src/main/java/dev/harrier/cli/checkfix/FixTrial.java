package dev.harrier.cli.checkfix;

import dev.harrier.cli.exploring.ReplayCodes;
import dev.harrier.cli.exploring.ScheduleExploration;
import dev.harrier.cli.exploring.Witnesses;
import dev.harrier.cli.exploring.Workers;
import dev.harrier.cli.output.SuppressionFilter;
import dev.harrier.cli.process.Progress;
import dev.harrier.explore.confirm.SightingGuide;
import dev.harrier.explore.execute.Exit;
import dev.harrier.explore.execute.Limits;
import dev.harrier.explore.execute.Watch;
import dev.harrier.explore.guide.Guide;
import dev.harrier.explore.loop.Discovery;
import dev.harrier.explore.loop.Outcome;
import dev.harrier.explore.replay.Replay;
import dev.harrier.explore.replay.ReplayCode;
import dev.harrier.explore.schedule.Conditions;
import dev.harrier.explore.schedule.Schedule;
import dev.harrier.explore.target.Target;
import dev.harrier.explore.transfer.CauseTrial;
import dev.harrier.explore.transfer.PlanTransfer;
import dev.harrier.explore.worker.Job;
import dev.harrier.explore.worker.Result;
import dev.harrier.explore.worker.Worker;
import dev.harrier.explore.worker.WorkerException;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.fix.FixCheck;
import dev.harrier.model.fix.FixVerdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Tries to show a finding with the changed program. */
final class FixTrial {
  private static final int REPLAYS = 10;

  /** A test that fails so often in the default order is taken for one that always does. */
  private static final int ORDINARY = 2;

  /** So many executions at least, and so many times those that it took before. */
  private static final long LEAST = 500;

  private static final long TIMES = 10;

  /** A smaller chance that a silence is luck is as good as none, where the cause is ordered. */
  private static final double LUCK = 0.001;

  /** So many sightings are enough to know how frequent the finding was. */
  private static final long ENOUGH = 20;

  private static final Limits LIMITS = Limits.of(Duration.ofSeconds(10));

  private final ScheduleExploration exploration;
  private final SuppressionFilter suppressions;
  private final Watch watch;
  private final KnownFindings known;
  private final ReplayCode code;
  private final Schedule.Controlled schedule;
  private final Finding sought;
  private final Duration time;
  private final BooleanSupplier stop;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<Finding> shown = new ArrayList<>();

  private Optional<FixCheck.Replay> replay = Optional.empty();
  private Optional<FixCheck.AtCause> atCause = Optional.empty();
  private Optional<FixCheck.Search> before = Optional.empty();
  private Optional<FixCheck.Search> after = Optional.empty();
  private long replayed;
  private long events;

  /**
   * @param code how the finding was made
   * @param schedule that showed it
   * @param time for all explorations
   */
  FixTrial(
      ScheduleExploration exploration,
      SuppressionFilter suppressions,
      Watch watch,
      KnownFindings known,
      Finding sought,
      ReplayCode code,
      Schedule.Controlled schedule,
      Duration time) {
    this.exploration = exploration;
    this.suppressions = suppressions;
    this.watch = watch;
    this.known = known;
    this.sought = sought;
    this.code = code;
    this.schedule = schedule;
    this.time = time;
    this.stop = exploration.shutdown()::isRequested;
  }

  Optional<FixCheck.Replay> replay() {
    return replay;
  }

  Optional<FixCheck.AtCause> atCause() {
    return atCause;
  }

  Optional<FixCheck.Search> before() {
    return before;
  }

  Optional<FixCheck.Search> after() {
    return after;
  }

  /** The findings that the verdict is about. */
  List<Finding> shown() {
    return List.copyOf(shown);
  }

  /** All explorations. */
  List<Outcome> outcomes() {
    return List.copyOf(outcomes);
  }

  /** Executions that did not explore. */
  long replayed() {
    return replayed;
  }

  /** Events of those. */
  long events() {
    return events;
  }

  /**
   * Does all of it.
   *
   * @param old the target before the change, if its program is there
   * @param changed the same with the change
   */
  FixVerdict run(Optional<Target> old, Target changed) throws WorkerException {
    Function<Target, Optional<Target>> former = _ -> old;
    try (Worker worker =
            Workers.factory(
                    exploration.installation(),
                    exploration.directory(),
                    watch,
                    CauseTrial.observed())
                .get();
        Progress progress = new Progress(exploration.context())) {
      progress.say("replaying " + changed.shown());
      Optional<FixVerdict> failure = ordinary(worker, changed);
      if (failure.isPresent()) {
        return failure.get();
      }
      replay(worker, old, changed, schedule(old));
      if (shown.isEmpty() && old.isPresent()) {
        direct(worker, old.get(), changed);
      }
    }
    if (!shown.isEmpty()) {
      return new FixVerdict.StillThere();
    }
    old.ifPresent(this::measure);
    if (before.isEmpty()) {
      long first = sought.sightings().firstExecution();
      before = first == 0 ? Optional.empty() : Optional.of(new FixCheck.Search(first, 1, false));
    }
    return explore(former, changed);
  }

  /** Whether the test fails without any schedule, and shows nothing. */
  private Optional<FixVerdict> ordinary(Worker worker, Target changed) throws WorkerException {
    String detail = "";
    for (int i = 0; i < ORDINARY; i++) {
      Result result = run(worker, new Job(changed, schedule.inDefaultOrder(), LIMITS, false));
      boolean passed = result.exit().equals(new Exit.Exited(0)) && result.failedTests().isEmpty();
      boolean seen =
          result.findings().stream()
              .anyMatch(f -> f.strength() == Strength.OBSERVED && !isFailure(f));
      if (passed || seen || result.exit() instanceof Exit.Cancelled) {
        return Optional.empty();
      }
      detail =
          result
              .output()
              .lines()
              .map(String::strip)
              .filter(l -> l.contains(".go:"))
              .findFirst()
              .orElse("");
    }
    return Optional.of(new FixVerdict.ProgramFails(FixVerdict.Failure.TEST_FAILS, detail));
  }

  private static boolean isFailure(Finding finding) {
    return finding.defect() instanceof Defect.TestFailed;
  }

  private Result run(Worker worker, Job job) throws WorkerException {
    Result result = worker.run(job);
    replayed++;
    events += result.events();
    return result;
  }

  /** That of the finding; if it has none, one that shows it with the program before the change. */
  private Schedule.Controlled schedule(Optional<Target> old) {
    if (sought.witness().schedule().isPresent() || old.isEmpty()) {
      return schedule;
    }
    Counted counted =
        new Counted(known::isSoughtBefore, known::isSoughtBefore, LEAST, Long.MAX_VALUE);
    Outcome outcome = explored(List.of(old.get()), counted, true, time.dividedBy(4));
    return outcome.discoveries().stream()
        .filter(discovery -> known.isSoughtBefore(discovery.finding()))
        .map(Discovery::best)
        .filter(Schedule.Controlled.class::isInstance)
        .map(Schedule.Controlled.class::cast)
        .findFirst()
        .orElse(schedule);
  }

  private void replay(
      Worker worker, Optional<Target> old, Target changed, Schedule.Controlled schedule)
      throws WorkerException {
    Job job = new Job(changed, schedule, LIMITS, true);
    PlanTransfer.Transferred carried =
        old.isEmpty()
            ? new PlanTransfer.Transferred(schedule, Map.of(), schedule.plan().entries().size())
            : new PlanTransfer(worker, stop)
                .transfer(new Job(old.get(), schedule, LIMITS, false), job, schedule);
    int runs = 0;
    int seen = 0;
    Optional<Finding> found = Optional.empty();
    while (runs < REPLAYS && !stop.getAsBoolean()) {
      Result result = run(worker, job.with(carried.schedule()));
      if (result.exit() instanceof Exit.Cancelled) {
        break;
      }
      runs++;
      Optional<Finding> again =
          result.findings().stream()
              .map(finding -> Replay.judge(finding, result))
              .filter(known::isSought)
              .findFirst();
      seen += again.isPresent() ? 1 : 0;
      found = again.or(() -> last(shown));
      shown.clear();
      found.ifPresent(shown::add);
    }
    replay =
        Optional.of(
            new FixCheck.Replay(carried.matched(), carried.decisions(), old.isEmpty(), seen, runs));
    Witness.Reproduction rate = new Witness.Reproduction(seen, runs);
    shown.replaceAll(finding -> finding.with(witness(changed, carried, finding, rate)));
  }

  /** Whether what decided can still happen. */
  private void direct(Worker worker, Target old, Target changed) throws WorkerException {
    if (!(sought.witness().cause().orElse(null) instanceof Cause.Orders orders)) {
      return;
    }
    CauseTrial trial = new CauseTrial(worker, stop, this::directed);
    atCause =
        trial.of(
            new Job(old, schedule, LIMITS, false),
            new Job(changed, schedule, LIMITS, true),
            schedule,
            orders);
  }

  private void directed(Result result) {
    replayed++;
    events += result.events();
    result.findings().stream()
        .map(finding -> Replay.judge(finding, result))
        .filter(known::isSought)
        .findFirst()
        .filter(_ -> shown.isEmpty())
        .ifPresent(shown::add);
  }

  private static Optional<Finding> last(List<Finding> findings) {
    return findings.isEmpty() ? Optional.empty() : Optional.of(findings.getLast());
  }

  private Witness witness(
      Target changed,
      PlanTransfer.Transferred carried,
      Finding finding,
      Witness.Reproduction rate) {
    return new Witness(
        new Rerun.ReplayStored(finding.fingerprint().substring(0, 8)),
        Optional.of(codes().of(changed, carried.schedule(), finding.fingerprint()).toString()),
        Optional.of(rate),
        finding.witness().interleaving(),
        Optional.empty());
  }

  private ReplayCodes codes() {
    return new ReplayCodes(
        code.build(), code.arguments(), exploration.installation().go().version().toString());
  }

  private Conditions conditions() {
    return Conditions.of(schedule.conditions().procs(), schedule.conditions().network());
  }

  /** How frequent the finding was before the change, in the same kind of exploration. */
  private void measure(Target old) {
    Counted counted = new Counted(known::isSoughtBefore, _ -> false, wanted(), ENOUGH);
    Outcome _ = explored(List.of(old), counted, false, time.dividedBy(4));
    known.add(
        counted.guide().seen().values().stream().filter(f -> !known.isSoughtBefore(f)).toList());
    if (counted.guide().shown() > 0) {
      before = Optional.of(search(counted.guide(), false));
    }
  }

  /** So many executions are to be silent. */
  private long wanted() {
    long took =
        before
            .map(b -> (b.executions() + b.shown() - 1) / b.shown())
            .orElse(sought.sightings().firstExecution());
    return Math.max(LEAST, TIMES * Math.max(took, sought.sightings().firstExecution()));
  }

  private FixVerdict explore(Function<Target, Optional<Target>> old, Target changed) {
    Counted counted =
        new Counted(known::isSought, finding -> !known.isOld(finding), wanted(), Long.MAX_VALUE);
    long begun = System.nanoTime();
    Duration most = time.dividedBy(2);
    Outcome outcome = explored(List.of(changed), counted, true, most);
    boolean every = outcome.complete().contains(changed);
    Optional<FixVerdict> verdict = verdict(old, outcome, counted.guide());
    long executions = counted.guide().executions();
    long seen = counted.guide().shown();
    Duration left = most.minusNanos(System.nanoTime() - begun);
    if (verdict.isEmpty()
        && !every
        && left.isPositive()
        && counted.guide().isEnumerating(changed)) {
      Counted more =
          new Counted(known::isSought, finding -> !known.isOld(finding), 0, Long.MAX_VALUE);
      Outcome all = exploration.every(List.of(changed), conditions(), more, left, watch);
      outcomes.add(all);
      every = all.complete().contains(changed);
      verdict = verdict(old, all, more.guide());
      executions += more.guide().executions();
      seen += more.guide().shown();
    }
    boolean there = verdict.filter(FixVerdict.StillThere.class::isInstance).isPresent();
    after = Optional.of(new FixCheck.Search(executions, there ? Math.max(1, seen) : 0, every));
    return verdict.orElse(
        every || isOrdered() ? new FixVerdict.Proved(every) : new FixVerdict.NotShownAgain());
  }

  /** Whether what decided can't happen any more, and all else is silent beyond luck. */
  private boolean isOrdered() {
    return atCause.filter(FixCheck.AtCause::isOrdered).isPresent()
        && FixCheck.silenceByLuck(before, after).orElse(1) < LUCK;
  }

  private Optional<FixVerdict> verdict(
      Function<Target, Optional<Target>> old, Outcome outcome, SightingGuide guide) {
    for (Discovery discovery : outcome.discoveries()) {
      Finding finding = witnessed(discovery);
      if (known.isSought(finding)
          && (finding.strength().isProven() || !sought.strength().isProven())) {
        shown.add(finding);
        return Optional.of(new FixVerdict.StillThere());
      }
    }
    Optional<Finding> suspected =
        sought.strength().isProven()
            ? Optional.empty()
            : guide.seen().values().stream().filter(known::isSought).findFirst();
    if (suspected.isPresent()) {
      shown.add(suspected.get());
      return Optional.of(new FixVerdict.StillThere());
    }
    for (Discovery discovery : outcome.discoveries()) {
      Finding finding = witnessed(discovery);
      if (finding.strength().isProven()
          && !known.isSought(finding)
          && !known.isOld(finding)
          && !suppressions.apply(List.of(finding)).kept().isEmpty()
          && old.apply(discovery.target()).map(target -> isNew(finding, target)).orElse(true)) {
        shown.add(finding);
        return Optional.of(new FixVerdict.AnotherOne(finding.fingerprint()));
      }
    }
    return Optional.empty();
  }

  /**
   * Looks for new findings in other tests, as long as for the finding in its own.
   *
   * @param old a target before the change, if its program can be had
   */
  Others others(List<Target> targets, Function<Target, Optional<Target>> old) {
    Counted counted =
        new Counted(
            _ -> false,
            finding -> !known.isOld(finding) && !known.isSought(finding),
            LEAST,
            Long.MAX_VALUE);
    Outcome outcome = explored(targets, counted, true, time.dividedBy(4));
    return new Others(counted.guide().executions(), verdict(old, outcome, counted.guide()));
  }

  /** What other tests showed. */
  record Others(long executions, Optional<FixVerdict> another) {}

  private Finding witnessed(Discovery discovery) {
    Finding reported = discovery.reported();
    return reported.with(Witnesses.of(codes(), discovery, reported.fingerprint()));
  }

  /**
   * Whether the program before the change does not show a finding, as long as that is looked for.
   */
  private boolean isNew(Finding finding, Target old) {
    KnownFindings same = new KnownFindings(finding);
    long executions = Math.max(LEAST, TIMES * finding.sightings().firstExecution());
    Counted counted = new Counted(same::isSoughtBefore, _ -> false, executions, 1);
    Outcome _ = explored(List.of(old), counted, false, time.dividedBy(4));
    if (counted.guide().shown() > 0) {
      known.add(List.of(finding));
      return false;
    }
    return true;
  }

  private Outcome explored(List<Target> targets, Counted counted, boolean first, Duration most) {
    Outcome outcome =
        exploration.fuzz(targets, conditions(), schedule.mayFail(), counted, first, most, watch);
    outcomes.add(outcome);
    return outcome;
  }

  private static FixCheck.Search search(SightingGuide guide, boolean every) {
    return new FixCheck.Search(guide.executions(), guide.shown(), every);
  }

  /** Puts a counting guide around another one, and remembers it. */
  private final class Counted implements UnaryOperator<Guide> {
    private final Predicate<Finding> sought;
    private final Predicate<Finding> interesting;
    private final long executions;
    private final long enough;
    private final Predicate<Finding> explains = known::isSoughtBefore;
    private Optional<SightingGuide> guide = Optional.empty();

    Counted(
        Predicate<Finding> sought, Predicate<Finding> interesting, long executions, long enough) {
      this.sought = sought;
      this.interesting = interesting;
      this.executions = executions;
      this.enough = enough;
    }

    @Override
    public Guide apply(Guide inner) {
      SightingGuide counting =
          new SightingGuide(inner, sought, interesting, explains, executions, enough);
      guide = Optional.of(counting);
      return counting;
    }

    SightingGuide guide() {
      return guide.orElseThrow();
    }
  }
}
