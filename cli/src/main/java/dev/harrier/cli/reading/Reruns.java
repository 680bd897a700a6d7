package dev.harrier.cli.reading;

import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Rerun;
import dev.harrier.model.finding.Witness;
import dev.harrier.toolchain.driver.MainModule;
import java.util.List;

/**
 * Which test shows a finding again.
 *
 * @param build settings of the run
 * @param testPackage import path of the package whose test binary it was; "" if unknown
 */
public record Reruns(List<MainModule> modules, BuildSettings build, String testPackage) {
  /** The finding with the way to see it again. */
  Finding witnessed(Finding finding) {
    String target = testPackage.isEmpty() ? finding.location().packagePath() : testPackage;
    String pattern = target.isEmpty() || target.equals("main") ? "" : shown(target);
    return finding.with(Witness.of(new Rerun.TestAgain(build, finding.test(), pattern)));
  }

  /** The package that a finding of these modules is seen in when its test runs again. */
  public static String testPackage(Finding finding, List<MainModule> modules) {
    if (!(finding.witness().rerun() instanceof Rerun.TestAgain again)
        || again.packagePattern().isEmpty()) {
      return finding.location().packagePath();
    }
    String pattern = again.packagePattern();
    String module = modules.getFirst().path();
    return pattern.startsWith(".") ? module + pattern.substring(1) : pattern;
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
