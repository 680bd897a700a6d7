package dev.harrier.report;

import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Condition;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Findings that are one defect in several shapes: one stands for the others in reports. They are
 *
 * <ul>
 *   <li>those of one {@linkplain Cause#isWhole whole} cause that end in the same way. The
 *       operations that decide are the same, at the same places, called from the same places
 *       outside tests; of a delay it does not matter how long it is;
 *   <li>those of one test in which the same goroutines wait for each other in a cycle, whether the
 *       test ended or is stuck behind them;
 *   <li>races with accesses that lack one lock in one function, or in what one function calls: it
 *       is to take the lock;
 *   <li>races of one variable of a package: none of its accesses is guarded together with the
 *       others;
 *   <li>races in the same functions, of calls that share no object: they meet in what a variable of
 *       the package has;
 *   <li>those in which two goroutines of one test call methods of one type of a library: it is one
 *       value of that type that they use at the same time.
 * </ul>
 *
 * Where only part of a cause is known, or nothing is, another defect may end in the same way. So
 * those are never joined. Each shape keeps its fingerprint, and what fails a run is as without it.
 */
public final class Shapes {
  /** Of findings of different rules whose goroutines are blocked for good. */
  private static final String STUCK = "stuck";

  /**
   * The stronger, then that with the fewest doubts, such as a goroutine that is late, then that
   * with the whole cause, then that which more replays show.
   */
  static final Comparator<Finding> BEST =
      Comparator.comparing(Finding::strength)
          .thenComparingInt(finding -> finding.explanation().doubts().size())
          .thenComparing(Shapes::hasCause, Comparator.reverseOrder())
          .thenComparing(Shapes::shown, Comparator.reverseOrder());

  private final IdentityHashMap<Finding, Finding> represented = new IdentityHashMap<>();
  private final IdentityHashMap<Finding, List<Finding>> others = new IdentityHashMap<>();

  private Shapes() {}

  /** What findings of one defect have in common. */
  private sealed interface Mark {}

  /** The operations that decide, and how it ends. */
  private record Decided(String ending, Set<Pair> orders, Optional<Integer> selected)
      implements Mark {}

  private record Pair(DecidingOperation former, DecidingOperation latter) {}

  /** The operation before which a goroutine is late, what has to fire first, and how it ends. */
  private record Delayed(String ending, DecidingOperation late, Optional<DecidingTimer> timer)
      implements Mark {}

  /**
   * A timer, wherever it is set again.
   *
   * @param from as in {@link DecidingOperation}
   */
  private record DecidingTimer(boolean sleep, Site at, List<Site> from) {}

  /**
   * An operation, wherever it is done again.
   *
   * @param value whether it is a receive that got a value
   * @param from its stack, without what is of tests unless all is
   */
  private record DecidingOperation(
      Class<? extends Action> what, boolean value, Site at, List<Site> from) {}

  /** Goroutines of one test that wait for each other. */
  private record Cycle(String test, Set<Member> members) implements Mark {}

  /**
   * Accesses of which those in some functions, or in what these call, lack a lock.
   *
   * @param lock that is missing, or the variable whose other accesses are atomic
   * @param calling whether it is what they call
   */
  private record Oversight(String rule, String lock, boolean calling, Set<String> functions)
      implements Mark {}

  /**
   * Accesses in some functions, by calls that share no object.
   *
   * @param variable as the race has it
   */
  private record Apart(String variable, List<String> functions) implements Mark {}

  private static final Set<Evidence.Contract.Reason> WITHOUT_OBJECT =
      Set.of(
          Evidence.Contract.Reason.PACKAGE_VARIABLE,
          Evidence.Contract.Reason.PACKAGE_FUNCTIONS,
          Evidence.Contract.Reason.OWN_USE);

  /** Accesses of a variable of a package, which is declared there. */
  private record OfVariable(Location declared) implements Mark {}

  private record Member(BlockReason reason, Stack stack, Stack createdAt) {}

  /** Accesses in methods of a library, which goroutines created at those places call. */
  private record Borrowed(String test, String type, Set<Stack> createdAt) implements Mark {}

  /** Those of the findings of one run. */
  public static Shapes among(List<Finding> findings) {
    Map<Mark, Finding> marked = new HashMap<>();
    Shapes shapes = new Shapes();
    for (Finding finding : findings.stream().sorted(BEST).toList()) {
      List<Mark> marks = marks(finding);
      marks.stream()
          .map(marked::get)
          .flatMap(first -> Optional.ofNullable(first).stream())
          .findFirst()
          .ifPresent(first -> shapes.join(first, finding));
      Finding first = shapes.represented.getOrDefault(finding, finding);
      marks.forEach(mark -> marked.putIfAbsent(mark, first));
    }
    return shapes;
  }

  private void join(Finding first, Finding other) {
    represented.put(other, first);
    others.computeIfAbsent(first, _ -> new ArrayList<>()).add(other);
  }

  /** The finding that stands for this one; empty if it stands for itself. */
  public Optional<Finding> shapeOf(Finding finding) {
    return Optional.ofNullable(represented.get(finding));
  }

  /** The findings that this one stands for. */
  public List<Finding> of(Finding first) {
    return others.getOrDefault(first, List.of()).stream().sorted(RunReport.BY_PLACE).toList();
  }

  /** Those of some findings that stand for themselves, in their order. */
  public List<Finding> without(List<Finding> findings) {
    return findings.stream().filter(f -> !represented.containsKey(f)).toList();
  }

  /** How many findings another one stands for. */
  public int size() {
    return represented.size();
  }

  private static boolean hasCause(Finding finding) {
    return finding.witness().cause().filter(Cause::isWhole).isPresent();
  }

  private static double shown(Finding finding) {
    Optional<Witness.Reproduction> measured = finding.witness().reproduction();
    return measured.filter(r -> r.runs() > 0).map(r -> (double) r.seen() / r.runs()).orElse(0.0);
  }

  private static List<Mark> marks(Finding finding) {
    List<Mark> marks = new ArrayList<>();
    ending(finding)
        .flatMap(ending ->
            finding.witness().cause().filter(Cause::isWhole).flatMap(c -> decided(c, ending)))
        .ifPresent(marks::add);
    cycle(finding).ifPresent(marks::add);
    ofVariable(finding).ifPresent(marks::add);
    borrowed(finding).ifPresent(marks::add);
    for (Evidence evidence : finding.explanation().evidence()) {
      if (evidence instanceof Evidence.Unguarded unguarded) {
        marks.add(oversight(finding, unguarded, false));
        marks.add(oversight(finding, unguarded, true));
      }
      if (evidence instanceof Evidence.Contract contract
          && WITHOUT_OBJECT.contains(contract.reason())
          && finding.defect() instanceof Defect.Race race) {
        marks.add(apart(finding, race));
      }
    }
    return marks;
  }

  private static Optional<Mark> ofVariable(Finding finding) {
    return finding.defect() instanceof Defect.Race
        ? finding.explanation().steps().stream()
            .flatMap(step -> step instanceof Step.Declared one ? Stream.of(one) : Stream.empty())
            .filter(one -> one.owner().equals(finding.location().packagePath()))
            .findFirst()
            .map(one -> new OfVariable(one.at()))
        : Optional.empty();
  }

  private static Mark apart(Finding finding, Defect.Race race) {
    String path = finding.location().packagePath();
    return new Apart(
        race.variable(),
        finding.participants().stream()
            .map(participant ->
                participant.stack().frames().stream()
                    .filter(site -> site.packagePath().equals(path))
                    .map(Site::function)
                    .findFirst()
                    .orElse(""))
            .distinct()
            .sorted()
            .toList());
  }

  private static Mark oversight(Finding finding, Evidence.Unguarded unguarded, boolean calling) {
    Set<String> functions = new HashSet<>();
    for (Evidence.Unguarded.Access access : unguarded.accesses()) {
      functions.add((calling ? access.call() : access.at()).function());
    }
    String lock =
        unguarded.lock().isEmpty() && finding.defect() instanceof Defect.Race race
            ? race.variable() // Each needs an operation of its own.
            : unguarded.lock();
    return new Oversight(finding.rule().id(), lock, calling, functions);
  }

  private static Optional<Mark> borrowed(Finding finding) {
    List<Participant> both = finding.participants();
    if (!(finding.defect() instanceof Defect.Race race) || both.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> type = libraryType(both.getFirst(), race.first());
    return type.equals(libraryType(both.getLast(), race.second()))
        ? type.map(t ->
            new Borrowed(
                finding.test(),
                t,
                both.stream().map(Participant::createdAt).collect(Collectors.toSet())))
        : Optional.empty();
  }

  /** The type whose method makes the access, behind the code that a reader looks at. */
  private static Optional<String> libraryType(Participant participant, Access access) {
    List<Site> frames = participant.stack().frames();
    String function = frames.isEmpty() ? "" : frames.getFirst().function();
    int method = function.indexOf(").");
    return method < 0 || function.equals(access.at().function())
        ? Optional.empty()
        : Optional.of(function.substring(0, method));
  }

  /** How it ends; empty if its places say what is wrong, whatever decides. */
  private static Optional<String> ending(Finding finding) {
    return switch (finding.defect()) {
      case Defect.Deadlocked _, Defect.Leaked _, Defect.NeverDone _, Defect.NeverSignaled _ ->
          Optional.of(STUCK);
      case Defect.TestFailed _, Defect.Crashed _, Defect.SentOnClosed _, Defect.ClosedTwice _ ->
          Optional.of(finding.rule().id());
      default -> Optional.empty();
    };
  }

  private static Optional<Mark> decided(Cause cause, String ending) {
    return switch (cause) {
      case Cause.Orders orders -> {
        Set<Pair> pairs = new HashSet<>();
        orders
            .orders()
            .forEach(o -> pairs.add(new Pair(operation(o.former()), operation(o.latter()))));
        yield Optional.of(new Decided(ending, pairs, Optional.empty()));
      }
      // Without the number of the case two cases of one line are one.
      case Cause.Choice choice ->
          choice.selected().isEmpty()
              ? Optional.empty()
              : Optional.of(
                  new Decided(
                      ending,
                      Set.of(new Pair(operation(choice.taken()), operation(choice.otherwise()))),
                      choice.selected()));
      case Cause.Late late ->
          late.timer().filter(timer -> timer.by().equals(GoroutineId.NONE)).isPresent()
              ? Optional.empty() // Which timer it is is not known.
              : Optional.of(
                  new Delayed(ending, operation(late.late()), late.timer().map(Shapes::timer)));
      case Cause.Slow slow ->
          Optional.of(new Delayed(ending, operation(slow.reading()), Optional.empty()));
      case Cause.NoOrder _, Cause.CutOff _, Cause.NotSought _ -> Optional.empty();
    };
  }

  private static DecidingOperation operation(Cause.Side side) {
    Action action = side.operation().action();
    return new DecidingOperation(
        action.getClass(),
        action instanceof Action.Received received && received.value(),
        side.operation().site(),
        outsideTests(side.stack()));
  }

  private static DecidingTimer timer(Cause.Timer timer) {
    return new DecidingTimer(timer.sleep(), timer.site(), outsideTests(timer.stack()));
  }

  private static List<Site> outsideTests(Stack stack) {
    List<Site> all = stack.frames();
    List<Site> own = all.stream().filter(f -> !Location.of(f).inTestSupport()).toList();
    return own.isEmpty() ? all : own;
  }

  private static Optional<Mark> cycle(Finding finding) {
    int inCycle =
        switch (finding.defect()) {
          case Defect.Deadlocked deadlocked -> deadlocked.inCycle();
          case Defect.Leaked leaked -> leaked.inCycle();
          default -> 1;
        };
    List<Participant> all = finding.participants();
    Set<Member> members = new HashSet<>();
    for (int i = 0; i < all.size(); i++) {
      Participant one = all.get(i);
      if ((i == 0 || one.part() == Part.IN_THE_CYCLE)
          && one.condition() instanceof Condition.Blocked blocked) {
        members.add(new Member(blocked.reason(), one.stack(), one.createdAt()));
      }
    }
    return inCycle > 1 && members.size() == inCycle
        ? Optional.of(new Cycle(finding.test(), members))
        : Optional.empty();
  }
}
