package dev.harrier.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.base.file.Trees;
import dev.harrier.cli.HarrierProcess.Result;
import dev.harrier.report.RunReport;
import dev.harrier.report.store.RunStore;
import dev.harrier.testkit.WantComments;
import dev.harrier.testkit.WantComments.Want;
import dev.harrier.toolchain.driver.GoVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the programs with planted bugs: each finding that they announce is reported, and nothing
 * else.
 */
final class ProgramsTest {
  private static final Path PROGRAMS = Path.of("..", "programs").toAbsolutePath().normalize();

  /** Programs that need another command, or a flag. */
  private static final Set<String> NOT_HERE =
      Set.of(
          "vet",
          "explore",
          "faults",
          "recorded",
          "probe",
          "data-race",
          "race-consequences",
          "test-failure");

  /** Programs that need Go's large packages are built only for the chosen release. */
  private static final Set<String> LARGE = Set.of("unclosed");

  private static final Pattern RULE_DIRECTORY = Pattern.compile("[a-z-]+");

  @TempDir private Path copy;

  /** One run for each release of Go that is here, then one test for each program. */
  @TestFactory
  List<DynamicNode> everyProgramHasItsFindingsAndNoOthers() throws Exception {
    copyPrograms();
    List<Want> wants = WantComments.in(copy);
    List<DynamicNode> nodes = new ArrayList<>();
    GoVersion chosen = GoRelease.CHOSEN.version();
    nodes.add(programs(GoRelease.CHOSEN, chosen, wants));
    removeLarge();
    wants = WantComments.in(copy);
    for (GoRelease release : GoRelease.known()) {
      nodes.add(ifThere(release, chosen, wants));
    }
    return nodes;
  }

  private DynamicNode ifThere(GoRelease release, GoVersion chosen, List<Want> wants)
      throws Exception {
    try {
      GoVersion version = release.version();
      if (release.isBetween() && !GoRelease.ALL) {
        return skipped(release, "is run with HARRIER_TEST_RELEASES=all");
      }
      return version.equals(chosen)
          ? skipped(release, "is the Go that is chosen here")
          : programs(release, version, wants);
    } catch (IOException e) {
      return skipped(release, "is not here: " + e.getMessage());
    }
  }

  private static DynamicNode skipped(GoRelease release, String why) {
    return DynamicTest.dynamicTest(
        release.toString(), () -> Assumptions.abort(release + " " + why));
  }

  private DynamicNode programs(GoRelease release, GoVersion version, List<Want> all)
      throws Exception {
    HarrierProcess harrier = new HarrierProcess(copy);
    release.environment().forEach(harrier::with);
    // Nothing but the programs that hang by design takes longer than a second. What other schedules
    // make of findings has a test of its own.
    Result result = harrier.call("test", "-timeout=12s", "-confirm=off", "./...");
    assertThat(result.status()).as(result.toString()).isEqualTo(1);
    RunReport report = new RunStore(copy.resolve(".harrier"), copy).latest();
    assertThat(report.run().go().version()).isEqualTo(version.toString());
    List<Want> wants =
        all.stream().filter(w -> w.since() == 0 || version.atLeast(w.since())).toList();
    List<DynamicTest> tests = new ArrayList<>();
    for (String program : programs()) {
      tests.add(
          DynamicTest.dynamicTest(program, () -> WantedFindings.check(program, wants, report)));
    }
    return DynamicContainer.dynamicContainer(release.toString(), tests);
  }

  /** The directories with programs that are run here; others have tests of their own. */
  private List<String> programs() throws IOException {
    try (Stream<Path> children = Files.list(copy)) {
      return children
          .filter(c -> Files.isDirectory(c.resolve("bug")))
          .map(c -> String.valueOf(c.getFileName()))
          .filter(RULE_DIRECTORY.asMatchPredicate())
          .sorted()
          .toList();
    }
  }

  private void removeLarge() throws IOException {
    try (Stream<Path> files = Files.walk(copy)) {
      for (Path directory :
          files.filter(f -> LARGE.contains(String.valueOf(f.getFileName()))).toList()) {
        Trees.delete(directory);
      }
    }
  }

  private void copyPrograms() throws IOException {
    try (Stream<Path> files = Files.walk(PROGRAMS)) {
      for (Path file : files.filter(f -> f.toString().matches(".*\\.(go|mod)")).toList()) {
        Path target = copy.resolve(PROGRAMS.relativize(file));
        Path program = PROGRAMS.relativize(file);
        if (!NOT_HERE.contains(program.getName(0).toString())) {
          Files.createDirectories(target.getParent());
          Files.copy(file, target);
        }
      }
    }
  }
}
