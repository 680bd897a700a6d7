package dev.harrier.coverage;

import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.Site;
import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.ConcurrencyUsage.Lines;
import dev.harrier.model.usage.UsageKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fixed model, by place. */
final class UsageIndex {
  private record Place(String file, int line) {}

  private final List<UsageCoverage> all;
  private final Map<Place, List<UsageCoverage>> byPlace = new HashMap<>();
  private final Map<String, List<UsageCoverage>> deferredByFile = new HashMap<>();

  UsageIndex(Collection<ConcurrencyUsage> model) {
    all =
        model.stream()
            .distinct()
            .sorted(
                Comparator.comparing(ConcurrencyUsage::file)
                    .thenComparingInt(ConcurrencyUsage::line)
                    .thenComparing(ConcurrencyUsage::kind))
            .map(UsageCoverage::new)
            .toList();
    for (UsageCoverage usage : all) {
      Place place = new Place(usage.usage().file(), usage.usage().line());
      byPlace.computeIfAbsent(place, _ -> new ArrayList<>(1)).add(usage);
      if (usage.usage().deferredIn().isPresent()) {
        deferredByFile.computeIfAbsent(place.file(), _ -> new ArrayList<>(1)).add(usage);
      }
    }
  }

  List<UsageCoverage> all() {
    return all;
  }

  /** What is known of this usage; empty if it is not in the model. */
  Optional<UsageCoverage> of(ConcurrencyUsage usage) {
    return byPlace.getOrDefault(new Place(usage.file(), usage.line()), List.of()).stream()
        .filter(u -> u.usage().equals(usage))
        .findFirst();
  }

  /**
   * The usages that a site can mean, most likely first: those on its line, then deferred calls of
   * the functions around it, from the innermost.
   */
  List<UsageCoverage> at(Site site) {
    List<UsageCoverage> here = byPlace.get(new Place(site.file(), site.line()));
    List<UsageCoverage> found = here == null ? new ArrayList<>() : new ArrayList<>(here);
    List<UsageCoverage> deferred = deferredByFile.get(site.file());
    if (deferred == null) {
      return found;
    }
    deferred.stream()
        .filter(u -> deferredIn(u).stream().anyMatch(lines -> lines.contains(site.line())))
        .sorted(Comparator.comparingInt(u -> deferredIn(u).map(Lines::length).orElse(0)))
        .forEach(found::add);
    return found;
  }

  private static Optional<Lines> deferredIn(UsageCoverage usage) {
    return usage.usage().deferredIn();
  }

  /** The one among them of one of these kinds. */
  static Optional<UsageCoverage> ofKind(List<UsageCoverage> here, Set<UsageKind> kinds) {
    return here.stream().filter(u -> kinds.contains(u.usage().kind())).findFirst();
  }

  /** The select among them whose cases have these directions. */
  static Optional<UsageCoverage> select(List<UsageCoverage> here, List<Direction> directions) {
    return here.stream().filter(u -> hasCases(u.usage(), directions)).findFirst();
  }

  private static boolean hasCases(ConcurrencyUsage usage, List<Direction> directions) {
    return usage.kind() == UsageKind.SELECT
        && usage.cases().stream().map(ConcurrencyUsage.Case::direction).toList().equals(directions);
  }
}
