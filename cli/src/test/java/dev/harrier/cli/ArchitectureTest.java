package dev.harrier.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

/** The arrows between modules: all point to the model and to base, none to the command line. */
final class ArchitectureTest {
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("base", List.of()),
          Map.entry("model", List.of()),
          Map.entry("toolchain", List.of("base", "model")),
          Map.entry("leaks", List.of("base", "model")),
          Map.entry("tracing", List.of("base", "model")),
          Map.entry("analysis", List.of("base", "model")),
          Map.entry("coverage", List.of("model")),
          Map.entry("binary", List.of("base", "model", "tracing")),
          Map.entry("vet", List.of("base", "model", "toolchain")),
          Map.entry(
              "explore", List.of("base", "model", "analysis", "coverage", "toolchain", "tracing")),
          Map.entry("campaign", List.of("base", "model", "explore", "report")),
          Map.entry("report", List.of("base", "model")),
          Map.entry("ide", List.of("base", "model", "report")),
          Map.entry("testkit", List.of("model")));

  /** The modules whose packages ARCHITECTURE.md draws line by line. */
  private static final Set<String> DRAWN = Set.of("explore", "vet", "cli");

  /** Where the names of packages begin in the drawing. */
  private static final int INDENT = 10;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.harrier");

  @Test
  void theClassesOfTheModulesAreSeen() {
    assertThat(CLASSES.containPackage("dev.harrier.model.finding")).isTrue();
    assertThat(CLASSES.containPackage("dev.harrier.cli")).isTrue();
  }

  @Test
  void arrowsPointToTheModel() {
    LayeredArchitecture arrows =
        layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.harrier..")
            .withOptionalLayers(true)
            .layer("cli")
            .definedBy("dev.harrier.cli..")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer();
    for (String module : MAY_USE.keySet()) {
      arrows = arrows.layer(module).definedBy("dev.harrier." + module + "..");
    }
    for (Map.Entry<String, List<String>> entry : MAY_USE.entrySet()) {
      String[] targets = entry.getValue().toArray(String[]::new);
      arrows =
          targets.length == 0
              ? arrows.whereLayer(entry.getKey()).mayNotAccessAnyLayer()
              : arrows.whereLayer(entry.getKey()).mayOnlyAccessLayers(targets);
    }
    arrows.check(CLASSES);
  }

  @Test
  void everyClassBelongsToAModule() {
    assertThat(CLASSES)
        .allSatisfy(c -> {
          String module = c.getPackageName().split("\\.")[2];
          assertThat(module.equals("cli") || MAY_USE.containsKey(module)).as(c.getName()).isTrue();
        });
  }

  /** What commands share is in packages of its own. */
  @Test
  void commandsUseNoOtherCommand() {
    Set<String> commands =
        CLASSES.stream()
            .filter(c -> c.isAnnotatedWith(Command.class) && c.getSimpleName().endsWith("Command"))
            .map(JavaClass::getPackageName)
            .filter(Predicate.not("dev.harrier.cli"::equals))
            .collect(Collectors.toSet());
    assertThat(commands).contains("dev.harrier.cli.fuzz", "dev.harrier.cli.probe");
    for (String command : commands) {
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.harrier.cli", command)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(command)
          .check(CLASSES);
    }
  }

  /** In the drawing each line uses only lines below it, and every package has its place. */
  @Test
  void theDrawingOfThePackagesIsTrue() throws IOException {
    Map<String, Integer> lines = drawing();
    assertThat(lines).containsKeys("explore.loop", "vet", "cli.fuzz");
    List<String> wrong = new ArrayList<>();
    for (JavaClass c : CLASSES) {
      String from = c.getPackageName().replaceFirst("^dev\\.harrier\\.", "");
      String module = from.split("\\.")[0];
      if (!DRAWN.contains(module)) {
        continue;
      }
      Integer line = lines.get(from);
      if (line == null) {
        wrong.add(from + " is not in the drawing");
        continue;
      }
      for (Dependency dependency : c.getDirectDependenciesFromSelf()) {
        String to =
            dependency
                .getTargetClass()
                .getBaseComponentType()
                .getPackageName()
                .replaceFirst("^dev\\.harrier\\.", "");
        boolean inside = to.equals(module) || to.startsWith(module + ".");
        if (inside && !to.equals(from) && lines.getOrDefault(to, Integer.MAX_VALUE) <= line) {
          wrong.add(from + " uses " + to);
        }
      }
    }
    lines.keySet().stream()
        .filter(drawn -> !CLASSES.containPackage("dev.harrier." + drawn))
        .forEach(drawn -> wrong.add(drawn + " is drawn and gone"));
    assertThat(wrong.stream().distinct()).isEmpty();
  }

  /** The line of each package of the modules that are drawn line by line, from the top. */
  private static Map<String, Integer> drawing() throws IOException {
    String page = Files.readString(Path.of("../ARCHITECTURE.md"));
    List<String> drawn =
        page.substring(page.indexOf("```\nexplore "))
            .lines()
            .skip(1)
            .takeWhile(line -> !line.equals("```"))
            .toList();
    Map<String, Integer> lines = new HashMap<>();
    String module = "";
    for (int i = 0; i < drawn.size(); i++) {
      String line = drawn.get(i);
      if (line.length() <= INDENT || line.charAt(INDENT) == ' ') {
        continue; // a description continues
      }
      String name = line.substring(0, INDENT).strip();
      module = name.isEmpty() ? module : name;
      if (!DRAWN.contains(module)) {
        continue;
      }
      for (String one : line.substring(INDENT).split(" {3,}")[0].split(" {2}")) {
        lines.put(one.equals(module) ? module : module + "." + one, i);
      }
    }
    return lines;
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.harrier.(**)").should().beFreeOfCycles().check(CLASSES);
  }
}
