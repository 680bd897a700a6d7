package dev.harrier.analysis.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.analysis.Analyzed;
import dev.harrier.analysis.explain.AnalysisContext;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObservedRace;
import dev.harrier.model.trace.ObservedRace.Side;
import dev.harrier.model.trace.RacingAccess;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.Trace;
import dev.harrier.tracing.text.TextTrace;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SeenRacesTest {
  private static final List<String> SOURCE =
      """
      package app

      type cache struct {
      	mu   sync.Mutex
      	hits int
      	all  map[string]int
      }

      func (c *cache) hit() {
      	c.hits++
      }

      func (c *cache) put(k string) { c.all[k] = 1 // not c.hits = 1
      	a, b := c.all["x = 3"], c.hits
      	a, c.hits = b, a
      	c.sum.Add(c.hits)
      }

      func run(n int) {
      	x := n
      	go func() { x = 2 }()
      	println(x)
      }

      func inc(p *int) {
      	*p++
      }

      func (c *cache) visit() {
      	inc(&c.hits)
      	inc(&c.misses)
      }

      var (
      	known = map[string]int{
      		seen: 1,
      	}
      	total, seen int
      )

      func count() {
      	seen++
      }
      """
          .lines()
          .toList();

  private static final AnalysisContext CONTEXT =
      new AnalysisContext(
          List.of("app"), "/go", file -> file.equals("/app/a.go") ? SOURCE : List.of());

  private static Stack stack(Site... frames) {
    return new Stack(Arrays.asList(frames), false);
  }

  private static Site at(String function, int line) {
    return new Site("app." + function, "/app/a.go", line);
  }

  private static Side side(boolean write, Stack stack, Stack createdAt) {
    return new Side(RacingAccess.of(write, false), GoroutineId.NONE, stack, createdAt, false);
  }

  private static Side side(boolean write, Site at) {
    return side(write, stack(at), stack(at("run", 21)));
  }

  private static List<Finding> findings(String trace, ObservedRace... races) {
    Trace read = TextTrace.parse(trace);
    SeenRaces seen = new SeenRaces(Arrays.asList(races), read, CONTEXT);
    var _ = read.replay(seen::see);
    return seen.findings();
  }

  private static Finding finding(Side latest, Side earlier) {
    return findings("", new ObservedRace(latest, earlier)).getFirst();
  }

  private static Defect.Race race(Side latest, Side earlier) {
    return (Defect.Race) finding(latest, earlier).defect();
  }

  @Test
  void aRaceWasObserved() {
    Finding finding =
        finding(side(true, at("(*cache).hit", 10)), side(false, at("(*cache).put", 14)));
    assertThat(finding.rule().id()).isEqualTo("data-race");
    assertThat(finding.strength()).isEqualTo(Strength.OBSERVED);
    assertThat(finding.location().line()).isEqualTo(10);
    assertThat(Analyzed.message(finding))
        .isEqualTo(
            "c.hits is written here by the goroutine started at a.go:21 (go) and read at a.go:14"
                + " without synchronization");
    assertThat(Analyzed.parts(finding)).containsExactly("writes", "reads");
    assertThat(Analyzed.steps(finding)).containsExactly("c.hits is declared in cache at a.go:5");
  }

  @Test
  void aVariableOfThePackageMayBeDeclaredInABlock() {
    Side write = side(true, at("count", 42));
    assertThat(Analyzed.steps(finding(write, write)))
        .containsExactly("seen is declared in app at a.go:38");
  }

  @Test
  void whichAccessCameFirstDoesNotMatter() {
    Side write = side(true, at("(*cache).hit", 10));
    Side read = side(false, at("(*cache).put", 14));
    Finding one = finding(write, read);
    Finding other = finding(read, write);
    assertThat(other.fingerprint()).isEqualTo(one.fingerprint());
    assertThat(other.location()).isEqualTo(one.location());
    assertThat(finding(read, side(true, at("(*cache).put", 15))).fingerprint())
        .isNotEqualTo(one.fingerprint());
  }

  @Test
  void bothHalvesOfAnIncrementAreOneRace() {
    Side write = side(true, at("(*cache).hit", 10));
    Side read = side(false, at("(*cache).hit", 10));
    List<Finding> findings =
        findings("", new ObservedRace(write, write), new ObservedRace(read, write));
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().count()).isEqualTo(2);
  }

  /** The function that races is one, the variables are two; each needs an order of its own. */
  @Test
  void memoryThatCallersHandInIsToldApartByTheCallers() {
    Site increment = at("inc", 26);
    Side hits = side(true, stack(increment, at("(*cache).visit", 30)), stack(at("run", 21)));
    Side misses = side(true, stack(increment, at("(*cache).visit", 31)), stack(at("run", 21)));
    List<Finding> findings =
        findings(
            "",
            new ObservedRace(hits, hits),
            new ObservedRace(misses, misses),
            new ObservedRace(hits, hits));
    assertThat(findings).extracting(Finding::count).containsExactly(2, 1);
    assertThat(findings).extracting(Finding::fingerprint).doesNotHaveDuplicates();

    Site method = at("(*cache).hit", 10);
    assertThat(
            findings(
                "",
                new ObservedRace(side(true, stack(method, increment), stack()), hits),
                new ObservedRace(side(true, stack(method, at("run", 20)), stack()), hits)))
        .as("all callers of a method mean the same field")
        .hasSize(1);
  }

  @Test
  void theVariableIsNamedWhereTheLinesLeaveNoChoice() {
    Side hit = side(true, at("(*cache).hit", 10));
    assertThat(race(hit, side(false, at("(*cache).put", 16))).variable()).isEqualTo("c.hits");
    assertThat(race(hit, side(true, at("(*cache).put", 15))).variable()).isEqualTo("c.hits");
    assertThat(race(hit, side(true, at("(*cache).put", 13))).variable())
        .as("a comment assigns nothing")
        .isEmpty();
    assertThat(race(hit, side(false, at("run", 22))).variable()).isEmpty();
    Side map = side(true, at("(*cache).put", 13));
    assertThat(race(map, side(false, at("(*cache).put", 14))).variable()).isEqualTo("c.all");
    Side local = side(true, at("run.func1", 21));
    assertThat(race(local, side(false, at("run", 22))).variable()).isEqualTo("x");
  }

  @Test
  void whatALibraryDoesWithAnArgumentIsNotNamed() {
    Site put = at("(*cache).put", 14);
    Side library =
        side(
            false,
            stack(new Site("strings.Index", "/go/src/strings/s.go", 3), put),
            stack(at("run", 21)));
    Finding finding = finding(side(true, at("(*cache).hit", 10)), library);
    assertThat(((Defect.Race) finding.defect()).variable()).isEmpty();
    assertThat(Analyzed.message(finding)).startsWith("the same memory is written here");
  }

  @Test
  void anAccessWithoutFramesIsAtAnUnknownPlace() {
    Finding finding =
        finding(side(false, Stack.EMPTY, Stack.EMPTY), side(true, at("(*cache).hit", 10)));
    assertThat(finding.location().line()).isEqualTo(10);
    assertThat(Analyzed.message(finding)).contains("and read at an unknown place");
  }

  private static final String TWO_TESTS =
      """
      g1 spawn g7 testing.tRunner testing.go:10 @ testing.(*T).Run testing.go:20 < main.main m.go:3
      g7 test-begin t1 TestA
      g7 spawn g8 app.TestA.func1 /app/a.go:31 @ app.start /app/a.go:30 < app.TestA /app/a.go:29
      g7 test-end t1 passed
      g1 spawn g9 testing.tRunner testing.go:10 @ testing.(*T).Run testing.go:20 < main.main m.go:3
      g9 test-begin t2 TestB
      g9 spawn g10 app.TestB.func1 /app/a.go:31 @ app.start /app/a.go:30 < app.TestB /app/a.go:39
      g9 test-fail t2 @ testing.(*common).Errorf testing.go:5 < testing.(*common).checkRaces testing.go:6
      g9 test-end t2 failed
      """;

  private static final Stack OF_TEST =
      stack(
          new Site("testing.(*T).Run", "/go/src/testing/testing.go", 20),
          new Site("main.main", "m.go", 3));

  @Test
  void aRaceIsChargedToTheTestWhoseGoroutineItIs() {
    Side test =
        side(
            false,
            stack(at("TestB", 40), new Site("testing.tRunner", "/go/src/testing/testing.go", 11)),
            OF_TEST);
    Side child =
        side(
            true,
            stack(at("(*cache).hit", 10)),
            stack(at("start", 30), at("TestB", 39), new Site("testing.tRunner", "t.go", 11)));
    Finding finding = findings(TWO_TESTS, new ObservedRace(test, child)).getFirst();
    assertThat(finding.test()).isEqualTo("TestB");
    assertThat(finding.participants())
        .extracting(p -> p.id().value())
        .containsExactlyInAnyOrder(9L, 10L);
  }

  @Test
  void amongGoroutinesThatAreAlikeTheTestThatFailedByARaceDecides() {
    Side either = side(true, stack(at("(*cache).hit", 10)), stack(at("start", 30)));
    Finding finding = findings(TWO_TESTS, new ObservedRace(either, either)).getFirst();
    assertThat(finding.test()).isEqualTo("TestB");
  }

  /** What package sync shows detectors of a wait group. */
  @Test
  void anAddThatRacesWithTheWaitIsMisuseOfTheGroup() {
    Site read = new Site("internal/race.Read", "/go/src/internal/race/norace.go", 40);
    Site add = new Site("sync.(*WaitGroup).Add", "/go/src/sync/waitgroup.go", 108);
    Site wait = new Site("sync.(*WaitGroup).Wait", "/go/src/sync/waitgroup.go", 176);
    Side adds = side(false, stack(read, add, at("(*cache).put", 14)), Stack.EMPTY);
    Side waits = side(true, stack(wait, at("run", 23)), Stack.EMPTY);
    for (Finding finding : List.of(finding(adds, waits), finding(waits, adds))) {
      assertThat(finding.rule().id()).isEqualTo("waitgroup-misuse");
      assertThat(finding.location().line()).isEqualTo(14);
      assertThat(finding.defect()).isEqualTo(new Defect.UnorderedAdd(at("run", 23)));
      assertThat(finding.fingerprint()).isEqualTo(finding(adds, waits).fingerprint());
    }
    // A plain write to the group, such as a copy of it, is a race of the memory.
    Side copies = side(true, stack(at("run", 23)), Stack.EMPTY);
    assertThat(finding(adds, copies).rule().id()).isEqualTo("data-race");
  }

  /** Go's detector loses the frames of both calls; the trace has them. */
  @Test
  void theTraceKnowsWhereAnAddRacesWithTheWait() {
    Site read = new Site("runtime.raceread", "<autogenerated>", 1);
    Site write = new Site("runtime.racewrite", "<autogenerated>", 1);
    Site creation = at("run", 20);
    ObservedRace race =
        new ObservedRace(
            side(true, stack(write), Stack.EMPTY), side(false, stack(read), stack(creation)));
    String calls =
        """
        g1 spawn g8 app.accept a.go:2 @ app.run /app/a.go:20
        g8 add o1 +1 @ app.accept /app/a.go:14
        g1 block [sync.WaitGroup.Wait] o1 @ app.run /app/a.go:23
        """;
    Finding finding = findings(calls, race).getFirst();
    assertThat(finding.rule().id()).isEqualTo("waitgroup-misuse");
    assertThat(finding.location().line()).isEqualTo(14);
    assertThat(((Defect.UnorderedAdd) finding.defect()).waitSite().line()).isEqualTo(23);
    assertThat(findings("", race).getFirst().rule().id()).isEqualTo("data-race");
  }
}
