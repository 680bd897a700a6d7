package dev.harrier.cli.vet;

import dev.harrier.cli.session.ExitStatus;
import dev.harrier.cli.session.UserError;
import dev.harrier.model.file.IoErrors;
import dev.harrier.model.file.Trees;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.finding.Witness;
import dev.harrier.model.trace.Site;
import dev.harrier.report.store.StoreException;
import dev.harrier.report.words.Names;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.vet.WaysToRun;
import dev.harrier.vet.load.Exporter;
import dev.harrier.vet.load.GeneratedTest;
import dev.harrier.vet.load.VetException;
import dev.harrier.vet.load.VetRequest;
import dev.harrier.vet.ssa.Position;
import dev.harrier.vet.ssa.TestFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Makes static reports happen, with Go's race detector. First, tests are run one by one with
 * coverage, to see which of them run both accesses of a report; these are run often. Then, for what
 * is left, the tests that may run both accesses by the call graph, and at last tests that are
 * generated and call the function that leads to them. A report whose two lines raced is confirmed.
 * The rounds measure no coverage, for its counters would order what races. Where the first step
 * could not ask each test, a run of all together says which lines none came to.
 */
final class RaceConfirmation {
  private static final String GENERATED = "tried with a generated test";

  private final VetRequest request;
  private final Exporter exporter;
  private final ConfirmingTime time;
  private final RaceRuns runs;

  /**
   * @param request whose reports they are
   * @param time that there is for it
   */
  RaceConfirmation(VetRequest request, Exporter exporter, ConfirmingTime time, RaceRuns runs) {
    this.request = request;
    this.exporter = exporter;
    this.time = time;
    this.runs = runs;
  }

  /** The findings as the tests show them, and what to tell about that. */
  record Judged(List<Finding> findings, List<String> notes) {
    Judged noting(String note) {
      return new Judged(findings, Stream.concat(notes.stream(), Stream.of(note)).toList());
    }
  }

  /**
   * Tries all reports.
   *
   * @param ways to run both accesses of a report, by its fingerprint
   * @param generated where generated tests are kept
   */
  Judged judged(List<Finding> reports, Map<String, WaysToRun> ways, Path generated)
      throws UserError, ToolchainException, VetException, IOException {
    TestSelection selection = new TestSelection(reports, ways);
    if (selection.batches().isEmpty() || time.isInterrupted()) {
      return new Judged(reports, List.of());
    }
    Path directory = Files.createTempDirectory("harrier-confirm");
    try {
      Judged byTests = byTests(reports, selection, directory);
      return time.isOver() ? byTests : byGeneratedTests(byTests, ways, generated, directory);
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } finally {
      Trees.delete(directory);
    }
  }

  private Judged byTests(List<Finding> reports, TestSelection selection, Path directory)
      throws ToolchainException, StoreException, IOException {
    ShownRaces seen = new ShownRaces();
    ReachingTests reaching = runs.reaching(reports, selection, directory, seen);
    Set<Finding> untried = new HashSet<>();
    if (reaching.batch().isPresent()
        && !isRun(
            reaching.batch().get(), "running %s with -race".formatted(reaching), seen, directory)) {
      reports.stream().filter(f -> !reaching.of(f).isEmpty()).forEach(untried::add);
    }
    TestSelection rest =
        selection.after(
            reports.stream().filter(f -> seen.showing(f).isEmpty()).toList(), reaching::of);
    for (TestSelection.Batch batch : rest.batches()) {
      if (!isRun(batch, "running %s with -race".formatted(rest), seen, directory)) {
        reports.stream()
            .filter(f -> reaching.of(f).isEmpty() && rest.isIn(f, batch))
            .forEach(untried::add);
      }
    }
    untried.removeIf(f -> seen.showing(f).isPresent());
    List<Finding> judged =
        reports.stream()
            .map(f -> seen.showing(f).map(shown -> confirmed(f, shown)).orElse(f))
            .toList();
    List<String> notes = new ArrayList<>(reaching.note().stream().toList());
    if (untried.size() < judged.size()) {
      notes.add(note(judged, untried.size(), reaching, rest, seen));
    }
    if (!untried.isEmpty()) {
      notes.add(time.note(untried.size(), "tried"));
    }
    if (open(judged).isEmpty() || !seen.isAnyProcess() || time.isInterrupted()) {
      return new Judged(judged, notes);
    }
    List<Finding> unknown =
        open(judged).stream()
            .filter(f -> !untried.contains(f) && reaching.of(f).isEmpty())
            .filter(f -> !reaching.isKnown(f))
            .toList();
    ReachedLines together =
        runs.reached(unknown, selection.after(unknown, _ -> List.of()), directory);
    return new Judged(
        judged.stream()
            .map(f -> untried.contains(f) ? f : tried(f, selection, reaching, together))
            .toList(),
        notes);
  }

  private boolean isRun(TestSelection.Batch batch, String doing, ShownRaces seen, Path directory)
      throws ToolchainException, StoreException, IOException {
    return !time.isOver() && runs.race(batch, Optional.empty(), directory, doing, seen);
  }

  private Judged byGeneratedTests(
      Judged before, Map<String, WaysToRun> ways, Path parent, Path directory)
      throws ToolchainException, VetException, StoreException, IOException {
    List<Finding> open =
        open(before.findings()).stream().filter(f -> ways.containsKey(f.fingerprint())).toList();
    if (open.isEmpty()) {
      return before;
    }
    GeneratedTests tests;
    try {
      tests = GeneratedTests.written(generated(open, ways), parent);
    } catch (IOException e) {
      return before.noting("no tests were generated: " + IoErrors.described(e));
    } catch (VetException e) {
      if (time.isOver()) {
        return before.noting(time.note(open.size(), GENERATED));
      }
      throw e;
    }
    ShownRaces seen = new ShownRaces();
    Set<Finding> untried = run(open, tests, directory, seen);
    List<Finding> judged =
        before.findings().stream()
            .map(f -> open.contains(f) && !untried.contains(f) ? judged(f, tests, seen) : f)
            .toList();
    Judged after = new Judged(judged, before.notes()).noting(note(open, judged, tests));
    return untried.isEmpty() ? after : after.noting(time.note(untried.size(), GENERATED));
  }

  /** Runs the tests of some reports; these are left for which the time did not suffice. */
  private Set<Finding> run(
      List<Finding> reports, GeneratedTests tests, Path directory, ShownRaces seen)
      throws ToolchainException, StoreException, IOException {
    Set<Finding> untried = new HashSet<>();
    Optional<TestSelection.Batch> all = tests.batch(reports);
    if (all.isEmpty()) {
      return untried;
    }
    String doing = "running %s".formatted(Names.count(all.get().tests().size(), "generated test"));
    boolean finished =
        !time.isOver()
            && runs.race(all.get(), Optional.of(tests.overlay()), directory, doing, seen);
    // One that ended the process took the others' turn, one that does not compile all of them.
    boolean each = !finished || !seen.isAllWell();
    for (Finding report : each ? reports : List.<Finding>of()) {
      Optional<TestSelection.Batch> alone = tests.batch(List.of(report));
      if (alone.isPresent() && seen.showing(report).isEmpty()) {
        boolean done =
            alone.equals(all)
                ? finished
                : !time.isOver()
                    && runs.race(alone.get(), tests.overlay(report), directory, doing, seen);
        if (!done && seen.showing(report).isEmpty()) {
          untried.add(report);
        }
      }
    }
    return untried;
  }

  private Map<String, GeneratedTest> generated(List<Finding> reports, Map<String, WaysToRun> ways)
      throws VetException {
    List<Position> places =
        reports.stream()
            .flatMap(f -> Optional.ofNullable(ways.get(f.fingerprint())).stream())
            .map(WaysToRun::outermost)
            .distinct()
            .toList();
    List<GeneratedTest> tests = exporter.tests(request, places, time.over());
    Map<String, GeneratedTest> byReport = new HashMap<>();
    for (Finding report : reports) {
      WaysToRun way = Objects.requireNonNull(ways.get(report.fingerprint()));
      byReport.put(report.fingerprint(), tests.get(places.indexOf(way.outermost())));
    }
    return byReport;
  }

  private Finding judged(Finding report, GeneratedTests tests, ShownRaces seen) {
    return switch (tests.of(report).orElse(null)) {
      case GeneratedTest.Refused refused ->
          report.doubted(new Doubt.NoTestGenerated(refused.reason()));
      case GeneratedTest.Written written ->
          seen.showing(report)
              .map(_ ->
                  report
                      .confirmed(new Evidence.InGeneratedTest(written.call()), List.of())
                      .with(
                          Witness.of(
                              new Rerun.Command(
                                  tests.command(written, runs.flags(RaceRuns.ROUNDS))))))
              .orElseGet(() ->
                  report.doubted(
                      new Doubt.NotSeenInGeneratedTest(written.call(), RaceRuns.ROUNDS)));
      case null -> report;
    };
  }

  private static List<Finding> open(List<Finding> findings) {
    return findings.stream().filter(f -> f.strength() != Strength.CONFIRMED).toList();
  }

  /** A report that was not confirmed says what was run, and where that did not come. */
  private static Finding tried(
      Finding report, TestSelection selection, ReachingTests reaching, ReachedLines together) {
    if (report.strength() == Strength.CONFIRMED || !(report.defect() instanceof Defect.Race race)) {
      return report;
    }
    List<String> tests = names(report, reaching.of(report));
    if (reaching.isCertain(report)) {
      return report.doubted(new Doubt.RanWithoutRace(tests, reaching.rounds()));
    }
    Function<Location, Optional<Boolean>> isReached =
        at -> reaching.isReached(report, at).or(() -> together.isReached(at));
    return report.doubted(
        new Doubt.NotSeenInTests(
            tests.isEmpty() ? names(report, selection.named(report)) : tests,
            tests.isEmpty() ? RaceRuns.ROUNDS : reaching.rounds(),
            accesses(race, isReached, true),
            accesses(race, isReached, false)));
  }

  /** With their package, as code names it, where that is not the report's. */
  private static List<String> names(Finding report, List<TestFunction> tests) {
    String own = TestSelection.packageOf(report);
    return tests.stream()
        .map(t ->
            t.packagePath().equals(own)
                ? t.name()
                : t.packagePath().substring(t.packagePath().lastIndexOf('/') + 1) + "." + t.name())
        .distinct()
        .toList();
  }

  private static List<Site> accesses(
      Defect.Race race, Function<Location, Optional<Boolean>> isReached, boolean reached) {
    return Stream.of(race.first().at(), race.second().at())
        .filter(at -> isReached.apply(at).equals(Optional.of(reached)))
        .map(at -> new Site(at.function(), at.file(), at.line()))
        .distinct()
        .toList();
  }

  private static String note(
      List<Finding> judged,
      int untried,
      ReachingTests reaching,
      TestSelection rest,
      ShownRaces seen) {
    if (!seen.isAnyProcess()) {
      String which = (rest.batches().isEmpty() ? reaching : rest).toString();
      return seen.complaint()
          .map(why ->
              "nothing was confirmed: %s could not be run with -race (%s)".formatted(which, why))
          .orElseGet(() -> "nothing was confirmed by %s: there are none".formatted(which));
    }
    String run = "%s, run with -race %s";
    List<String> parts = new ArrayList<>(reaching.showing().stream().toList());
    reaching
        .batch()
        .ifPresent(b -> parts.add(run.formatted(reaching, RaceRuns.repeated(b.rounds()))));
    if (!rest.batches().isEmpty()) {
      parts.add(run.formatted(rest, RaceRuns.repeated(RaceRuns.ROUNDS)));
    }
    int confirmed = judged.size() - open(judged).size();
    boolean inVain = confirmed == 0 && seen.complaint().isPresent();
    return "%d of %d reported races happened in %s%s"
        .formatted(
            confirmed,
            judged.size() - untried,
            String.join("; and in ", parts),
            inVain ? "; some failed, and may not have reached the reported lines" : "");
  }

  private static String note(List<Finding> open, List<Finding> judged, GeneratedTests tests) {
    long generated =
        open.stream()
            .filter(f -> tests.of(f).orElse(null) instanceof GeneratedTest.Written)
            .count();
    if (generated == 0) {
      return "no test could be generated for %s"
          .formatted(Names.count(open.size(), "other report"));
    }
    return "tests were generated for %s, and %d of them happened there"
        .formatted(Names.count(generated, "other report"), open.size() - open(judged).size());
  }

  private static Finding confirmed(Finding report, Finding shown) {
    return report
        .confirmed(new Evidence.AccessesNotOrdered(), List.of())
        .chargedByDefaultTo(shown.test())
        .with(shown.witness());
  }
}
