package dev.harrier.binary.rewrite;

import dev.harrier.binary.semantics.HookEvent;
import dev.harrier.model.ending.BlindSpot;
import java.util.List;
import java.util.Map;

/**
 * What a rewrite did.
 *
 * @param sites how many places log each event
 * @param blindSpots operations that the copy does not log
 */
public record RewriteReport(
    String goVersion, Map<HookEvent, Integer> sites, List<BlindSpot> blindSpots) {
  public RewriteReport {
    sites = Map.copyOf(sites);
    blindSpots = List.copyOf(blindSpots);
  }
}
