package dev.harrier.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Cause;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Explanation;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.ObjectRef;
import dev.harrier.model.finding.Operation;
import dev.harrier.model.finding.Participant;
import dev.harrier.model.finding.Participant.Condition;
import dev.harrier.model.finding.Participant.Part;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.Step;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.InputKind;
import dev.harrier.model.trace.LockMode;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which findings are one defect. */
final class ShapesTest {
  private static final Witness.Reproduction ALL = new Witness.Reproduction(10, 10);

  private static final Defect DEADLOCK = new Defect.Deadlocked(true, BlockReason.CHAN_RECEIVE, 1);
  private static final Defect LEAK =
      new Defect.Leaked(BlockReason.CHAN_SEND, Optional.empty(), true, 1);
  private static final Defect ASSERTION = new Defect.TestFailed("lost");

  private static Site in(String file, int line) {
    return new Site("m.f", file, line);
  }

  private static Finding finding(
      String id, Defect defect, Optional<Cause> cause, Participant... participants) {
    Rule rule = new Rule(defect.getClass().getSimpleName(), "", "");
    return Finding.of(
            rule,
            Strength.OBSERVED,
            defect,
            Location.of(in("m_test.go", 3)),
            "TestM",
            new Explanation(
                List.of(participants),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty()),
            id)
        .with(Witness.NONE.causedBy(cause));
  }

  private static Finding explained(Finding of, List<Step> steps, List<Evidence> evidence) {
    Explanation before = of.explanation();
    return of.with(
        new Explanation(
            before.participants(),
            before.objects(),
            steps,
            evidence,
            before.doubts(),
            before.fix()));
  }

  private static Finding race(String id, String lock, String variable, Site... accesses) {
    Access access = new Access(false, false, Location.of(in("m.go", 3)), Optional.empty());
    Finding race = finding(id, new Defect.Race(variable, access, access, false), Optional.empty());
    return explained(
        race,
        List.of(),
        List.of(
            new Evidence.Unguarded(
                lock, List.of(new Evidence.Unguarded.Access(accesses[0], accesses[1])))));
  }

  @Test
  void racesOfOneMethodThatLacksALockAreOneDefect() {
    Site load = new Site("m.(*M).load", "m.go", 3);
    Site store = new Site("m.(*M).store", "m.go", 5);
    Site get = new Site("m.(*M).Get", "m.go", 20);
    Site all = new Site("m.(*M).All", "m.go", 30);
    Finding first = race("a", "M.mu", "m.value", load, get);
    assertThat(shapes(first, race("b", "M.mu", "m.size", store, get))).containsExactly("ba");
    assertThat(shapes(first, race("b", "M.mu", "m.value", load, all))).containsExactly("ba");
    assertThat(shapes(first, race("b", "M.mu", "m.size", store, all))).isEmpty();
    assertThat(shapes(first, race("b", "M.other", "m.size", store, get))).isEmpty();
  }

  @Test
  void plainAccessesOfTwoAtomicVariablesAreTwoDefects() {
    Site load = new Site("m.(*M).load", "m.go", 3);
    Site get = new Site("m.(*M).Get", "m.go", 20);
    Finding first = race("a", "", "m.value", load, get);
    assertThat(shapes(first, race("b", "", "m.value", load, load))).containsExactly("ba");
    assertThat(shapes(first, race("b", "", "m.size", load, get))).isEmpty();
  }

  private static Finding race(String id, Participant first, Participant second) {
    return finding(
        id,
        new Defect.Race("", access(first), access(second), false),
        Optional.empty(),
        first,
        second);
  }

  /** Of code outside the library. */
  private static Access access(Participant participant) {
    List<Site> frames = participant.stack().frames();
    Site own = frames.stream().filter(f -> f.function().startsWith("m.")).findFirst().orElseThrow();
    return new Access(true, false, Location.of(own), Optional.empty());
  }

  private static Participant accessing(int created, Site... stack) {
    return new Participant(
        new GoroutineId(created),
        Part.WRITES,
        new Condition.Running(),
        List.of(),
        new Stack(List.of(stack), false),
        new Stack(List.of(in("m.go", created)), false),
        new GoroutineId(1),
        List.of());
  }

  /** Their own accesses, those of other types, and those of other goroutines are others. */
  @Test
  void racesInMethodsOfOneLibraryTypeAreOneDefect() {
    Site write = new Site("bufio.(*Writer).Write", "bufio.go", 1);
    Site flush = new Site("bufio.(*Writer).Flush", "bufio.go", 2);
    Site read = new Site("bufio.(*Reader).Read", "bufio.go", 3);
    Finding first =
        race("a", accessing(1, write, in("m.go", 5)), accessing(2, flush, in("m.go", 6)));
    assertThat(
            shapes(
                first,
                race("b", accessing(2, write, in("m.go", 9)), accessing(1, write, in("m.go", 5))),
                race("c", accessing(1, write, in("m.go", 5)), accessing(3, write, in("m.go", 9))),
                race("d", accessing(1, read, in("m.go", 5)), accessing(2, read, in("m.go", 6))),
                race("e", accessing(1, in("m.go", 5)), accessing(2, write, in("m.go", 6))),
                race("f", accessing(1, in("m.go", 5)), accessing(2, in("m.go", 6)))))
        .containsExactly("ba");
  }

  /** In whatever functions; a field of that name is another variable. */
  @Test
  void racesOfOneVariableOfAPackageAreOneDefect() {
    Site one = new Site("m.fill", "m.go", 3);
    Site read = new Site("m.read", "m.go", 9);
    Finding first = declared(race("a", accessing(1, one), accessing(2, one)), "m", 1);
    assertThat(
            shapes(
                first,
                declared(race("b", accessing(1, one), accessing(2, read)), "m", 1),
                declared(race("c", accessing(1, one), accessing(2, read)), "m", 2),
                declared(race("d", accessing(1, one), accessing(2, read)), "m.T", 1)))
        .containsExactly("ba");
  }

  /** A shape that takes a late goroutine is harder to believe. */
  @Test
  void theShapeWithTheFewestDoubtsStandsForTheOthers() {
    Site one = new Site("m.fill", "m.go", 3);
    Finding late =
        declared(race("a", accessing(1, one), accessing(2, one)), "m", 1)
            .doubted(new Doubt.SlownessAssumed(60_000));
    assertThat(shapes(late, declared(race("b", accessing(1, one), accessing(2, one)), "m", 1)))
        .containsExactly("ab");
  }

  private static Finding declared(Finding race, String owner, int line) {
    Location at = Location.of(in("m.go", line));
    return explained(race, List.of(new Step.Declared("names", owner, at)), List.of());
  }

  private static Finding apart(String id, Evidence.Contract.Reason why, Site... accesses) {
    Finding race = race(id, accessing(1, accesses[0]), accessing(2, accesses[1]));
    return explained(race, List.of(), List.of(new Evidence.Contract(why, "m.names", "m.go:1")));
  }

  /** Calls that share no object race in two lines of a function; those of one object may. */
  @Test
  void racesOfCallsThatShareNoObjectInTheSameFunctionsAreOneDefect() {
    Site one = new Site("m.fill", "m.go", 3);
    Site other = new Site("m.fill", "m.go", 4);
    Site read = new Site("m.read", "m.go", 9);
    Finding first = apart("a", Evidence.Contract.Reason.OWN_USE, one, one);
    assertThat(
            shapes(
                first,
                apart("b", Evidence.Contract.Reason.PACKAGE_FUNCTIONS, one, other),
                apart("c", Evidence.Contract.Reason.OWN_USE, one, read),
                apart("d", Evidence.Contract.Reason.DOCUMENTED, one, other)))
        .containsExactly("ba");
  }

  private static Finding finding(String id, Defect defect, Cause cause) {
    return finding(id, defect, Optional.of(cause));
  }

  /** The goroutines and objects are others in each run. */
  private static Cause.Side side(int number, Action action, Site... stack) {
    return new Cause.Side(
        new Operation(new GoroutineId(number), action, stack[0], 1, number, number),
        new Stack(List.of(stack), false),
        new GoroutineName(number),
        number);
  }

  private static ObjectRef object(int number, ObjectKind kind) {
    return new ObjectRef(new ObjectId(number), kind);
  }

  private static Action locked(int number) {
    return new Action.Locked(object(number, ObjectKind.MUTEX), LockMode.WRITE);
  }

  private static Action received(int number, boolean value) {
    return new Action.Received(object(number, ObjectKind.CHANNEL), value, true);
  }

  private static Cause.Orders order(int run, int line, String test) {
    return new Cause.Orders(
        List.of(
            new Cause.Order(
                side(run, locked(run), in("m.go", line), in(test, 9)),
                side(run + 1, locked(run), in("m.go", 30), in("m.go", 40)))),
        Cause.Under.DEFAULT_ORDER,
        ALL,
        ALL);
  }

  private static Cause.Choice choice(int run, int selected, Action taken) {
    return new Cause.Choice(
        side(run, taken, in("m.go", 20)),
        side(run, new Action.Sent(object(run, ObjectKind.CHANNEL), true), in("m.go", 20)),
        Optional.of(selected),
        true,
        ALL,
        ALL);
  }

  /** The fingerprints of the findings that another one stands for, with that one's. */
  private static List<String> shapes(Finding... findings) {
    Shapes shapes = Shapes.among(List.of(findings));
    return Stream.of(findings)
        .flatMap(
            f -> shapes.shapeOf(f).stream().map(first -> f.fingerprint() + first.fingerprint()))
        .toList();
  }

  @Test
  void oneCauseOfTwoTestsIsOneDefect() {
    Finding first = finding("a", DEADLOCK, order(1, 10, "one_test.go"));
    Finding second = finding("b", LEAK, order(7, 10, "two_test.go"));
    Finding other = finding("c", DEADLOCK, order(1, 11, "one_test.go"));
    assertThat(shapes(first, second, other)).containsExactly("ba");
    Shapes shapes = Shapes.among(List.of(first, second, other));
    assertThat(shapes.of(first)).containsExactly(second);
    assertThat(shapes.without(List.of(first, second, other))).containsExactly(first, other);
  }

  @Test
  void itMustEndInTheSameWay() {
    assertThat(
            shapes(
                finding("a", DEADLOCK, order(1, 10, "one_test.go")),
                finding("b", ASSERTION, order(1, 10, "one_test.go")),
                finding("c", ASSERTION, order(4, 10, "two_test.go"))))
        .containsExactly("cb");
  }

  /** A lock that a library takes for two callers is two places. */
  @Test
  void operationsCalledFromOtherPlacesAreOthers() {
    assertThat(
            shapes(
                finding("a", DEADLOCK, order(1, 10, "one.go")),
                finding("b", DEADLOCK, order(1, 10, "two.go")),
                finding("c", DEADLOCK, order(1, 10, "three_test.go"))))
        .isEmpty();
  }

  @Test
  void whereOtherDecisionsTakePartNothingIsJoined() {
    Cause.Orders whole = order(1, 10, "one_test.go");
    Cause earlier = new Cause.Orders(whole.orders(), Cause.Under.EARLIER_DECISIONS, ALL, ALL);
    Cause nineOfTen =
        new Cause.Orders(
            whole.orders(), Cause.Under.DEFAULT_ORDER, ALL, new Witness.Reproduction(9, 10));
    assertThat(
            shapes(
                finding("a", DEADLOCK, whole),
                finding("b", DEADLOCK, earlier),
                finding("c", DEADLOCK, earlier),
                finding("d", DEADLOCK, nineOfTen),
                finding("e", DEADLOCK, new Cause.NoOrder(0, ALL)),
                finding("f", DEADLOCK, new Cause.NoOrder(0, ALL)),
                finding("g", DEADLOCK, new Cause.CutOff(3)),
                finding("h", DEADLOCK, new Cause.CutOff(3))))
        .isEmpty();
  }

  @Test
  void casesOfOneSelectAreDifferentCauses() {
    Cause.Choice unknown =
        new Cause.Choice(
            choice(1, 0, received(1, true)).taken(),
            choice(1, 0, received(1, true)).otherwise(),
            Optional.empty(),
            true,
            ALL,
            ALL);
    assertThat(
            shapes(
                finding("a", DEADLOCK, choice(1, 1, received(1, true))),
                finding("b", DEADLOCK, choice(4, 1, received(4, true))),
                finding("c", DEADLOCK, choice(1, 2, received(1, true))),
                finding("d", DEADLOCK, choice(1, 1, received(1, false))),
                finding(
                    "e",
                    DEADLOCK,
                    choice(1, 1, new Action.Blocked(BlockReason.SELECT, ObjectRef.NIL_CHANNEL))),
                finding("f", DEADLOCK, unknown),
                finding("g", DEADLOCK, unknown)))
        .containsExactly("ba");
  }

  private static Cause.Late late(int run, int line, Optional<Cause.Timer> timer) {
    return new Cause.Late(
        timer,
        side(run, locked(run), in("m.go", line), in(run + "_test.go", 9)),
        run * 1_000L,
        Cause.Under.DEFAULT_ORDER,
        ALL,
        ALL);
  }

  private static Optional<Cause.Timer> timer(int run, Site... stack) {
    return Optional.of(
        new Cause.Timer(
            stack[0],
            new Stack(List.of(stack), false),
            new GoroutineId(run),
            "time.After",
            false,
            run));
  }

  /** However long it is, and whichever test it is in. */
  @Test
  void oneDelayIsOneDefect() {
    Optional<Cause.Timer> first = timer(1, in("m.go", 50), in("1_test.go", 8));
    Optional<Cause.Timer> second = timer(2, in("m.go", 50), in("2_test.go", 8));
    Optional<Cause.Timer> other = timer(3, in("m.go", 51), in("3_test.go", 8));
    Optional<Cause.Timer> ofTest = timer(4, in("4_test.go", 8));
    Optional<Cause.Timer> unknown =
        Optional.of(new Cause.Timer(in("", 0), Stack.EMPTY, GoroutineId.NONE, "", false, 0));
    assertThat(
            shapes(
                finding("a", ASSERTION, late(1, 10, first)),
                finding("b", ASSERTION, late(2, 10, second)),
                finding("c", DEADLOCK, late(2, 10, second)),
                finding("d", ASSERTION, late(3, 10, other)),
                finding("e", ASSERTION, late(4, 10, ofTest)),
                finding("f", ASSERTION, late(2, 11, second)),
                finding("g", ASSERTION, late(5, 10, unknown)),
                finding("h", ASSERTION, late(6, 10, unknown)),
                finding("i", ASSERTION, late(7, 10, Optional.empty())),
                finding("j", ASSERTION, late(8, 10, Optional.empty()))))
        .containsExactly("ba", "ji");
  }

  @Test
  void codeThatTakesLongAtOnePlaceIsOneDefect() {
    Action reads = new Action.ReadInput(InputKind.CLOCK);
    assertThat(
            shapes(
                finding("a", ASSERTION, slow(1, true, side(1, reads, in("m.go", 10)))),
                finding("b", ASSERTION, slow(2, true, side(2, reads, in("m.go", 10)))),
                finding("c", ASSERTION, slow(2, true, side(2, reads, in("m.go", 11)))),
                finding("d", ASSERTION, slow(1, false, side(1, reads, in("m.go", 10))))))
        .containsExactly("ba");
  }

  private static Cause slow(int run, boolean alone, Cause.Side reading) {
    return new Cause.Slow(reading, run * 2L, run, alone, ALL, ALL);
  }

  @Test
  void ofADelayThatIsNotTheWholeCauseNothingIsJoined() {
    Cause.Late whole = late(1, 10, Optional.empty());
    Cause.Late earlier =
        new Cause.Late(whole.timer(), whole.late(), 1, Cause.Under.EARLIER_DECISIONS, ALL, ALL);
    Cause.Late nineOfTen =
        new Cause.Late(
            whole.timer(),
            whole.late(),
            1,
            Cause.Under.DEFAULT_ORDER,
            ALL,
            new Witness.Reproduction(9, 10));
    assertThat(
            shapes(
                finding("a", ASSERTION, whole),
                finding("b", ASSERTION, earlier),
                finding("c", ASSERTION, nineOfTen)))
        .isEmpty();
  }

  private static Participant stuck(int id, Part part, int line) {
    return new Participant(
        new GoroutineId(id),
        part,
        new Condition.Blocked(BlockReason.MUTEX_LOCK, in("m.go", line)),
        List.of(),
        new Stack(List.of(in("m.go", line)), false),
        new Stack(List.of(in("m_test.go", line)), false),
        new GoroutineId(1),
        List.of());
  }

  @Test
  void aCycleIsOneDefectWhetherTheTestEndedOrNot() {
    Finding leak =
        finding(
            "a",
            new Defect.Leaked(BlockReason.MUTEX_LOCK, Optional.empty(), true, 2),
            Optional.empty(),
            stuck(7, Part.STUCK, 10),
            stuck(8, Part.IN_THE_CYCLE, 20),
            stuck(9, Part.STUCK_BEHIND, 30));
    Defect deadlock = new Defect.Deadlocked(true, BlockReason.MUTEX_LOCK, 2);
    Finding behind =
        finding(
                "b",
                deadlock,
                Optional.empty(),
                stuck(3, Part.STUCK, 20),
                stuck(2, Part.IN_THE_CYCLE, 10),
                stuck(1, Part.STUCK_WITH, 40))
            .with(
                new Witness(
                    Witness.NONE.rerun(),
                    Optional.empty(),
                    Optional.of(ALL),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
    Finding other =
        finding(
            "c",
            deadlock,
            Optional.empty(),
            stuck(3, Part.STUCK, 20),
            stuck(2, Part.IN_THE_CYCLE, 11));
    Finding alone =
        finding(
            "d",
            new Defect.Deadlocked(true, BlockReason.MUTEX_LOCK, 1),
            Optional.empty(),
            stuck(3, Part.STUCK, 10));
    Finding alike = finding("e", LEAK, Optional.empty(), stuck(3, Part.STUCK, 10));
    assertThat(shapes(leak, behind, other, alone, alike)).containsExactly("ab");
  }

  @Test
  void theStrongerStandsForTheOthersAndWhatIsKnownForNone() {
    Finding weak = finding("a", DEADLOCK, order(1, 10, "one_test.go")).with(Strength.SUSPICIOUS);
    Finding strong = finding("b", DEADLOCK, order(4, 10, "two_test.go"));
    Finding stronger = finding("c", DEADLOCK, order(6, 10, "three_test.go"));
    assertThat(shapes(weak, strong, stronger)).containsExactly("ab", "cb");
    RunReport sample = new SampleReports(Path.of("/m")).leak();
    RunReport report = new RunReport(sample.run(), List.of(weak, strong, stronger));
    assertThat(report.shapes().size()).isEqualTo(2);
    FailurePolicy policy = report.run().policy();
    RunReport known =
        report.judgedBy(new FailurePolicy(policy.failOn(), new Baseline("before", Set.of("b"))));
    assertThat(known.failing()).containsExactly(stronger);
    assertThat(known.shapes().shapeOf(stronger)).isEmpty();
    assertThat(known.shapes().shapeOf(weak)).containsSame(stronger);
  }
}
