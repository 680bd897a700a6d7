package dev.harrier.cli.probe;

import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Why the calls of a scenario may be made at the same time, and what speaks against it. Without a
 * promise, what goes wrong is only suspicious.
 */
final class CallContracts {
  /**
   * What lets a finding other than of results fail the run; documentation of the type does for a
   * race only if some access of the field is guarded. Of the findings of modules that no one here
   * had seen, these rules leave 156 with such evidence, 142 of them bugs; but most of the rules are
   * newer than those findings (bench/results/probe.md).
   */
  private static final Set<Evidence.Contract.Reason> PROMISES =
      Set.of(
          Evidence.Contract.Reason.ONE_CALLER,
          Evidence.Contract.Reason.LEFT_EARLY,
          Evidence.Contract.Reason.ABANDONED,
          Evidence.Contract.Reason.ENDED,
          Evidence.Contract.Reason.OWN_GOROUTINES,
          Evidence.Contract.Reason.OWN_TIMERS,
          Evidence.Contract.Reason.SERVES,
          Evidence.Contract.Reason.METHODS_DOCUMENTED,
          Evidence.Contract.Reason.DOCUMENTED,
          Evidence.Contract.Reason.FIELD_GUARDED,
          Evidence.Contract.Reason.FIELD_AWAITED,
          Evidence.Contract.Reason.LOCKS_TAKEN);

  /** Those that are of the field of a race. */
  private static final Set<Evidence.Contract.Reason> OF_FIELDS =
      Set.of(Evidence.Contract.Reason.FIELD_GUARDED, Evidence.Contract.Reason.FIELD_AWAITED);

  private static final Set<Evidence.Contract.Reason> LEAVING =
      Set.of(Evidence.Contract.Reason.LEFT_EARLY, Evidence.Contract.Reason.ABANDONED);

  private static final Pattern BEGINNING = Pattern.compile("Init([A-Z]\\w*)?");

  /** What a user calls once, such as to connect: two such calls at once are none. */
  private static final Pattern ONCE =
      Pattern.compile(
          "(Activate|Begin|Boot|Connect|Dial|Launch|Listen|Login|Loop|Open|Run|Serve|Start)([A-Z]\\w*)?");

  /** What a panic says that is there to keep calls away; Go's own do not. */
  private static final Pattern REFUSAL =
      Pattern.compile(
          "(?i)^(?!.*(runtime error|sync: |all goroutines|close of|send on)).*\\b(called|calling|call to|started|running|used)\\b.*\\b(while|twice|again|already|concurrent\\w*|more than once|in use|before|after)\\b");

  /** The first method of a call as a scenario has it. */
  private static final Pattern CALLED = Pattern.compile("\\b([A-Z]\\w*)(?:\\[[^\\]]*])?\\(");

  /** A function without its package, its receiver and the closures in it. */
  private static final Pattern STARTER =
      Pattern.compile("^(?:.*/)?[^./]+\\.(?:\\([^)]*\\)\\.|\\w+\\.(?!func\\d|gowrap))?(\\w+).*$");

  /** By the {@code FILE:LINE} of each access. */
  private final Map<String, List<Probe.Guard>> guards = new HashMap<>();

  /** Accesses of variables of packages, as {@code FILE:LINE}. */
  private final Set<String> variables = new HashSet<>();

  /** Paths of the modules that are probed. */
  private final Set<String> modules = new HashSet<>();

  private final Orders orders;

  /**
   * @param orders what the calls do one after the other
   */
  CallContracts(List<Probe> probes, Orders orders) {
    this.orders = orders;
    for (Probe probe : probes) {
      modules.add(probe.module());
      variables.addAll(probe.variables());
      probe.guards().forEach(this::add);
    }
  }

  private void add(Probe.Guard guard) {
    Stream.concat(guard.held().stream(), guard.bare().stream())
        .forEach(at -> guards.computeIfAbsent(at, _ -> new ArrayList<>()).add(guard));
  }

  /** The best reason why the calls may be made. */
  Evidence.Contract of(Finding finding, Probe.Scenario scenario) {
    List<Evidence.Contract> all =
        new ArrayList<>(
            scenario.evidence().stream()
                .map(Probe.Contract::evidence)
                .filter(one -> !isServing(one) || !ScenarioJudge.isLost(finding.defect()))
                .filter(one -> isFor(one, finding))
                .toList());
    boolean own = finding.participants().stream().anyMatch(ScenarioJudge::isOfObject);
    if (finding.defect() instanceof Defect.Race race) {
      guards(finding, race)
          .filter(guard -> !guard.few())
          .findFirst()
          .map(Probe.Guard::evidence)
          .ifPresent(all::add);
      if (own) {
        all.add(new Evidence.Contract(Evidence.Contract.Reason.OWN_GOROUTINE, "", ""));
      }
      ofOwnGoroutines(finding, scenario).ifPresent(all::add);
    }
    if (isLockCycle(finding)) {
      all.add(new Evidence.Contract(Evidence.Contract.Reason.LOCKS_TAKEN, "", ""));
    }
    if (isOfClosed(finding.defect()) && !own && returns(scenario)) {
      all.add(new Evidence.Contract(Evidence.Contract.Reason.CHECKED, "", ""));
    }
    return all.stream()
        .min(
            Comparator.comparing((Evidence.Contract c) -> !PROMISES.contains(c.reason()))
                .thenComparing(Evidence.Contract::reason))
        .orElseGet(() -> new Evidence.Contract(Evidence.Contract.Reason.GUARDED, "", ""));
  }

  /**
   * That a race is of goroutines of the object alone. Those of two calls that begin with it are
   * not: no one makes both. Nor are they if the setup has a timer call the object.
   */
  private Optional<Evidence.Contract> ofOwnGoroutines(Finding finding, Probe.Scenario scenario) {
    boolean set = scenario.setup().stream().anyMatch(line -> line.contains("AfterFunc("));
    boolean begins =
        scenario.calls().stream()
            .flatMap(List::stream)
            .map(CALLED::matcher)
            .anyMatch(call -> call.find() && ONCE.matcher(call.group(1)).matches());
    return begins || set || !finding.participants().stream().allMatch(this::isOwn)
        ? Optional.empty()
        : finding.participants().stream()
            .min(Comparator.comparing(participant -> participant.createdAt().frames().isEmpty()))
            .map(CallContracts::ofOwn);
  }

  private static Evidence.Contract ofOwn(Participant participant) {
    Site site = ScenarioJudge.beginning(participant).orElseThrow();
    return new Evidence.Contract(
        participant.createdAt().frames().isEmpty()
            ? Evidence.Contract.Reason.OWN_TIMERS
            : Evidence.Contract.Reason.OWN_GOROUTINES,
        STARTER.matcher(site.function()).replaceFirst("$1"),
        Path.of(site.file()).getFileName() + ":" + site.line());
  }

  /**
   * Whether nothing says that the calls may be made at the same time: the object only has a
   * goroutine of its own, which takes no part; or they share no object, and it is not a race of a
   * variable.
   */
  boolean isUnfounded(Finding finding, Probe.Scenario scenario) {
    List<Evidence.Contract> all =
        scenario.evidence().stream().map(Probe.Contract::evidence).toList();
    if (all.isEmpty()) {
      return false;
    }
    boolean ownOnly =
        all.stream().allMatch(one -> one.reason() == Evidence.Contract.Reason.OWN_GOROUTINE);
    return ownOnly
        ? finding.participants().stream().noneMatch(ScenarioJudge::isOfObject)
        : all.stream().noneMatch(one -> isFor(one, finding));
  }

  /** Whether a reason that speaks of calls which share no object is one for a finding of theirs. */
  private boolean isFor(Evidence.Contract contract, Finding finding) {
    boolean race = finding.defect() instanceof Defect.Race;
    return switch (contract.reason()) {
      case PACKAGE_VARIABLE ->
          race && finding.participants().stream().map(this::access).allMatch(variables::contains);
      case PACKAGE_FUNCTIONS, OWN_USE -> race;
      default -> true;
    };
  }

  private static boolean isServing(Evidence.Contract contract) {
    return contract.reason() == Evidence.Contract.Reason.SERVES;
  }

  /** Whether only the end of a main loop says that the calls are made at the same time. */
  static boolean isServing(Probe.Scenario scenario) {
    return !scenario.evidence().isEmpty()
        && scenario.evidence().stream()
            .map(Probe.Contract::evidence)
            .allMatch(CallContracts::isServing);
  }

  /** Whether one goroutine makes the calls, and does not read all that they send. */
  static boolean isLeaving(Probe.Scenario scenario) {
    return scenario.evidence().stream()
        .map(one -> one.evidence().reason())
        .anyMatch(LEAVING::contains);
  }

  /** Whether it is of the goroutine that sends what the calls do not read. */
  static boolean isOfSender(Finding finding, Probe.Scenario scenario) {
    return finding.participants().stream()
        .flatMap(participant -> participant.createdAt().frames().stream().limit(1))
        .map(CallContracts::place)
        .anyMatch(at -> scenario.evidence().stream().anyMatch(one -> one.place().equals(at)));
  }

  /** Whether one goroutine makes the calls, which end the object. */
  static boolean isEnding(Probe.Scenario scenario) {
    return scenario.evidence().stream()
        .anyMatch(one -> one.evidence().reason() == Evidence.Contract.Reason.ENDED);
  }

  /**
   * Whether a leak is of the object's own goroutines: code of the module started them, they are in
   * it, and what the first one waits for was not made by a test. The collector has shown that
   * nothing else refers to that, or they wait for each other: what a variable of the package has
   * may be meant for all objects.
   */
  boolean isLeftByEnd(Finding finding, Probe.Scenario scenario) {
    Participant first = finding.participants().getFirst();
    boolean collected =
        finding.explanation().evidence().stream()
            .anyMatch(one ->
                one instanceof Evidence.Unreachable
                    || one instanceof Evidence.WaitCycle
                    || one instanceof Evidence.OnlyTickerLeft
                    || one instanceof Evidence.PollsInVain
                    || one instanceof Evidence.SleepsInVain);
    return collected
        && finding.participants().stream()
            .filter(participant -> participant.part() != Participant.Part.STUCK_BEHIND)
            .allMatch(this::isOwn)
        && first.createdAt().frames().stream()
            .limit(1)
            .map(CallContracts::place)
            .anyMatch(at -> scenario.evidence().stream().anyMatch(one -> one.isStart(at)))
        && first.stack().frames().stream()
            .filter(site -> !isOfGo(site))
            .limit(1)
            .anyMatch(this::isOfModule)
        && finding.explanation().objects().stream()
            .filter(object -> first.awaits().contains(object.id()))
            .allMatch(object -> isMadeByModule(object.madeAt()));
  }

  /**
   * Whether the module made what a goroutine waits for, or Go did, such as a context or a timer.
   */
  private boolean isMadeByModule(Stack madeAt) {
    return madeAt.frames().stream()
        .filter(site -> !isOfGo(site))
        .limit(1)
        .allMatch(site -> ScenarioJudge.isCalled(site) && isOfModule(site));
  }

  /**
   * Whether a method of those that end the object returned without an error, each time that the
   * calls were made one after the other.
   */
  boolean isEndedWithoutError(Probe.Scenario scenario) {
    List<String> names =
        scenario.evidence().stream()
            .filter(one -> one.evidence().reason() == Evidence.Contract.Reason.ENDED)
            .flatMap(one -> Stream.of(one.text().split(", ")))
            .toList();
    List<String> results = orders.results(scenario.test());
    return returns(scenario)
        && !results.isEmpty()
        && results.stream()
            .allMatch(result ->
                names.stream()
                    .anyMatch(name ->
                        result.contains(name + ": <nil>") || !result.contains(name + ": ")));
  }

  /** Whether a panic is there to keep calls away that are not to be made. */
  static boolean isRefusal(String text) {
    return REFUSAL.matcher(text).find();
  }

  /**
   * Whether goroutines wait for each other's locks, which code of the module takes: it would take
   * none if its calls were not made at the same time.
   */
  private boolean isLockCycle(Finding finding) {
    return finding.defect() instanceof Defect.Deadlocked deadlock
        && deadlock.inCycle() > 1
        && finding.participants().stream()
            .filter(Participant::isInCycle)
            .allMatch(one ->
                one.condition() instanceof Participant.Condition.Blocked blocked
                    && blocked.reason().isLock()
                    && one.stack().frames().stream()
                        .filter(site -> !isOfGo(site))
                        .limit(1)
                        .anyMatch(this::isOfCall));
  }

  private static boolean isOfClosed(Defect defect) {
    return defect instanceof Defect.ClosedTwice || defect instanceof Defect.SentOnClosed;
  }

  /** Whether the calls return in all orders, without a wait and without a panic. */
  private boolean returns(Probe.Scenario scenario) {
    return orders.of(scenario.test()) == Orders.Behavior.RETURNS;
  }

  /**
   * The field of a race, if a lock guards it elsewhere, or one of the accesses is in a loop that
   * waits for it. Where Go's own code reads and writes what a field has, such as a list, the race
   * is of a variable of that code. If users may have made that, such as a connection, the lock
   * around its reads says nothing of its writes.
   */
  private Stream<Probe.Guard> guards(Finding finding, Defect.Race race) {
    boolean own =
        finding.participants().stream()
            .flatMap(p -> p.stack().frames().stream().limit(1))
            .noneMatch(this::isOfGo);
    List<String> accesses = finding.participants().stream().map(this::access).toList();
    return accesses.stream()
        .map(at -> guards.getOrDefault(at, List.of()))
        .reduce((a, b) -> a.stream().filter(b::contains).toList())
        .stream()
        .flatMap(List::stream)
        .filter(guard -> accesses.stream().anyMatch(guard.bare()::contains))
        .filter(guard -> !guard.loop() || accesses.stream().anyMatch(guard.held()::contains))
        .filter(guard -> own ? guard.isOf(race.variable()) : !guard.opaque() || isOneWay(finding));
  }

  /** Whether goroutines call the same method of Go's own code, or write with two. */
  private boolean isOneWay(Finding finding) {
    List<String> methods =
        finding.participants().stream()
            .map(p -> p.stack().frames().stream().takeWhile(this::isOfGo).map(Site::function))
            .map(CallContracts::entered)
            .distinct()
            .toList();
    return methods.size() == 1 || methods.stream().allMatch(name -> name.startsWith("Write"));
  }

  /** The outermost method of the object that the innermost function is of. */
  private static String entered(Stream<String> functions) {
    List<String> all = functions.toList();
    String of = all.isEmpty() ? "" : all.getFirst().replaceFirst("\\.\\w+$", ".");
    return all.stream()
        .takeWhile(name -> name.startsWith(of))
        .reduce((_, outer) -> outer)
        .map(name -> name.substring(of.length()))
        .orElse("");
  }

  /** Which accesses of a race lack the lock that guards its field elsewhere. */
  Optional<Evidence.Unguarded> unguarded(Finding finding) {
    return finding.defect() instanceof Defect.Race race
        ? guards(finding, race)
            .filter(guard -> !guard.loop())
            .min(Comparator.comparing(Probe.Guard::few))
            .map(guard -> unguarded(finding, guard))
        : Optional.empty();
  }

  /**
   * The slice or map of a field that a call returned, if the test reads it while other code of the
   * module changes it and holds its lock.
   */
  Optional<Evidence.Returned> returned(Finding finding, Probe.Scenario scenario) {
    if (!(finding.defect() instanceof Defect.Race)) {
      return Optional.empty();
    }
    List<String> accesses =
        finding.participants().stream().map(this::access).filter(at -> !at.isEmpty()).toList();
    return accesses.size() != 1
        ? Optional.empty()
        : guards.getOrDefault(accesses.getFirst(), List.of()).stream()
            .filter(guard -> guard.held().contains(accesses.getFirst()))
            .flatMap(guard ->
                guard.returnedBy(scenario.places()).stream()
                    .map(at -> returned(guard, scenario, at)))
            .findFirst();
  }

  private static Evidence.Returned returned(Probe.Guard guard, Probe.Scenario scenario, String at) {
    String call =
        scenario.calls().stream().flatMap(List::stream).toList().get(scenario.places().indexOf(at));
    Matcher name = CALLED.matcher(call);
    return new Evidence.Returned(
        guard.field(),
        guard.lock(),
        name.find() ? name.group(1) : call,
        String.valueOf(Path.of(at).getFileName()));
  }

  private Evidence.Unguarded unguarded(Finding finding, Probe.Guard guard) {
    List<Evidence.Unguarded.Access> accesses = new ArrayList<>();
    for (Participant participant : finding.participants()) {
      List<Site> called = called(participant).toList();
      if (!called.isEmpty() && guard.bare().contains(place(called.getFirst()))) {
        accesses.add(new Evidence.Unguarded.Access(called.getFirst(), called.getLast()));
      }
    }
    return new Evidence.Unguarded(guard.isAtomic() ? "" : guard.lock(), accesses);
  }

  /** Where a participant is in the code that is called, as {@code FILE:LINE}. */
  private String access(Participant participant) {
    return called(participant).findFirst().map(CallContracts::place).orElse("");
  }

  /** A place in the code, as {@code FILE:LINE}. */
  static String place(Site site) {
    return site.file() + ":" + site.line();
  }

  /** The frames of a participant that are of the code that is called. */
  private Stream<Site> called(Participant participant) {
    return participant.stack().frames().stream()
        .filter(site -> ScenarioJudge.isCalled(site) && !isOfGo(site));
  }

  /** What makes a finding suspicious although there is this reason; empty if it is a promise. */
  Optional<Doubt> doubt(Evidence.Contract contract, Finding finding, Probe.Scenario scenario) {
    if (!PROMISES.contains(contract.reason())) {
      return unsaid(scenario).or(() -> Optional.of(new Doubt.NoContract()));
    }
    if (finding.defect() instanceof Defect.Crashed crashed && isRefusal(crashed.text())) {
      return Optional.of(new Doubt.RefusedCall());
    }
    if (contract.reason() == Evidence.Contract.Reason.ENDED) {
      return unsaid(scenario);
    }
    Optional<String> wait = waitForGroup(finding);
    if (wait.isPresent() && contract.reason() != Evidence.Contract.Reason.METHODS_DOCUMENTED) {
      return wait.map(call -> new Doubt.Unsaid(Doubt.Unsaid.Why.WAIT, call));
    }
    if (OF_FIELDS.contains(contract.reason())) {
      return beginning(finding).map(call -> new Doubt.Unsaid(Doubt.Unsaid.Why.SET_UP, call));
    }
    if (isOfDependency(finding)) {
      return Optional.of(new Doubt.OfDependency());
    }
    return contract.reason() == Evidence.Contract.Reason.DOCUMENTED
            && finding.defect() instanceof Defect.Race race
            && guards(finding, race).findAny().isEmpty()
            && returned(finding, scenario).isEmpty()
        ? Optional.of(new Doubt.NothingGuards())
        : Optional.empty();
  }

  /**
   * A call that makes an object fit for use, and that takes part, or with which each goroutine
   * begins. The exporter knows what such a method does itself without a lock, and not what it does
   * in others.
   */
  private Optional<String> beginning(Finding finding) {
    List<String> calls =
        finding.participants().stream()
            .map(participant -> participant.stack().frames().reversed())
            .flatMap(frames -> frames.stream().filter(this::isOfCall).limit(1))
            .map(CallContracts::name)
            .toList();
    boolean all = calls.stream().allMatch(name -> ONCE.matcher(name).matches());
    return calls.stream().filter(name -> all || BEGINNING.matcher(name).matches()).findFirst();
  }

  /**
   * The method that users call as they call {@code Wait} of a {@code sync.WaitGroup}, where a
   * finding is of such a group: its {@code Wait} does no more than wait.
   */
  private Optional<String> waitForGroup(Finding finding) {
    if (!(finding.defect() instanceof Defect.UnorderedAdd)
        && !(finding.defect() instanceof Defect.WaitGroupMisused)) {
      return Optional.empty();
    }
    return finding.participants().stream()
        .map(participant -> called(participant).toList())
        .filter(frames -> frames.size() == 1 && onlyWaits(frames.getFirst()))
        .map(frames -> name(frames.getFirst()))
        .filter(name -> name.startsWith("Wait"))
        .findFirst();
  }

  /** Whether a function begins with a wait for a group, as the source has it. */
  private static boolean onlyWaits(Site site) {
    try (Stream<String> lines = Files.lines(Path.of(site.file()))) {
      List<String> begun = lines.skip(Math.max(0, site.line() - 2)).limit(2).toList();
      return begun.size() == 2
          && begun.getLast().contains(".Wait()")
          && begun.stream().anyMatch(line -> line.startsWith("func "));
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      return false; // Without sources nothing is known.
    }
  }

  /** The name of a function, or of a method without its type. */
  private static String name(Site site) {
    return site.function().substring(site.function().lastIndexOf('.') + 1);
  }

  /** Whether it is in code of the module that is called. */
  boolean isOfCall(Site site) {
    return ScenarioJudge.isCalled(site) && isOfModule(site);
  }

  /** What limits the documentation that speaks for the calls of a scenario. */
  private static Optional<Doubt> unsaid(Probe.Scenario scenario) {
    return scenario.evidence().stream().flatMap(one -> one.doubt().stream()).findFirst();
  }

  /**
   * Whether a goroutine that is part of it is in code of another module. Go's own packages do what
   * their callers have them do.
   */
  private boolean isOfDependency(Finding finding) {
    return finding.participants().stream()
        .filter(participant -> participant.part() != Participant.Part.STUCK_BEHIND)
        .map(participant -> participant.stack().frames())
        .flatMap(frames -> frames.stream().filter(site -> !isOfGo(site)).limit(1))
        .anyMatch(site -> ScenarioJudge.isCalled(site) && !isOfModule(site));
  }

  /** Go's own packages have no dot in the first element of their paths. */
  boolean isOfGo(Site site) {
    String path = site.packagePath();
    int slash = path.indexOf('/');
    return !isOfModule(site) && (slash < 0 ? path : path.substring(0, slash)).indexOf('.') < 0;
  }

  /**
   * Whether a goroutine is the object's own in all that it does: code of the module started it, or
   * a timer calls a function of it, and no function of a test that it was given runs in it.
   */
  boolean isOwn(Participant participant) {
    return participant.stack().frames().stream().allMatch(ScenarioJudge::isCalled)
        && ScenarioJudge.isOfObject(participant)
        && ScenarioJudge.beginning(participant).filter(this::isOfModule).isPresent();
  }

  private boolean isOfModule(Site site) {
    String path = site.packagePath();
    return modules.stream().anyMatch(m -> path.equals(m) || path.startsWith(m + "/"));
  }
}
