package dev.harrier.cli.vet;

import dev.harrier.cli.session.ExitStatus;
import dev.harrier.cli.session.UserError;
import dev.harrier.model.file.IoErrors;
import dev.harrier.model.file.Trees;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes static reports happen, with Go's race detector. First the tests that may run both accesses
 * of one are run; a report whose two lines raced there is confirmed. Then, for those that are left,
 * tests are generated that call the function that leads to them. Of what no test showed, a run that
 * measures coverage says which lines no test came to: that one is apart, for its counters would
 * order what races.
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
    RaceRuns.Seen seen = new RaceRuns.Seen();
    List<TestSelection.Batch> unfinished = new ArrayList<>();
    for (TestSelection.Batch batch : selection.batches()) {
      if (time.isOver()
          || !runs.race(
              batch,
              Optional.empty(),
              directory,
              "running %s with -race".formatted(selection),
              seen)) {
        unfinished.add(batch);
      }
    }
    List<Finding> judged =
        reports.stream()
            .map(f -> seen.showing(f).map(shown -> confirmed(f, shown)).orElse(f))
            .toList();
    Set<Finding> untried =
        open(judged).stream()
            .filter(f -> unfinished.stream().anyMatch(batch -> selection.isIn(f, batch)))
            .collect(Collectors.toSet());
    List<String> notes = new ArrayList<>();
    if (unfinished.isEmpty() || seen.isAnyProcess()) {
      notes.add(note(judged, selection, seen));
    }
    if (!untried.isEmpty()) {
      notes.add(time.note(untried.size(), "tried"));
    }
    if (open(judged).isEmpty() || !seen.isAnyProcess() || time.isInterrupted()) {
      return new Judged(judged, notes);
    }
    ReachedLines reached = runs.reached(reports, selection, directory);
    return new Judged(
        judged.stream()
            .map(f -> untried.contains(f) ? f : tried(f, selection.of(f), reached))
            .toList(),
        notes);
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
    RaceRuns.Seen seen = new RaceRuns.Seen();
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
      List<Finding> reports, GeneratedTests tests, Path directory, RaceRuns.Seen seen)
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

  private Finding judged(Finding report, GeneratedTests tests, RaceRuns.Seen seen) {
    return switch (tests.of(report).orElse(null)) {
      case GeneratedTest.Refused refused ->
          report.doubted(new Doubt.NoTestGenerated(refused.reason()));
      case GeneratedTest.Written written ->
          seen.showing(report)
              .map(_ ->
                  report
                      .confirmed(new Evidence.InGeneratedTest(written.call()), List.of())
                      .with(Witness.of(new Rerun.Command(tests.command(written, runs.flags())))))
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
  private static Finding tried(Finding report, List<String> tests, ReachedLines reached) {
    return report.strength() != Strength.CONFIRMED && report.defect() instanceof Defect.Race race
        ? report.doubted(
            new Doubt.NotSeenInTests(
                tests,
                RaceRuns.ROUNDS,
                accesses(race, reached, true),
                accesses(race, reached, false)))
        : report;
  }

  private static List<Site> accesses(Defect.Race race, ReachedLines lines, boolean reached) {
    return Stream.of(race.first().at(), race.second().at())
        .filter(at -> lines.isReached(at).equals(Optional.of(reached)))
        .map(at -> new Site(at.function(), at.file(), at.line()))
        .distinct()
        .toList();
  }

  private static String note(List<Finding> judged, TestSelection selection, RaceRuns.Seen seen) {
    if (!seen.isAnyProcess()) {
      return "nothing was confirmed: %s could not be run with -race%s"
          .formatted(selection, seen.complaint().map(why -> " (" + why + ")").orElse(""));
    }
    return "%d of %d reported races happened in %s, run with -race %s"
        .formatted(
            judged.size() - open(judged).size(), judged.size(), selection, RaceRuns.REPEATED);
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
