package dev.harrier.cli.vet;

import dev.harrier.base.file.IoErrors;
import dev.harrier.base.file.Trees;
import dev.harrier.cli.exploring.Witnesses;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.ExitStatus;
import dev.harrier.cli.process.ShutdownHandler;
import dev.harrier.cli.process.UserError;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Doubt;
import dev.harrier.model.finding.Evidence;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Strength;
import dev.harrier.model.trace.Site;
import dev.harrier.report.store.StoreException;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes static reports happen, in Harrier's own scheduler. First, tests are run one by one with
 * coverage, to see which of them run both accesses of a report; these are explored. Then, for what
 * is left, the tests that may run both accesses by the call graph, and at last tests that are
 * generated and call the function that leads to them. A report whose two lines raced is confirmed,
 * and has the schedule. Nothing that is explored measures coverage, for its counters would order
 * what races.
 */
final class RaceConfirmation {
  private static final String DOES_NOT_RUN = "the one that was made does not run";

  /** Executions of a test that runs both accesses. */
  private static final int THOROUGHLY = 100;

  /** Executions of a test of which that is not known: it may under another schedule. */
  private static final int BRIEFLY = 10;

  private final CommandContext context;
  private final ShutdownHandler shutdown;
  private final VetRequest request;
  private final Exporter exporter;
  private final ConfirmingTime time;

  /**
   * @param request whose reports they are
   * @param time for all of it
   */
  RaceConfirmation(
      CommandContext context,
      ShutdownHandler shutdown,
      VetRequest request,
      Exporter exporter,
      ConfirmingTime time) {
    this.context = context;
    this.shutdown = shutdown;
    this.request = request;
    this.exporter = exporter;
    this.time = time;
  }

  /** The findings as the tests show them, and what to say about that. */
  record Judged(List<Finding> findings, List<Remark> remarks) {
    Judged noting(Remark remark) {
      return new Judged(findings, Stream.concat(remarks.stream(), Stream.of(remark)).toList());
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
    Judged asTheyAre = new Judged(reports, List.of());
    if (selection.groups().isEmpty() || time.isInterrupted()) {
      return asTheyAre;
    }
    Path directory = Files.createTempDirectory("harrier-confirm");
    try {
      Installation installation = Installation.find(context);
      if (!installation.canBeControlled()) {
        return asTheyAre.noting(new Remark.NothingConfirmed(installation.whyNotControlled()));
      }
      Judged byTests = byTests(reports, selection, installation, directory);
      return time.isOver() ? byTests : byGeneratedTests(byTests, ways, generated, directory);
    } catch (StoreException e) {
      throw new UserError(ExitStatus.HARRIER_FAILED, String.valueOf(e.getMessage()));
    } finally {
      Trees.delete(directory);
    }
  }

  private Judged byTests(
      List<Finding> reports, TestSelection selection, Installation installation, Path directory)
      throws ToolchainException, IOException {
    CoveringTests reaching =
        new CoverageRuns(context, installation, flags(), time, directory)
            .reaching(reports, selection);
    try (RaceExploration exploration = exploration(installation, directory.resolve("tests"))) {
      exploration.explore(TestSelection.only(reports, reaching::of), THOROUGHLY, reports.size());
      List<Finding> open = reports.stream().filter(f -> exploration.raced(f).isEmpty()).toList();
      exploration.explore(selection.after(open, reaching::of), BRIEFLY, open.size());
      List<Finding> judged =
          reports.stream().map(f -> judged(f, exploration, selection, reaching)).toList();
      return new Judged(judged, remarks(judged, exploration, reaching));
    }
  }

  private RaceExploration exploration(Installation installation, Path directory)
      throws IOException {
    return new RaceExploration(context, installation, shutdown, directory, flags(), time);
  }

  private List<String> flags() {
    return request.tags().isEmpty()
        ? List.of()
        : List.of("-tags=" + String.join(",", request.tags()));
  }

  private List<Remark> remarks(
      List<Finding> judged, RaceExploration exploration, CoveringTests reaching) {
    List<Remark> remarks = new ArrayList<>();
    reaching.unmeasured().ifPresent(remarks::add);
    remarks.addAll(exploration.remarks());
    long tried = judged.stream().filter(f -> exploration.executions(f) > 0).count();
    if (tried > 0) {
      remarks.add(
          new Remark.RacesTried(
              judged.size() - open(judged).size(),
              tried,
              exploration.executions(),
              exploration.tests()));
    }
    int untried = Math.toIntExact(judged.size() - tried);
    if (untried > 0 && time.isOver()) {
      remarks.add(ended(untried, false));
    } else if (tried == 0) {
      remarks.add(
          new Remark.NotTried(Remark.Trial.SCHEDULES, "", "no test of these packages runs"));
    }
    return remarks;
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
      return before.noting(new Remark.NoTestsGenerated(IoErrors.described(e)));
    } catch (VetException e) {
      if (time.isOver()) {
        return before.noting(ended(open.size(), true));
      }
      throw e;
    }
    Map<Finding, Finding> explored = explored(open, tests, directory);
    List<Finding> judged =
        before.findings().stream().map(f -> explored.getOrDefault(f, f)).toList();
    Judged after = new Judged(judged, before.remarks()).noting(generated(open, judged, tests));
    int untried = open.size() - explored.size();
    return untried == 0 || !time.isOver() ? after : after.noting(ended(untried, true));
  }

  /** Those of some reports that were tried with their tests, or have none, as that shows them. */
  private Map<Finding, Finding> explored(List<Finding> open, GeneratedTests tests, Path directory)
      throws ToolchainException, StoreException, IOException {
    Map<Finding, Finding> judged = new HashMap<>();
    List<Finding> written = new ArrayList<>();
    for (Finding report : open) {
      switch (tests.of(report).orElse(null)) {
        case GeneratedTest.Refused refused ->
            judged.put(report, report.doubted(new Doubt.NoTestGenerated(refused.reason())));
        case GeneratedTest.Written _ -> written.add(report);
        case null -> {}
      }
    }
    explore(written, tests, tests.overlay(), directory.resolve("generated"), judged);
    // One that does not compile takes the others of its package with it.
    for (Finding report : written) {
      if (!judged.containsKey(report)
          && !time.isOver()
          && tests.of(report).orElse(null) instanceof GeneratedTest.Written one) {
        Path own = directory.resolve("generated-" + report.fingerprint());
        explore(List.of(report), tests, tests.overlay(one), own, judged);
        if (!time.isOver()) {
          judged.putIfAbsent(report, report.doubted(new Doubt.NoTestGenerated(DOES_NOT_RUN)));
        }
      }
    }
    return judged;
  }

  private void explore(
      List<Finding> reports,
      GeneratedTests tests,
      Path overlay,
      Path directory,
      Map<Finding, Finding> judged)
      throws ToolchainException, StoreException, IOException {
    if (reports.isEmpty() || time.isOver()) {
      return;
    }
    Installation installation = Installation.find(context, List.of("-overlay=" + overlay));
    try (RaceExploration exploration = exploration(installation, directory)) {
      exploration.explore(
          TestSelection.only(
              reports,
              report ->
                  tests.of(report).orElse(null) instanceof GeneratedTest.Written one
                      ? List.of(new TestFunction(one.packagePath(), one.test()))
                      : List.of()),
          THOROUGHLY,
          reports.size());
      for (Finding report : reports) {
        if (exploration.executions(report) > 0
            && tests.of(report).orElse(null) instanceof GeneratedTest.Written one) {
          judged.put(report, judged(report, one, exploration, tests.overlay(one)));
        }
      }
    }
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

  private static Finding judged(
      Finding report, GeneratedTest.Written test, RaceExploration exploration, Path overlay) {
    return exploration
        .raced(report)
        .map(raced ->
            report
                .confirmed(new Evidence.InGeneratedTest(test.call()), raced.doubts())
                .with(Witnesses.withOverlay(overlay, raced.witness(), report.fingerprint())))
        .orElseGet(() ->
            report.doubted(
                new Doubt.NotSeenInGeneratedTest(test.call(), exploration.executions(report))));
  }

  private static List<Finding> open(List<Finding> findings) {
    return findings.stream().filter(f -> f.strength() != Strength.CONFIRMED).toList();
  }

  /** The report as an exploration shows it: confirmed, or with what was tried. */
  private static Finding judged(
      Finding report,
      RaceExploration exploration,
      TestSelection selection,
      CoveringTests reaching) {
    return exploration
        .raced(report)
        .map(raced ->
            report
                .confirmed(new Evidence.MadeToHappen(raced.execution()), raced.doubts())
                .chargedByDefaultTo(raced.test())
                .with(raced.witness()))
        .orElseGet(() ->
            exploration.executions(report) > 0
                ? tried(report, exploration, selection, reaching)
                : report);
  }

  private static Finding tried(
      Finding report,
      RaceExploration exploration,
      TestSelection selection,
      CoveringTests reaching) {
    List<Doubt> seen = exploration.doubts(report);
    if (!seen.isEmpty()) {
      return seen.stream().reduce(report, Finding::doubted, (_, later) -> later);
    }
    List<String> tests = names(report, reaching.of(report));
    long executions = exploration.executions(report);
    if (reaching.isCertain(report)) {
      return report.doubted(new Doubt.RanWithoutRace(tests, executions));
    }
    return report.doubted(
        new Doubt.NotSeenInTests(
            tests.isEmpty() ? names(report, selection.named(report)) : tests,
            executions,
            accesses(report, reaching, true),
            accesses(report, reaching, false)));
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

  private static List<Site> accesses(Finding report, CoveringTests reaching, boolean reached) {
    return report.defect() instanceof Defect.Race race
        ? Stream.of(race.first().at(), race.second().at())
            .filter(at -> reaching.isReached(report, at).equals(Optional.of(reached)))
            .map(at -> new Site(at.function(), at.file(), at.line()))
            .distinct()
            .toList()
        : List.of();
  }

  private Remark ended(int left, boolean generated) {
    return new Remark.ConfirmingEnded(time.isInterrupted(), left, generated);
  }

  private static Remark generated(List<Finding> open, List<Finding> judged, GeneratedTests tests) {
    return new Remark.TestsGenerated(
        open.size(),
        open.stream()
            .filter(f -> tests.of(f).orElse(null) instanceof GeneratedTest.Written)
            .count(),
        open.size() - open(judged).size());
  }
}
