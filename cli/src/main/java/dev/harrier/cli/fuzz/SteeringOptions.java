package dev.harrier.cli.fuzz;

import dev.harrier.cli.process.HelpGroup;
import dev.harrier.explore.loop.Techniques;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** What an exploration learns from, and what it says about coverage. */
@HelpGroup(HelpGroup.Heading.TUNING)
final class SteeringOptions {
  @HelpGroup(HelpGroup.Heading.LIMITS)
  @Option(
      names = {"-deps", "--deps"},
      description =
          "Count uses of concurrency also in dependencies, except in the standard library.")
  private boolean dependencies;

  @Option(
      names = {"-without", "--without"},
      split = ",",
      paramLabel = "PART",
      description =
          "Leave out orders (preferred cases of selects), feedback (which orders are worth more),"
              + " reversals (two operations in the reverse of their order so far), predictions"
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
}
