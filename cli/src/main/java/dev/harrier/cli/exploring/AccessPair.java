package dev.harrier.cli.exploring;

import dev.harrier.model.finding.Access;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Step;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Two accesses that a static report says may race. */
public record AccessPair(Access first, Access second) {
  /** With an access; what runs has no columns. */
  private record Line(String file, int line) {}

  /** The pair that a report is about, and then the others that it lists; none if it is no race. */
  public static List<AccessPair> of(Finding report) {
    Stream<AccessPair> own =
        report.defect() instanceof Defect.Race race
            ? Stream.of(new AccessPair(race.first(), race.second()))
            : Stream.of();
    Stream<AccessPair> others =
        report.explanation().steps().stream()
            .filter(Step.AlsoRaces.class::isInstance)
            .map(Step.AlsoRaces.class::cast)
            .map(also -> new AccessPair(also.first(), also.second()));
    return Stream.concat(own, others).toList();
  }

  /** Where the two are; one place if they are the same. */
  public List<Location> places() {
    return Stream.of(first, second).map(Access::at).distinct().toList();
  }

  /** Whether a race is at the two lines of a report, or at those of another pair that it lists. */
  public static boolean isShownBy(Finding report, Finding race) {
    return of(race).stream()
        .map(AccessPair::lines)
        .anyMatch(raced -> of(report).stream().map(AccessPair::lines).anyMatch(raced::equals));
  }

  private Set<Line> lines() {
    return places().stream()
        .map(at -> new Line(at.file(), at.line()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Those of the two places that a coverage run can cover: Go measures no test files. */
  public List<Location> measured() {
    return places().stream().filter(at -> !at.inTests()).toList();
  }

  /** All such places of some reports. */
  public static List<Location> measured(Collection<Finding> reports) {
    return reports.stream()
        .flatMap(report -> of(report).stream())
        .flatMap(pair -> pair.measured().stream())
        .distinct()
        .toList();
  }

  /** The flag that has {@code go test} measure the packages of these places. */
  public static String coverage(Collection<Finding> reports) {
    return measured(reports).stream()
        .map(Location::packagePath)
        .distinct()
        .sorted()
        .collect(Collectors.joining(",", "-coverpkg=", ""));
  }
}
