package dev.harrier.cli.output;

import dev.harrier.model.finding.Action;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Interleaving;
import dev.harrier.model.finding.Interleaving.Details;
import dev.harrier.model.finding.Interleaving.Turn;
import dev.harrier.model.finding.Location;
import dev.harrier.model.trace.AccessKind;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Value;
import dev.harrier.report.RunReport;
import dev.harrier.toolchain.driver.ToolchainException;
import dev.harrier.toolchain.source.Assertion;
import dev.harrier.toolchain.source.UsageScanner;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Leaves those rows in the tables of failed tests and of panics that have a value which the failure
 * depends on: a run records what was read, and the source has what decides.
 */
final class AssertionReads {
  /** So many of these reads at most have rows, the latest ones. */
  private static final int MOST = 8;

  private AssertionReads() {}

  /** The same report; where the sources can't be read, without any. */
  static RunReport in(RunReport report, UsageScanner scanner) {
    Set<String> failures = new TreeSet<>();
    for (Finding finding : report.findings()) {
      if (finding.witness().interleaving().filter(AssertionReads::hasReads).isPresent()) {
        failed(finding).map(AssertionReads::place).forEach(failures::add);
      }
    }
    if (failures.isEmpty()) {
      return report;
    }
    try {
      List<Assertion> assertions = scanner.assertions(failures);
      return report.map(finding -> {
        Set<String> places = failed(finding).map(AssertionReads::place).collect(Collectors.toSet());
        List<Assertion> own =
            assertions.stream().filter(a -> places.contains(a.file() + ":" + a.line())).toList();
        return in(finding, own);
      });
    } catch (ToolchainException e) {
      return without(report);
    }
  }

  /** The same report without rows of what assertions may have read. */
  static RunReport without(RunReport report) {
    return report.mapTables(table -> table.without(AssertionReads::isAdded));
  }

  /** The same report without those of which neither a name nor a value is known. */
  static RunReport legible(RunReport report) {
    return report.mapTables(
        table -> table.without(turn -> isAdded(turn) && turn.details().get().operand().isEmpty()));
  }

  /** Where it failed, or panicked, and those callers of that which have read something. */
  private static Stream<Site> failed(Finding finding) {
    if (finding.defect() instanceof Defect.TestFailed) {
      Location at = finding.location();
      return Stream.of(new Site(at.function(), at.file(), at.line()));
    }
    Set<String> read =
        finding.witness().interleaving().stream()
            .flatMap(table -> table.turns().stream())
            .flatMap(turn -> turn.details().flatMap(Details::readAt).stream())
            .map(AssertionReads::function)
            .collect(Collectors.toSet());
    return finding.participants().stream()
        .limit(1)
        .flatMap(panicked -> panicked.stack().frames().stream())
        .filter(frame -> read.contains(function(frame)));
  }

  private static String function(Site site) {
    return site.function() + " " + site.file();
  }

  private static String place(Site site) {
    return site.file() + ":" + site.line();
  }

  private static boolean hasReads(Interleaving table) {
    return table.turns().stream().anyMatch(AssertionReads::isAdded);
  }

  private static Finding in(Finding finding, List<Assertion> own) {
    return finding.with(
        finding
            .witness()
            .with(
                finding
                    .witness()
                    .interleaving()
                    .map(table ->
                        decisive(
                            table,
                            at ->
                                own.stream()
                                    .anyMatch(
                                        a -> a.file().equals(at.file()) && a.reads(at.line()))))));
  }

  /**
   * Only the latest reads at the places, each value of a variable once, and what others wrote
   * there.
   */
  private static Interleaving decisive(Interleaving table, Predicate<Site> decides) {
    Set<Turn> reads = new HashSet<>();
    Set<Found> found = new HashSet<>();
    for (Turn turn : table.turns().reversed()) {
      if (isAdded(turn)
          && access(turn) == AccessKind.READ
          && turn.details().get().readAt().filter(decides).isPresent()
          && reads.size() < MOST
          && found.add(new Found(variable(turn), turn.details().get().value()))) {
        reads.add(turn);
      }
    }
    // One that is a scheduling point has its row in any case.
    Set<Long> variables =
        table.turns().stream()
            .filter(turn -> !isAdded(turn) || reads.contains(turn))
            .filter(turn -> access(turn) == AccessKind.READ)
            .map(AssertionReads::variable)
            .collect(Collectors.toSet());
    return table.without(turn ->
        isAdded(turn)
            && !reads.contains(turn)
            && !(access(turn) == AccessKind.WRITE && variables.contains(variable(turn))));
  }

  /** What reads find: those that find the same are shown once. */
  private record Found(long variable, Optional<Value> value) {}

  private static boolean isAdded(Turn turn) {
    return turn.details().flatMap(Details::readAt).isPresent();
  }

  private static AccessKind access(Turn turn) {
    return turn.operation().action() instanceof Action.Accessed accessed
        ? accessed.access()
        : AccessKind.NONE;
  }

  private static long variable(Turn turn) {
    return turn.operation().action() instanceof Action.Accessed accessed ? accessed.variable() : 0;
  }
}
