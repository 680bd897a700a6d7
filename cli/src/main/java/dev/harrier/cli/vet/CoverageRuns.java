package dev.harrier.cli.vet;

import dev.harrier.base.file.Trees;
import dev.harrier.cli.exploring.AccessPair;
import dev.harrier.cli.exploring.ReachedLines;
import dev.harrier.cli.exploring.TestCoverageRun;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Progress;
import dev.harrier.explore.execute.Watch;
import dev.harrier.model.ending.Remark;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.toolchain.build.BuildException;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.GoPackage;
import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.vet.ssa.TestFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs tests one by one to see which of them run the reported accesses. Each package's tests are
 * built once, with counters for coverage.
 */
final class CoverageRuns {
  /** How many tests that run both accesses of a report are enough for it. */
  private static final int ENOUGH = 5;

  private static final int MOST_TESTS = 300;

  private static final Duration MOST_TIME = Duration.ofMinutes(3);

  /** Nothing is built in less. */
  private static final Duration LEAST = Duration.ofSeconds(3);

  private final CommandContext context;
  private final Installation installation;
  private final List<String> flags;
  private final ConfirmingTime time;
  private final Path directory;
  private final TestCoverage coverage = new TestCoverage();
  private Optional<Failure> failure = Optional.empty();

  /** Why something is not measured. */
  private record Failure(Remark.Unmeasured why, String detail) {}

  /**
   * @param flags without which the tests would be others
   * @param all the whole time for confirming, of which this takes a part
   * @param directory for executables and what they write
   */
  CoverageRuns(
      CommandContext context,
      Installation installation,
      List<String> flags,
      ConfirmingTime all,
      Path directory) {
    this.context = context;
    this.installation = installation;
    this.flags = List.copyOf(flags);
    this.time = all.part(3, MOST_TIME);
    this.directory = directory;
  }

  /** Asks the tests that may run the reports' accesses, until the time for it is over. */
  CoveringTests reaching(List<Finding> reports, TestSelection selection)
      throws ToolchainException, IOException {
    List<Finding> measured =
        reports.stream().filter(f -> !AccessPair.measured(List.of(f)).isEmpty()).toList();
    List<GoPackage> packages = measured.isEmpty() ? List.of() : packages();
    CandidateTests candidates = new CandidateTests(selection, packages);
    if (!packages.isEmpty()) {
      run(measured, candidates, packages);
    }
    return new CoveringTests(reports, candidates, coverage, unmeasured());
  }

  /** That something was not measured, and why; nothing if all was. */
  private Optional<Remark.TestsUnmeasured> unmeasured() {
    return failure.map(why -> new Remark.TestsUnmeasured(coverage.size(), why.why(), why.detail()));
  }

  /** The packages of the user's modules that load, with their tests. */
  private List<GoPackage> packages() throws ToolchainException, IOException {
    if (isShort()) {
      failure = Optional.of(new Failure(Remark.Unmeasured.NO_TIME, ""));
      return List.of();
    }
    try {
      return build(List.of("-e"))
          .packages(installation.modules().stream().map(m -> m.path() + "/...").toList());
    } catch (BuildException | ToolchainException e) {
      failed(e);
      return List.of();
    }
  }

  /** Whether the time would be over before anything is built. */
  private boolean isShort() {
    return time.left().compareTo(LEAST) < 0;
  }

  /** Runs the tests that may run the reports' accesses, in the time that is left. */
  private void run(List<Finding> reports, CandidateTests candidates, List<GoPackage> packages)
      throws ToolchainException, IOException {
    GoBuild build = build(List.of("-cover", "-covermode=atomic", AccessPair.coverage(reports)));
    Map<String, GoPackage> byPath = new HashMap<>();
    packages.forEach(p -> byPath.put(p.importPath(), p));
    try (Watch watch = new Watch();
        Progress progress = new Progress(context)) {
      time.whenOver(watch::cancel);
      for (String path : order(reports, candidates)) {
        if (!time.isOver() && byPath.containsKey(path)) {
          progress.say("running the tests of %s to see which lines they run".formatted(path));
          run(reports, candidates, byPath.get(path), build, watch);
        }
      }
    }
    if (time.isOver() && failure.isEmpty()) {
      failure = Optional.of(new Failure(Remark.Unmeasured.TIME_OVER, ""));
    }
  }

  /** The nearest packages of all reports come first. */
  private static List<String> order(List<Finding> reports, CandidateTests candidates) {
    Map<Integer, Set<String>> byDistance = new TreeMap<>();
    for (Finding report : reports) {
      List<String> near =
          candidates.of(report).stream().map(TestFunction::packagePath).distinct().toList();
      for (int i = 0; i < near.size(); i++) {
        byDistance.computeIfAbsent(i, _ -> new TreeSet<>()).add(near.get(i));
      }
    }
    return byDistance.values().stream().flatMap(Set::stream).distinct().toList();
  }

  private void run(
      List<Finding> reports,
      CandidateTests candidates,
      GoPackage target,
      GoBuild build,
      Watch watch)
      throws ToolchainException, IOException {
    List<TestFunction> tests =
        reports.stream()
            .flatMap(report -> candidates.of(report).stream())
            .filter(test -> test.packagePath().equals(target.importPath()))
            .distinct()
            .toList();
    Optional<Path> executable = Optional.empty();
    for (TestFunction test : tests) {
      boolean wanted =
          reports.stream().anyMatch(f -> candidates.of(f).contains(test) && isOpen(f, candidates));
      if (!wanted || time.isOver()) {
        continue;
      }
      if (coverage.size() >= MOST_TESTS) {
        failure = Optional.of(new Failure(Remark.Unmeasured.TOO_MANY, ""));
        return;
      }
      if (executable.isEmpty()) {
        executable = Optional.of(directory.resolve("covered.test"));
        try {
          build.test(target, executable.get());
        } catch (BuildException e) {
          failed(e);
          return;
        }
      }
      run(test, target, executable.get(), AccessPair.measured(reports), watch);
    }
  }

  /** Whether more tests are wanted that run the accesses of a report. */
  private boolean isOpen(Finding report, CandidateTests candidates) {
    return coverage.reaching(report, candidates.of(report)).size() < ENOUGH;
  }

  private void run(
      TestFunction test, GoPackage target, Path executable, List<Location> places, Watch watch)
      throws ToolchainException, IOException {
    Path own = Files.createDirectory(directory.resolve("alone"));
    Optional<Path> profile =
        new TestCoverageRun(installation.go(), executable, target.directory(), own)
            .run(test.name(), watch);
    coverage.add(
        test,
        profile.isPresent()
            ? Optional.of(ReachedLines.in(profile.get(), places))
            : Optional.empty());
    Trees.delete(own);
  }

  private GoBuild build(List<String> more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(more);
    GoBuild build =
        new GoBuild(
            installation.go(),
            List.of(Instrumentation.none(installation.overlay())),
            context.directory(),
            all);
    time.whenOver(build::cancel);
    return build;
  }

  /** The first line of go's words that is about code. */
  private void failed(Exception e) {
    if (failure.isEmpty() && !time.isOver()) {
      String first =
          String.valueOf(e.getMessage())
              .lines()
              .filter(line -> !line.startsWith("#"))
              .findFirst()
              .orElse("");
      failure = Optional.of(new Failure(Remark.Unmeasured.FAILED, first));
    }
  }
}
