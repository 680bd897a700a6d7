package dev.harrier.analysis.race;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObservedRace;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Stack;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.Trace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which goroutines of a trace made the accesses of a race that another detector saw, and for which
 * test. The detector and the trace have the places in common where goroutines were created, and the
 * testing package says which tests failed by a race: that is mostly enough for the test, and often
 * for the goroutine.
 */
final class RacingGoroutines {
  /** The method by which the testing package asks the detector at the end of a test. */
  private static final String CHECK = "testing.(*common).checkRaces";

  /** What runs the function of a test in its goroutine. */
  private static final String RUNNER = "testing.tRunner";

  /** Goroutines with equal ends of their creator's stacks are taken for alike. */
  private static final int COMPARED = 6;

  private static final Pattern TEST =
      Pattern.compile("\\.((?:Test|Benchmark|Fuzz|Example)[\\p{L}\\d_]*)(?:\\.|$)");

  /** What a subtest adds to the name of the test that it is in. */
  private static final Pattern TOP_LEVEL = Pattern.compile("/.*");

  private static final GoroutineId MAIN = new GoroutineId(1);

  private final Trace trace;
  private final Map<StackId, List<GoroutineId>> created = new HashMap<>();
  private final Map<GoroutineId, TestId> runs = new HashMap<>();
  private final Set<String> failed = new LinkedHashSet<>();

  RacingGoroutines(Trace trace) {
    this.trace = trace;
  }

  void see(Event event) {
    switch (event) {
      case Event.Spawn spawn ->
          created.computeIfAbsent(spawn.stack(), _ -> new ArrayList<>()).add(spawn.child());
      case Event.TestBegin begin -> runs.put(begin.goroutine(), begin.test());
      case Event.TestFail fail when isByRace(fail) -> failed.add(trace.test(fail.test()).name());
      default -> {
        // Nothing else says whose a goroutine is.
      }
    }
  }

  boolean isByRace(Event.TestFail fail) {
    return trace.stack(fail.stack()).frames().stream()
        .anyMatch(site -> site.function().equals(CHECK));
  }

  /**
   * A race with what is known of its goroutines.
   *
   * @param test the name of the test to charge, or ""
   */
  record Known(ObservedRace race, String test) {}

  Known of(ObservedRace race) {
    List<GoroutineId> latest = candidates(race.latest());
    List<GoroutineId> earlier = candidates(race.earlier());
    Set<String> mine = tests(latest);
    Set<String> others = tests(earlier);
    String test = "";
    List<Set<String>> tries =
        List.of(
            both(both(mine, others), failed),
            both(mine, failed),
            both(others, failed),
            both(mine, others),
            mine,
            others);
    for (Set<String> tests : tries) {
      if (!tests.isEmpty()) {
        test = common(tests);
        break;
      }
    }
    String charged = test;
    return new Known(
        new ObservedRace(
            known(race.latest(), latest, charged), known(race.earlier(), earlier, charged)),
        charged);
  }

  /** The same side with its goroutine, if only one can be meant. */
  private ObservedRace.Side known(
      ObservedRace.Side side, List<GoroutineId> candidates, String test) {
    List<GoroutineId> ofTest =
        candidates.stream().filter(g -> tests(List.of(g)).contains(test)).toList();
    List<GoroutineId> left = ofTest.isEmpty() ? candidates : ofTest;
    return left.size() == 1 ? side.by(left.getFirst()) : side;
  }

  private List<GoroutineId> candidates(ObservedRace.Side side) {
    if (side.createdAt().frames().isEmpty()) {
      return List.of(MAIN);
    }
    List<Site> wanted = compared(side.createdAt());
    String function = testFunction(side.stack());
    return created.entrySet().stream()
        .filter(entry -> areAlike(compared(trace.stack(entry.getKey())), wanted))
        .flatMap(entry -> entry.getValue().stream())
        .filter(goroutine -> function.isEmpty() || mayRun(goroutine, function))
        .filter(goroutine -> isOfTests(goroutine, testsIn(side.stack())))
        .toList();
  }

  /** The tests in whose functions, or in literals of them, the access is made. */
  private static Set<String> testsIn(Stack stack) {
    return stack.frames().stream()
        .map(site -> TEST.matcher(site.function()))
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1))
        .collect(Collectors.toSet());
  }

  private boolean isOfTests(GoroutineId goroutine, Set<String> top) {
    return top.isEmpty()
        || tests(List.of(goroutine)).stream()
            .anyMatch(name -> top.contains(TOP_LEVEL.matcher(name).replaceFirst("")));
  }

  private static List<Site> compared(Stack stack) {
    return stack.frames().stream()
        .filter(site -> !site.packagePath().equals("runtime"))
        .limit(COMPARED)
        .toList();
  }

  /**
   * Whether both are the same stack. The detector leaves out frames, those of callers of sync; the
   * trace may end early.
   */
  private static boolean areAlike(List<Site> traced, List<Site> seen) {
    if (traced.isEmpty() || seen.isEmpty() || !isSame(traced.getFirst(), seen.getFirst())) {
      return false;
    }
    int next = 0;
    for (Site site : traced) {
      if (next < seen.size() && isSame(site, seen.get(next))) {
        next++;
      }
    }
    return next == Math.min(traced.size(), seen.size()) || next == seen.size();
  }

  private static boolean isSame(Site a, Site b) {
    return a.line() == b.line() && a.function().equals(b.function());
  }

  /** The function of the test that a goroutine runs, without its package; "" if it runs none. */
  private static String testFunction(Stack stack) {
    String before = "";
    for (Site site : stack.frames()) {
      if (site.function().equals(RUNNER)) {
        return before;
      }
      String name = site.function();
      before = name.substring(name.indexOf('.', name.lastIndexOf('/') + 1) + 1);
    }
    return "";
  }

  /** The literal that a subtest runs has the name of the test's function, and more. */
  private boolean mayRun(GoroutineId goroutine, String function) {
    TestId test = runs.get(goroutine);
    if (test == null) {
      return false;
    }
    String name = trace.test(test).name();
    int slash = name.indexOf('/');
    return slash < 0
        ? function.equals(name) || !function.startsWith("Test")
        : function.startsWith(name.substring(0, slash) + ".") || !function.startsWith("Test");
  }

  private Set<String> tests(List<GoroutineId> goroutines) {
    return goroutines.stream()
        .map(g -> runs.getOrDefault(g, trace.goroutine(g).test()))
        .filter(test -> !test.equals(TestId.NONE))
        .map(test -> trace.test(test).name())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Set<String> both(Set<String> a, Set<String> b) {
    Set<String> both = new LinkedHashSet<>(a);
    both.retainAll(b);
    return both;
  }

  /** The only test, or the one whose subtests they all are; "" if there is none. */
  private static String common(Set<String> tests) {
    String first = tests.iterator().next();
    for (String prefix = first; ; prefix = prefix.substring(0, prefix.lastIndexOf('/'))) {
      String parent = prefix;
      if (tests.stream().allMatch(t -> t.equals(parent) || t.startsWith(parent + "/"))) {
        return prefix;
      }
      if (prefix.indexOf('/') < 0) {
        return "";
      }
    }
  }
}
