package dev.harrier.cli.probe;

import dev.harrier.model.trace.Site;
import dev.harrier.vet.probe.Orders;
import dev.harrier.vet.probe.Probe;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the generated tests make which call. */
final class CallSites {
  /** What follows each call in its goroutine: it keeps the call's results under its number. */
  private static final Pattern KEPT = Pattern.compile("^\\s*results\\[(\\d+)\\] = ");

  private final Map<String, String> sources = new HashMap<>();
  private final Map<String, List<String>> lines = new ConcurrentHashMap<>();
  private final Orders orders;

  CallSites(List<Probe> probes, Orders orders) {
    this.orders = orders;
    for (Probe probe : probes) {
      for (Probe.SourceFile file : probe.files()) {
        sources.put(Path.of(probe.directory()).resolve(file.name()).toString(), file.source());
      }
    }
  }

  /**
   * The call that a frame of a goroutine of a test is in, numbered over all goroutines of the test;
   * empty if it is another frame.
   */
  OptionalInt at(Site site, String test) {
    if (!site.function().contains("." + test + ".func")) {
      return OptionalInt.empty();
    }
    return lines
        .computeIfAbsent(
            site.file(), file -> orders.completed(sources.getOrDefault(file, "")).lines().toList())
        .stream()
        .skip(Math.max(site.line() - 1, 0))
        .map(KEPT::matcher)
        .filter(Matcher::find)
        .mapToInt(kept -> Integer.parseInt(kept.group(1)))
        .findFirst();
  }
}
