package dev.harrier.cli;

import dev.harrier.analysis.story.WitnessCommand;
import dev.harrier.model.finding.Witness;
import dev.harrier.toolchain.driver.MainModule;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command that runs the test of a finding again.
 *
 * @param flags of the run that matter to the build: {@code -race}, {@code -tags}
 * @param testPackage import path of the package whose test binary it was; "" if unknown
 */
record Witnesses(List<MainModule> modules, List<String> flags, String testPackage)
    implements WitnessCommand {
  @Override
  public Witness of(String packagePath, String test) {
    StringBuilder command = new StringBuilder("harrier test");
    flags.forEach(flag -> command.append(' ').append(ShellWords.quoted(flag)));
    boolean benchmark = test.startsWith("Benchmark");
    if (benchmark) {
      command.append(" -run '^$'");
    } else if (!test.isEmpty()) {
      command.append(" -run ").append(ShellWords.quoted(pattern(test)));
    }
    String target = testPackage.isEmpty() ? packagePath : testPackage;
    if (!target.isEmpty() && !target.equals("main")) {
      command.append(' ').append(ShellWords.quoted(shown(target)));
    }
    if (benchmark) {
      command.append(" -- -bench ").append(ShellWords.quoted(pattern(test)));
    }
    return Witness.ofCommand(command.toString());
  }

  /** {@code go test} matches each level of a subtest's name by itself. */
  private static String pattern(String test) {
    return Arrays.stream(test.split("/"))
        .map(level -> "^" + escaped(level) + "$")
        .collect(Collectors.joining("/"));
  }

  private static String escaped(String name) {
    return name.replaceAll("[\\\\.+*?()|\\[\\]{}^$]", "\\\\$0");
  }

  private String shown(String importPath) {
    if (modules.size() != 1 || modules.getFirst().path().equals("std")) {
      return importPath;
    }
    String module = modules.getFirst().path();
    if (importPath.equals(module)) {
      return ".";
    }
    return importPath.startsWith(module + "/")
        ? "./" + importPath.substring(module.length() + 1)
        : importPath;
  }
}
