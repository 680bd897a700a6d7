package dev.harrier.analysis.race;

import dev.harrier.analysis.engine.Analysis;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.analysis.explain.Fingerprints;
import dev.harrier.analysis.explain.Frames;
import dev.harrier.analysis.misuse.WaitGroupMisuse;
import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Condition;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObservedRace;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Two accesses that nothing orders, of which at least one writes: seen in a run. */
public final class DataRace implements Analysis {
  public static final Rule RULE =
      new Rule(
          "data-race",
          "data race",
          "Order the accesses: guard all of them with one lock, or let a channel or a WaitGroup"
              + " hand the memory over, or give each goroutine its own copy.");

  private final Frames frames;
  private final Fingerprints fingerprints;
  private final RacedVariable variables;

  public DataRace(AnalysisContext context) {
    this.frames = new Frames(context);
    this.fingerprints = new Fingerprints(context.sources());
    this.variables = new RacedVariable(context.sources());
  }

  @Override
  public Rule rule() {
    return RULE;
  }

  /** One access with the frame that a reader of the module looks at; it may be unknown. */
  private record Side(ObservedRace.Side side, Site site) {}

  /**
   * The finding of a race.
   *
   * @param test the name of the test to charge, or ""
   */
  public Finding finding(ObservedRace race, String test) {
    return AddRace.of(race).map(add -> finding(add, test)).orElseGet(() -> ofAccesses(race, test));
  }

  /** Not the memory of the group but the order of the calls is what the user has to look at. */
  Finding finding(AddRace race, String test) {
    Site add = site(race.adds().stack());
    Site wait = site(race.waits().stack());
    return Finding.of(
        WaitGroupMisuse.RULE,
        Strength.OBSERVED,
        new Defect.UnorderedAdd(wait),
        Location.of(add),
        test,
        Explanation.of(
            List.of(participant(race.adds(), Part.ADDS), participant(race.waits(), Part.WAITS)),
            new Evidence.AccessesNotOrdered()),
        fingerprints.of(
            WaitGroupMisuse.RULE.id(), "race", Site.UNKNOWN, Site.UNKNOWN, List.of(add, wait)));
  }

  private Finding ofAccesses(ObservedRace race, String test) {
    List<Side> sides =
        race.sides().stream()
            .map(side -> new Side(side, site(side.stack())))
            .sorted(FIRST_BY_PLACE)
            .toList();
    Side first = sides.getFirst();
    Side second = sides.getLast();
    Optional<String> variable =
        isOwn(first) && isOwn(second)
            ? variables.name(place(first), place(second))
            : Optional.empty();
    List<Step> steps = new ArrayList<>();
    variable.flatMap(name -> variables.declaration(name, first.site())).ifPresent(steps::add);
    Defect defect =
        second.side().access() == RacingAccess.CLOSE
            ? new Defect.UnorderedClose(
                Location.of(first.site()), Location.of(second.site()), launch(second))
            : new Defect.Race(
                variable.orElse(""), access(first), access(second), isSameCode(first, second));
    return Finding.of(
        RULE,
        Strength.OBSERVED,
        defect,
        Location.of(first.site()),
        test,
        new Explanation(
            sides.stream()
                .map(Side::side)
                .map(side -> participant(side, part(side.access())))
                .toList(),
            List.of(),
            steps,
            List.of(new Evidence.AccessesNotOrdered()),
            List.of(),
            Optional.empty()),
        fingerprints.of(
            RULE.id(), "race", Site.UNKNOWN, Site.UNKNOWN, places(first, second, variable)));
  }

  /** What makes up the race: also the callers, where they choose the memory. */
  private List<Site> places(Side first, Side second, Optional<String> variable) {
    List<Site> places = new ArrayList<>(List.of(first.site(), second.site()));
    if (variable.isPresent()
        && variables.isHandedIn(variable.get(), first.site())
        && variables.isHandedIn(variable.get(), second.site())) {
      places.addAll(callers(first));
      places.addAll(callers(second));
    }
    return places;
  }

  /** The call of the function that makes the access, if its caller is known. */
  private List<Site> callers(Side side) {
    List<Site> stack = frames.trimmed(side.side().stack()).frames();
    return stack.stream().skip(stack.indexOf(side.site()) + 1L).limit(1).toList();
  }

  /**
   * Which access came first is the schedule's choice, and so is whether the reading or the writing
   * half of an increment is seen: only the place decides. One that is known goes before one that is
   * not, code before its tests. Of a channel the send comes first: it is what would panic.
   */
  private static final Comparator<Side> FIRST_BY_PLACE =
      Comparator.<Side, Boolean>comparing(side -> side.side().access() == RacingAccess.CLOSE)
          .thenComparing(side -> side.site().equals(Site.UNKNOWN))
          .thenComparing(side -> side.site().file().endsWith("_test.go"))
          .thenComparing(side -> side.site().file())
          .thenComparingInt(side -> side.site().line())
          .thenComparing(side -> side.site().function())
          .thenComparing(side -> !side.side().access().isWrite());

  /** Of atomic accesses the detector may know nothing but the machinery. */
  private Site site(Stack stack) {
    return stack.frames().isEmpty() || frames.isScaffold(stack)
        ? Site.UNKNOWN
        : frames.primary(stack);
  }

  /** Whether the access is in the line itself, and not in a library function that it calls. */
  private static boolean isOwn(Side side) {
    return side.side().stack().frames().stream()
        .filter(frame -> !isRuntime(frame.packagePath()))
        .findFirst()
        .filter(side.site()::equals)
        .isPresent();
  }

  private static boolean isSameCode(Side first, Side second) {
    return first.site().equals(second.site())
        && first.side().access().isWrite() == second.side().access().isWrite();
  }

  private static boolean isRuntime(String path) {
    return path.equals("runtime")
        || path.startsWith("internal/runtime/")
        || path.equals("sync/atomic");
  }

  private static RacedVariable.Place place(Side side) {
    return new RacedVariable.Place(side.site(), side.side().access().isWrite());
  }

  private Access access(Side side) {
    return new Access(
        side.side().access().isWrite(),
        side.side().access().isAtomic(),
        Location.of(side.site()),
        launch(side));
  }

  private Optional<Access.Launch> launch(Side side) {
    Stack created = side.side().createdAt();
    return created.frames().isEmpty() || frames.isScaffold(created)
        ? Optional.empty()
        : Optional.of(new Access.Launch(Location.of(frames.primary(created)), "go"));
  }

  private static Part part(RacingAccess access) {
    return switch (access) {
      case READ, ATOMIC_READ -> Part.READS;
      case WRITE, ATOMIC_WRITE -> Part.WRITES;
      case SEND -> Part.SENDS;
      case CLOSE -> Part.CLOSES;
    };
  }

  private Participant participant(ObservedRace.Side side, Part part) {
    Stack created = side.createdAt();
    return new Participant(
        side.goroutine(),
        part,
        side.ended() ? new Condition.Exited() : new Condition.Running(),
        List.of(),
        frames.trimmed(side.stack()),
        frames.isScaffold(created) ? Stack.EMPTY : frames.trimmed(created),
        GoroutineId.NONE,
        List.of());
  }
}
