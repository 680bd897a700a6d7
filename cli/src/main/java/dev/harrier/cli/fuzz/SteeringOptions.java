package dev.harrier.cli.fuzz;

import dev.harrier.cli.process.HelpGroup;
import dev.harrier.cli.process.UserError;
import dev.harrier.explore.loop.Techniques;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What an exploration learns from, and what it tells of coverage. */
@HelpGroup(HelpGroup.Heading.TUNING)
final class SteeringOptions {
  @HelpGroup(HelpGroup.Heading.LIMITS)
  @Option(
      names = {"-coverage", "--coverage"},
      paramLabel = "P",
      description = "Stop when P percent of the requirements of concurrency coverage are met.")
  private @Nullable Double coverage;

  @HelpGroup(HelpGroup.Heading.LIMITS)
  @Option(
      names = {"-deps", "--deps"},
      description = "Count uses of concurrency in dependencies, too, except the standard library.")
  private boolean dependencies;

  @Option(
      names = {"-without", "--without"},
      split = ",",
      paramLabel = "PART",
      description =
          "Leave out orders (preferred cases of selects), feedback (which orders are worth more),"
              + "reversals (two operations in the reverse of their order so far), predictions"
              + " (executions that"
              + " are directed at them), systematic (every schedule of small tests, one after the other), accesses (memory accesses of data races as scheduling points),"
              + " computing (code that takes long, where a test reads the clock)"
              + " or coverage.")
  private List<Techniques.Part> without = new ArrayList<>();

  /** The techniques that are left out. */
  Set<Techniques.Part> without() {
    return Set.copyOf(without);
  }

  /** Whether usages in dependencies count. */
  boolean dependencies() {
    return dependencies;
  }

  /** The coverage in percent at which to stop; more than 100 for never. */
  double coverageTarget() throws UserError {
    if (coverage == null) {
      return Double.MAX_VALUE;
    }
    if (!(coverage > 0 && coverage <= 100)) {
      throw UserError.usage("--coverage is a percentage, above 0 and up to 100, not " + coverage);
    }
    if (without.contains(Techniques.Part.COVERAGE)) {
      throw UserError.usage("--coverage needs the measurement that --without coverage turns off");
    }
    return coverage;
  }
}
