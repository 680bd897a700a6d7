package dev.harrier.cli.checkfix;

import dev.harrier.base.file.Trees;
import dev.harrier.cli.exploring.ReachedLines;
import dev.harrier.cli.exploring.TestCoverageRun;
import dev.harrier.cli.gocommand.Installation;
import dev.harrier.cli.process.CommandContext;
import dev.harrier.cli.process.Progress;
import dev.harrier.explore.execute.Watch;
import dev.harrier.model.finding.Location;
import dev.harrier.toolchain.build.BuildException;
import dev.harrier.toolchain.build.GoBuild;
import dev.harrier.toolchain.build.GoPackage;
import dev.harrier.toolchain.build.Instrumentation;
import dev.harrier.toolchain.driver.ToolchainException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** Runs tests one by one to see which of them reach changed lines. */
final class ReachingTests {
  /** More tests than that are not tried. */
  private static final int MOST = 200;

  private final CommandContext context;
  private final Installation installation;
  private final List<String> flags;
  private final BooleanSupplier stop;

  /** A test by its package and its name. */
  record Test(String packagePath, String name) {
    String shown() {
      return packagePath + "." + name;
    }
  }

  /**
   * What came of it.
   *
   * @param tests that reach a changed function, or line where no function is known; those that
   *     reach a changed line first
   * @param unreached lines with code that no test reaches; none if not all tests could be tried
   */
  record Reached(List<Test> tests, List<Location> unreached) {
    private static Reached of(Set<Test> lines, Set<Test> functions, List<Location> unreached) {
      Set<Test> all = new LinkedHashSet<>(lines);
      all.addAll(functions);
      return new Reached(List.copyOf(all), unreached);
    }
  }

  /**
   * @param context of the changed code
   * @param flags without which the tests would be others
   * @param stop asked before each test whether to leave it at that
   */
  ReachingTests(
      CommandContext context, Installation installation, List<String> flags, BooleanSupplier stop) {
    this.context = context;
    this.installation = installation;
    this.flags = List.copyOf(flags);
    this.stop = stop;
  }

  /**
   * Asks the tests of the changed packages, and of those that import them.
   *
   * @param root of the user's module, where the lines are said to be
   * @param directory for executables and what they write; is removed
   */
  Reached of(ChangedLines lines, Path root, Path directory, Watch watch)
      throws ToolchainException, IOException {
    Set<Test> reaching = new LinkedHashSet<>();
    Set<Test> near = new LinkedHashSet<>();
    Map<Location, Boolean> reached = new LinkedHashMap<>();
    boolean whole = true;
    try (Progress progress = new Progress(context)) {
      Files.createDirectories(directory);
      List<GoPackage> all = build(List.of("-e")).packages(patterns());
      List<Location> places = places(lines.byFile(), all, root);
      List<Location> around = places(lines.around(), all, root);
      Set<String> changed =
          around.stream()
              .map(Location::packagePath)
              .collect(Collectors.toCollection(LinkedHashSet::new));
      GoBuild covered =
          build(List.of("-cover", "-covermode=atomic", "-coverpkg=" + String.join(",", changed)));
      int tried = 0;
      for (GoPackage tested : near(changed, all)) {
        Path executable = directory.resolve("covered.test");
        progress.say("running the tests of " + tested.importPath() + " to see what they reach");
        try {
          covered.test(tested, executable);
        } catch (BuildException e) {
          whole = false;
          continue;
        }
        for (String test :
            tested.tests().stream().filter(name -> !name.equals("TestMain")).toList()) {
          if (stop.getAsBoolean() || tried++ >= MOST) {
            return Reached.of(reaching, near, List.of());
          }
          Path own = Files.createDirectory(directory.resolve("alone"));
          Optional<Path> profile =
              new TestCoverageRun(installation.go(), executable, tested.directory(), own)
                  .run(test, watch);
          whole &= profile.isPresent();
          if (profile.isPresent()) {
            ReachedLines ran = ReachedLines.in(profile.get(), around);
            for (Location place : places) {
              Optional<Boolean> there = ran.isReached(place);
              there.ifPresent(is -> reached.merge(place, is, Boolean::logicalOr));
              if (there.orElse(false)) {
                reaching.add(new Test(tested.importPath(), test));
              }
            }
            if (around.stream().anyMatch(place -> ran.isReached(place).orElse(false))) {
              near.add(new Test(tested.importPath(), test));
            }
          }
          Trees.delete(own);
        }
      }
    } catch (BuildException e) {
      return new Reached(List.of(), List.of());
    } finally {
      Trees.delete(directory);
    }
    List<Location> unreached =
        reached.entrySet().stream().filter(e -> !e.getValue()).map(Map.Entry::getKey).toList();
    return Reached.of(reaching, near, whole ? unreached : List.of());
  }

  private List<String> patterns() {
    return installation.modules().stream().map(m -> m.path() + "/...").toList();
  }

  private GoBuild build(List<String> more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(more);
    return new GoBuild(
        installation.go(),
        List.of(Instrumentation.none(installation.overlay())),
        context.directory(),
        all);
  }

  /** The changed lines as places of packages. */
  private List<Location> places(
      NavigableMap<String, NavigableSet<Integer>> lines, List<GoPackage> packages, Path root) {
    Path there = installation.go().moduleRoot();
    List<Location> places = new ArrayList<>();
    lines.forEach((file, numbers) ->
        packages.stream()
            .filter(p -> p.directory().equals(there.resolve(file).getParent()))
            .findFirst()
            .ifPresent(p ->
                numbers.forEach(line ->
                    places.add(
                        new Location(
                            root.resolve(file).toString(), line, 1, "", p.importPath())))));
    return places;
  }

  /** Packages, then those that import them. */
  private static List<GoPackage> near(Set<String> changed, List<GoPackage> all) {
    List<GoPackage> near = new ArrayList<>();
    all.stream().filter(p -> changed.contains(p.importPath())).forEach(near::add);
    all.stream()
        .filter(p -> !changed.contains(p.importPath()))
        .filter(p -> p.imports().stream().anyMatch(changed::contains))
        .forEach(near::add);
    near.removeIf(p -> !p.hasTests());
    return near;
  }
}
