package dev.harrier.cli.probe;

import dev.harrier.explore.loop.Interest.Worth;
import dev.harrier.model.ending.ProbeNote;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Fix;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.Site;
import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Says what the findings of generated tests are worth. What the calls of a scenario also do one
 * after the other is not a finding of the scenario; what no promise allows is only suspicious.
 */
final class ScenarioJudge {
  private static final Rule NON_LINEARIZABLE =
      new Rule(
          "non-linearizable",
          "concurrent calls return what no order of them returns",
          "Hold the lock from the check to the act, or read and change together what must agree:"
              + " the interleaving shows where one call ran between two steps of another.");

  private final Map<String, Probe.Scenario> byTest = new HashMap<>();

  /** By test, as users know them. */
  private final Map<String, ProbeNote.Subject> types = new HashMap<>();

  private final CallSites calls;
  private final CallContracts contracts;
  private final Orders orders;

  /** Where something goes wrong one after the other, with the tests of orders that show it. */
  private final Map<String, Set<String>> sequential = new HashMap<>();

  private final boolean each;
  private volatile List<Finding> withheld = List.of();
  private volatile List<ProbeNote.DismissedFor> dismissed = List.of();

  /**
   * @param orders what the calls do one after the other
   * @param baseline what goes wrong there
   * @param each whether each suspicious finding is reported, not only the plainest of each type
   */
  ScenarioJudge(
      List<Probe> probes, Orders orders, Collection<OrderRuns.Wrong> baseline, boolean each) {
    this.each = each;
    calls = new CallSites(probes, orders);
    contracts = new CallContracts(probes, orders);
    for (Probe probe : probes) {
      for (Probe.Scenario scenario : probe.scenarios()) {
        byTest.put(scenario.test(), scenario);
        types.put(scenario.test(), named(scenario.type(), probe, probes));
      }
    }
    this.orders = orders;
    baseline.forEach(
        wrong -> sequential.merge(place(wrong.finding()), wrong.tests(), ScenarioJudge::union));
  }

  /** All of two sets, of which an empty one stands for any. */
  private static Set<String> union(Set<String> a, Set<String> b) {
    Set<String> all = new HashSet<>(a);
    all.addAll(b);
    return a.isEmpty() || b.isEmpty() ? Set.of() : Set.copyOf(all);
  }

  private static String place(Finding finding) {
    Location at = finding.location();
    return finding.rule().id() + " " + at.file() + ":" + at.line();
  }

  /**
   * The findings that are the scenarios', with the reasons for each. Of those that are the same in
   * the code of the package, the one with the plainest scenario. A type that is not made to be
   * shared has many suspicious ones, of which one says as much: the others are withheld.
   */
  List<Finding> judged(List<Finding> findings) {
    Map<String, Finding> plainest = new LinkedHashMap<>();
    Map<ProbeNote.Why, Map<ProbeNote.Subject, Long>> without = new TreeMap<>();
    for (Finding finding : findings) {
      judged(finding).ifPresent(judged -> plainest.merge(defect(judged), judged, this::plainer));
      scenario(finding)
          .flatMap(scenario -> dismissal(finding, scenario))
          .ifPresent(why ->
              without
                  .computeIfAbsent(why, _ -> new TreeMap<>())
                  .merge(type(finding), 1L, Long::sum));
    }
    dismissed =
        without.entrySet().stream()
            .map(one -> new ProbeNote.DismissedFor(one.getKey(), ofTypes(one.getValue())))
            .toList();
    Map<ProbeNote.Subject, Finding> ofType = new LinkedHashMap<>();
    List<Finding> reported = new ArrayList<>();
    List<Finding> others = new ArrayList<>();
    for (Finding finding : plainest.values()) {
      if (each || finding.strength().isProven()) {
        reported.add(finding);
      } else {
        Finding first = ofType.putIfAbsent(type(finding), finding);
        if (first != null && isSooner(finding, first)) {
          ofType.put(type(finding), finding);
          others.add(first);
        } else if (first != null) {
          others.add(finding);
        }
      }
    }
    reported.addAll(ofType.values());
    withheld = List.copyOf(others);
    return List.copyOf(reported);
  }

  /** Counts by type, as a note has them. */
  static List<ProbeNote.OfType> ofTypes(Map<ProbeNote.Subject, Long> counts) {
    return counts.entrySet().stream()
        .map(one -> new ProbeNote.OfType(one.getKey(), one.getValue()))
        .toList();
  }

  /** What a finding is worth, as one execution shows it. */
  Worth worth(Finding finding) {
    return judged(finding)
        .map(judged -> judged.strength().isProven() ? Worth.FAILURE : Worth.SUSPICION)
        .orElse(Worth.NOTHING);
  }

  /**
   * Whether a scenario need not be explored further when it has shown a finding. What is not its
   * own, such as a panic that the calls also make one after the other, keeps nothing away; and
   * results that no order gives may be meant.
   */
  boolean suffices(Finding finding) {
    return judged(finding).filter(judged -> !judged.rule().equals(NON_LINEARIZABLE)).isPresent();
  }

  /** One finding, with its reasons, if it is its scenario's. */
  Optional<Finding> judged(Finding finding) {
    return scenario(finding).flatMap(scenario -> judged(finding, scenario));
  }

  private ProbeNote.Subject type(Finding finding) {
    return types.getOrDefault(finding.topLevelTest(), new ProbeNote.Subject("", false));
  }

  /** The type that a scenario calls, as users know it. */
  ProbeNote.Subject type(Probe.Scenario scenario) {
    return types.getOrDefault(scenario.test(), new ProbeNote.Subject(scenario.type(), false));
  }

  /** A type as users know it: with its package where there are others. */
  static ProbeNote.Subject named(String type, Probe of, List<Probe> probes) {
    if (of.hasFunctions(type)) {
      return new ProbeNote.Subject(type, true);
    }
    boolean single = probes.stream().filter(probe -> !probe.types().isEmpty()).count() < 2;
    return new ProbeNote.Subject(single ? type : of.qualified(type), false);
  }

  /**
   * Whether it is reported instead: results that no order gives may be meant, a race rarely is; and
   * a function of the tests may be the reason.
   */
  private static boolean isSooner(Finding finding, Finding than) {
    return doubt(finding) < doubt(than);
  }

  private static int doubt(Finding finding) {
    boolean ofTests =
        finding.explanation().doubts().stream().anyMatch(Doubt.OfTests.class::isInstance);
    return finding.rule().equals(NON_LINEARIZABLE) ? 2 : ofTests ? 1 : 0;
  }

  /** What the last call of {@link #judged} left out, by type. */
  Map<ProbeNote.Subject, List<Finding>> withheld() {
    return withheld.stream()
        .collect(Collectors.groupingBy(this::type, TreeMap::new, Collectors.toList()));
  }

  /** What the last call of {@link #judged} found not to be of a scenario. */
  List<ProbeNote.DismissedFor> dismissed() {
    return dismissed;
  }

  /** The scenario that a finding was made in. */
  Optional<Probe.Scenario> scenario(Finding finding) {
    return Optional.ofNullable(byTest.get(finding.topLevelTest()));
  }

  /** The rule and the places in the code that is called. */
  private static String defect(Finding finding) {
    String places =
        finding.participants().stream()
            .flatMap(p -> p.stack().frames().stream().filter(ScenarioJudge::isCalled).limit(1))
            .map(CallContracts::place)
            .sorted()
            .distinct()
            .collect(Collectors.joining(" "));
    return place(finding) + " " + places;
  }

  /** Whether it is neither of a test nor what runs tests. */
  static boolean isCalled(Site site) {
    return !site.file().endsWith("_test.go") && !site.packagePath().equals("testing");
  }

  /**
   * Whether two findings that were judged are of one defect: what waits may be fewer goroutines
   * where there are fewer calls, and results are of other calls.
   */
  static boolean areSame(Finding a, Finding b) {
    return a.rule().equals(b.rule())
        && (a.rule().equals(NON_LINEARIZABLE)
            || (a.defect() instanceof Defect.Race
                ? defect(a).equals(defect(b))
                : place(a).equals(place(b))));
  }

  private Finding plainer(Finding a, Finding b) {
    return Comparator.comparing((Finding f) -> !f.strength().isProven())
                .thenComparingInt(f -> size(f.topLevelTest()))
                .compare(a, b)
            <= 0
        ? a
        : b;
  }

  /** How much there is to understand. */
  private int size(String test) {
    Probe.Scenario scenario = byTest.get(test);
    return scenario == null ? Integer.MAX_VALUE : 10 * scenario.size() + scenario.setup().size();
  }

  private Optional<Finding> judged(Finding finding, Probe.Scenario scenario) {
    return dismissal(finding, scenario).isPresent()
        ? Optional.empty()
        : Optional.of(
            explained(
                finding.defect() instanceof Defect.TestFailed failed
                    ? unexplained(finding, failed, scenario)
                    : finding,
                scenario));
  }

  /** Why a finding is not its scenario's; empty if it is. */
  private Optional<ProbeNote.Why> dismissal(Finding finding, Probe.Scenario scenario) {
    if (contracts.isUnfounded(finding, scenario)) {
      return Optional.of(ProbeNote.Why.NO_CONTRACT);
    }
    if (finding.defect() instanceof Defect.TestFailed failed) {
      if (orders.unexplained(scenario.test(), failed.message()).isEmpty()) {
        return Optional.of(ProbeNote.Why.SETUP);
      }
      boolean late = !finding.strength().isProven() && isOfTime(finding); // The orders were not.
      return late ? Optional.of(ProbeNote.Why.TIMING) : Optional.empty();
    }
    if (scenario.isOfOneCaller()
        && finding.defect() instanceof Defect.Race
        && finding.participants().stream().noneMatch(contracts::isOwn)) {
      return Optional.of(ProbeNote.Why.SETUP); // It has started the other goroutine.
    }
    if (CallContracts.isServing(scenario) && isLost(finding.defect())) {
      return Optional.of(ProbeNote.Why.ENDED_EARLY);
    }
    if (isOnlySlow(finding)) {
      return Optional.of(ProbeNote.Why.TIMING);
    }
    if (CallContracts.isLeaving(scenario)) {
      boolean left =
          finding.defect() instanceof Defect.Leaked
              && finding.strength().isProven()
              && CallContracts.isOfSender(finding, scenario);
      return unless(left, ProbeNote.Why.SEQUENTIAL);
    }
    if (CallContracts.isEnding(scenario)) {
      boolean left =
          isAboutWaiting(finding.defect())
              && finding.strength().isProven()
              && contracts.isLeftByEnd(finding, scenario)
              && contracts.isEndedWithoutError(scenario);
      return unless(left, ProbeNote.Why.SEQUENTIAL);
    }
    if (goesWrongAnyway(finding, scenario)) {
      return Optional.of(ProbeNote.Why.SEQUENTIAL);
    }
    boolean taken = isOfStuckCall(finding) || isOfLentMemory(finding);
    if ((isOfSetup(finding) && !taken) || isOfFailure(finding)) {
      return Optional.of(ProbeNote.Why.SETUP);
    }
    if (isOfMissingEnd(finding, scenario)) {
      return Optional.of(ProbeNote.Why.NO_END);
    }
    return scenario.nil() && isOfNil(finding)
        ? Optional.of(ProbeNote.Why.NIL)
        : sequentially(finding, scenario);
  }

  /**
   * Whether the calls also do it one after the other. What waits for good in the orders of other
   * calls, such as two that begin and none that ends, may be a bug of these; and so may what waits
   * in some order of these, and should not have waited in this one.
   */
  private boolean goesWrongAnyway(Finding finding, Probe.Scenario scenario) {
    Set<String> tests = sequential.get(place(finding));
    if (tests == null || !isAboutWaiting(finding.defect())) {
      return tests != null;
    }
    return switch (orders.of(scenario.test())) {
      case RETURNS, WAITS -> tests.isEmpty() || tests.contains(scenario.sequential());
      case BLOCKS -> forgotten(finding, scenario).isEmpty();
      case PANICS, UNKNOWN -> true;
    };
  }

  /**
   * Whether goroutines of the object are left that the method which ends it would end: it is not
   * called where it waits for good in some order.
   */
  private boolean isOfMissingEnd(Finding finding, Probe.Scenario scenario) {
    return orders.isEndless(scenario.test())
        && finding.defect() instanceof Defect.Leaked
        && finding.participants().stream().anyMatch(ScenarioJudge::isOfObject);
  }

  /** Whether the setup failed before: nothing has ended the object then. */
  private static boolean isOfFailure(Finding finding) {
    return finding.explanation().doubts().stream()
        .anyMatch(Doubt.TestFailedBefore.class::isInstance);
  }

  /** Whether code relies on a value: where the scenario passes nil, that is its own doing. */
  private static boolean isOfNil(Finding finding) {
    return finding.defect() instanceof Defect.Crashed crashed && Orders.isOfNil(crashed.text());
  }

  /** Whether it did not end in time, and could have: generated calls may be many. */
  private static boolean isOnlySlow(Finding finding) {
    return finding.defect() instanceof Defect.TimedOut && !finding.strength().isProven();
  }

  /**
   * Whether a call that ends a main loop may have come before that has begun, and is lost: the loop
   * waits for good then, as it does one after the other.
   */
  static boolean isLost(Defect defect) {
    boolean circle = defect instanceof Defect.Deadlocked deadlock && deadlock.inCycle() > 1;
    return isAboutWaiting(defect) && !circle;
  }

  /** What the orders of the calls have against a finding: it takes more than they show. */
  private Optional<ProbeNote.Why> sequentially(Finding finding, Probe.Scenario scenario) {
    Defect defect = finding.defect();
    boolean waiting = isAboutWaiting(defect);
    if (CallContracts.isServing(scenario) && waiting) {
      return Optional.empty(); // It is a circle: one after the other, a main loop only waits.
    }
    return switch (orders.of(scenario.test())) {
      // In each order all calls have returned at the end, unless one gives up after some time; a
      // circle of goroutines that wait for each other is no matter of time.
      case RETURNS, WAITS ->
          unless(
              !waiting || defect instanceof Defect.Deadlocked || !isOfTime(finding),
              ProbeNote.Why.TIMING);
      // A pool without workers makes no call return that needs one.
      case BLOCKS ->
          unless(
              !waiting
                  || (!scenario.empty()
                      && !isOfTime(finding)
                      && !forgotten(finding, scenario).isEmpty()),
              ProbeNote.Why.SEQUENTIAL);
      case UNKNOWN -> unless(defect instanceof Defect.Race, ProbeNote.Why.ORDERS_UNKNOWN);
      // One goroutine has no other order.
      case PANICS ->
          unless(
              defect instanceof Defect.Race && !scenario.isOfOneCaller(), ProbeNote.Why.SEQUENTIAL);
    };
  }

  private static Optional<ProbeNote.Why> unless(boolean own, ProbeNote.Why why) {
    return own ? Optional.empty() : Optional.of(why);
  }

  /** The calls that wait and would have returned if they had been made after the others. */
  private List<String> forgotten(Finding finding, Probe.Scenario scenario) {
    boolean isOver =
        finding.participants().stream()
            .noneMatch(p ->
                p.condition() instanceof Participant.Condition.Blocked
                    && !p.stack().frames().isEmpty()
                    && p.stack().frames().getLast().function().endsWith("." + scenario.test()));
    if (isOver) {
      return List.of(); // All calls have returned; what waits is something else.
    }
    Set<Integer> stuck = new TreeSet<>();
    Set<Integer> returned = new HashSet<>();
    for (Participant participant : finding.participants()) {
      // A callback of the test that the object runs elsewhere is no call that waits.
      participant.stack().frames().reversed().stream()
          .limit(1)
          .flatMap(site -> calls.at(site, scenario.test()).stream().boxed())
          .forEach(stuck::add);
    }
    int number = 0;
    for (List<String> goroutine : scenario.calls()) {
      boolean waits = false;
      for (int i = 0; i < goroutine.size(); i++, number++) {
        waits |= stuck.contains(number);
        if (!waits) {
          returned.add(number);
        }
      }
    }
    List<String> all = scenario.calls().stream().flatMap(List::stream).toList();
    return orders.forgotten(scenario.test(), returned, stuck).stream().map(all::get).toList();
  }

  /** Whether timers fire before something that could have run. */
  private static boolean isOfTime(Finding finding) {
    return finding.explanation().doubts().stream()
        .anyMatch(doubt ->
            doubt instanceof Doubt.SlownessAssumed
                || doubt instanceof Doubt.ComputingAssumed
                || doubt instanceof Doubt.ReadyCaseNotTaken);
  }

  /**
   * Whether it goes wrong in a function that was given to the object, such as a callback of the
   * test that the setup is from: code of the object calls it, or started the goroutine. Or in a
   * function of the tests that makes an argument, or a goroutine that the setup started.
   */
  private static boolean isOfSetup(Finding finding) {
    return finding.participants().stream()
        .filter(participant -> participant.part() != Participant.Part.STUCK_BEHIND)
        .anyMatch(participant -> isGiven(participant, finding.topLevelTest()));
  }

  /**
   * Whether a call waits for good in code of the module: a function that was given to the object
   * may wait for the next call meanwhile, as that of a connection that a test has in memory.
   */
  private boolean isOfStuckCall(Finding finding) {
    String test = finding.topLevelTest();
    return isAboutWaiting(finding.defect())
        && finding.participants().stream()
            .filter(participant -> participant.part() != Participant.Part.STUCK_BEHIND)
            .map(participant -> participant.stack().frames())
            .anyMatch(frames -> isInModule(frames) && calls.at(frames.getLast(), test).isPresent());
  }

  /**
   * Whether code of the module changes what a function of the tests reads, which other code of the
   * module has given to it: a batch that the next element overwrites.
   */
  private boolean isOfLentMemory(Finding finding) {
    return finding.defect() instanceof Defect.Race
        && finding.participants().stream().filter(this::readsForModule).count() == 1
        && finding.participants().stream()
            .anyMatch(participant ->
                participant.part() == Participant.Part.WRITES
                    && isInModule(participant.stack().frames()));
  }

  /** Whether the first frame that is not of Go's own code is of the module that is called. */
  private boolean isInModule(List<Site> frames) {
    return frames.stream()
        .filter(site -> !contracts.isOfGo(site))
        .limit(1)
        .anyMatch(contracts::isOfCall);
  }

  private boolean readsForModule(Participant participant) {
    List<Site> frames = participant.stack().frames();
    return participant.part() == Participant.Part.READS
        && !frames.isEmpty()
        && !isCalled(frames.getFirst())
        && frames.stream().anyMatch(contracts::isOfCall);
  }

  private static boolean isGiven(Participant participant, String test) {
    List<Site> frames = participant.stack().frames();
    return !frames.isEmpty()
        && !isCalled(frames.getFirst())
        && (!ProbeFiles.isGenerated(frames.getFirst().file())
            || frames.stream().anyMatch(ScenarioJudge::isCalled)
            || isOfObject(participant)
            || isOfSetup(participant, test));
  }

  /** Whether the function that makes the object started the goroutine, not its test. */
  private static boolean isOfSetup(Participant participant, String test) {
    List<Site> made = participant.createdAt().frames();
    return !made.isEmpty()
        && ProbeFiles.isGenerated(made.getFirst().file())
        && !made.getFirst().function().endsWith("." + test);
  }

  /** Whether it says that something does not continue. */
  private static boolean isAboutWaiting(Defect defect) {
    return switch (defect) {
      case Defect.Leaked _,
          Defect.Deadlocked _,
          Defect.NeverSignaled _,
          Defect.NeverDone _,
          Defect.NeverUnlocked _,
          Defect.TimedOut _ ->
          true;
      default -> false;
    };
  }

  private Finding unexplained(Finding finding, Defect.TestFailed failed, Probe.Scenario scenario) {
    Orders.Unexplained unexplained =
        orders.unexplained(scenario.test(), failed.message()).orElseThrow();
    return new Finding(
        NON_LINEARIZABLE,
        finding.strength(),
        new Defect.NonLinearizable(unexplained.results(), unexplained.possible()),
        at(scenario.places().getFirst(), finding.location()),
        finding.test(),
        finding.explanation(),
        finding.witness(),
        finding.fingerprint(),
        finding.sightings());
  }

  private static Location at(String place, Location otherwise) {
    int colon = place.lastIndexOf(':');
    return colon < 0
        ? otherwise
        : new Location(
            place.substring(0, colon),
            Integer.parseInt(place.substring(colon + 1)),
            1,
            otherwise.function(),
            otherwise.packagePath());
  }

  /** With what is called, and why it may be. */
  private Finding explained(Finding finding, Probe.Scenario scenario) {
    Explanation before = finding.explanation();
    Evidence.Contract contract = contracts.of(finding, scenario);
    List<Evidence> evidence = new ArrayList<>(before.evidence());
    evidence.add(new Evidence.InScenario(scenario.setup(), scenario.seed(), scenario.calls()));
    evidence.add(contract);
    contracts.unguarded(finding).ifPresent(evidence::add);
    contracts.returned(finding, scenario).ifPresent(evidence::add);
    if (isAboutWaiting(finding.defect())) {
      List<String> forgotten = forgotten(finding, scenario);
      if (!forgotten.isEmpty()) {
        evidence.add(new Evidence.Forgotten(forgotten));
      }
    }
    Finding explained =
        finding.with(
            new Explanation(
                before.participants(),
                before.objects(),
                before.steps(),
                evidence,
                before.doubts(),
                contract.reason() == Evidence.Contract.Reason.ENDED
                    ? Optional.of(Fix.RELEASE_AT_END)
                    : before.fix()));
    Optional<Doubt> doubt =
        contracts
            .doubt(contract, finding, scenario)
            .or(() -> isOfSetup(finding) ? Optional.of(new Doubt.OfTests()) : Optional.empty());
    if (doubt.isPresent()) {
      return doubted(explained, doubt.get());
    }
    return explained.rule().id().equals(NON_LINEARIZABLE.id())
        ? doubted(explained, new Doubt.NoAtomicity())
        : explained;
  }

  private static Finding doubted(Finding finding, Doubt doubt) {
    return finding.strength().isProven() ? finding.suspicious(doubt) : finding.doubted(doubt);
  }

  /**
   * Whether the code that is called started the goroutine, or set the timer that did, not the
   * generated test.
   */
  static boolean isOfObject(Participant participant) {
    return beginning(participant).filter(ScenarioJudge::isCalled).isPresent();
  }

  /** What started a goroutine; the function that a timer calls in one of its own. */
  static Optional<Site> beginning(Participant participant) {
    List<Site> made = participant.createdAt().frames();
    List<Site> frames = participant.stack().frames();
    return made.isEmpty() && !frames.isEmpty()
        ? Optional.of(frames.getLast())
        : made.stream().findFirst();
  }
}
