package dev.harrier.vet;

import dev.harrier.model.ending.Remark.NotAnalyzed;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.ToolFailure;
import dev.harrier.vet.race.FindingMapper;
import dev.harrier.vet.race.RaceReport;
import java.util.List;
import java.util.Map;

/**
 * What was found, and what could not be looked at.
 *
 * @param races the strongest first ({@link dev.harrier.vet.race.Shape#strength}), then the surest
 * @param withheld pairs of accesses that code which was not followed may order: no findings
 * @param faults functions that were not analyzed because Harrier failed there
 * @param packages how many packages were analyzed
 * @param functions how many functions have code
 * @param ended whether it was ended before all was looked at
 * @param unreached how many functions with closures in goroutines were not looked at therefore
 * @param ways to run both accesses of a race, by the fingerprint of its finding; without tests
 *     unless the request asks which lead to what is found
 */
public record VetResult(
    List<RaceReport> races,
    List<RaceReport> withheld,
    List<NotAnalyzed> problems,
    List<ToolFailure.Unanalyzed> faults,
    int packages,
    int functions,
    boolean ended,
    int unreached,
    Map<String, WaysToRun> ways) {
  /** What there is when the analysis is ended before anything has loaded. */
  static final VetResult NOTHING =
      new VetResult(List.of(), List.of(), List.of(), List.of(), 0, 0, true, 0, Map.of());

  public VetResult {
    withheld = List.copyOf(withheld);
    races = List.copyOf(races);
    problems = List.copyOf(problems);
    faults = List.copyOf(faults);
    ways = Map.copyOf(ways);
  }

  /** The findings of the races, in their order. */
  public List<Finding> findings() {
    return races.stream().map(FindingMapper::of).toList();
  }
}
