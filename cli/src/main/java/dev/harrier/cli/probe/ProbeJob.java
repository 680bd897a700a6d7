package dev.harrier.cli.probe;

import dev.harrier.explore.schedule.FaultSetting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What to probe.
 *
 * @param packages patterns as the user gave them
 * @param buildFlags for {@code go build}
 * @param tags build tags, with commas
 * @param brief whether tests are asked to be short
 * @param types what names of types must match; "" for all
 * @param methods what names of methods must match; "" for all
 * @param scenarios of one type at most
 * @param more whether there may be more of each type where there are few types
 * @param executions of one scenario at most
 * @param time to explore
 * @param faults what may fail because a schedule decides so
 * @param write whether the tests of findings are written next to the code
 * @param line the command line, for the record
 */
record ProbeJob(
    List<String> packages,
    List<String> buildFlags,
    String tags,
    boolean brief,
    String types,
    String methods,
    int scenarios,
    boolean more,
    int executions,
    Duration time,
    FaultSetting faults,
    boolean write,
    List<String> line) {
  ProbeJob {
    packages = List.copyOf(packages);
    buildFlags = List.copyOf(buildFlags);
    line = List.copyOf(line);
  }

  /**
   * What the exporter is given of it.
   *
   * @param writing after which it begins with no package
   */
  List<String> exporterFlags(Duration writing) {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "-scenarios=" + scenarios,
                "-most=" + mostScenarios(),
                "-for=" + writing.toMillis() + "ms"));
    if (more) {
      flags.add("-grow");
    }
    if (!types.isEmpty()) {
      flags.add("-type=" + types);
    }
    if (!methods.isEmpty()) {
      flags.add("-func=" + methods);
    }
    return flags;
  }

  /** More scenarios of all types together than this cannot be explored in the time. */
  private long mostScenarios() {
    return Math.max(LEAST, time.toSeconds() * A_SECOND);
  }

  /** Twenty executions a second are usual, so that a scenario has at least some five. */
  private static final int A_SECOND = 3;

  private static final int LEAST = 30;

  /** What each test binary is given. */
  List<String> testFlags() {
    return brief ? List.of("-test.short") : List.of();
  }
}
