package dev.harrier.toolchain.patch;

/**
 * What {@code runtime/metrics} says about leaked goroutines, so that every exporter that a program
 * has picks it up. In the order of names, as {@code metrics.All} promises.
 */
enum LeakMetrics {
  COLLECTIONS(
      "collections:gc-cycles",
      true,
      "harrierCycles.Load()",
      "Count of collections that looked for leaked goroutines."),
  COST(
      "cost:seconds",
      true,
      "uint64(harrierCost.Load())",
      "Time that looking for leaked goroutines took while the program was stopped."),
  FOUND_BYTES(
      "found:bytes",
      true,
      "uint64(harrierBytesKept.Load())",
      "Memory that leaked goroutines kept alive when they were found."),
  FOUND(
      "found:goroutines",
      true,
      "harrierLeakedEver.Load()",
      "Count of goroutines that were proved to be blocked forever."),
  NOW(
      "now:goroutines",
      false,
      "uint64(harrierLeakedNow.Load())",
      "Leaked goroutines that exist, as of the last collection that looked."),
  RECLAIMED(
      "reclaimed:goroutines",
      true,
      "harrierReclaimed.Load()",
      "Count of leaked goroutines that were reclaimed.");

  private static final String FIRST_BEHIND = "/memory/classes/heap/free:bytes";

  private final String name;
  private final boolean cumulative;
  private final String value;
  private final String meaning;

  LeakMetrics(String name, boolean cumulative, String value, String meaning) {
    this.name = "/harrier/leaks/" + name;
    this.cumulative = cumulative;
    this.value = value;
    this.meaning = meaning;
  }

  private boolean isTime() {
    return this == COST;
  }

  /** Adds them to the list that the package shows. */
  static void describe(GoSource description) throws PatchException {
    StringBuilder all = new StringBuilder();
    for (LeakMetrics metric : values()) {
      all.append(
          "{Name: \"%s\", Description: \"%s\", Kind: %s, Cumulative: %s}, "
              .formatted(
                  metric.name,
                  metric.meaning,
                  metric.isTime() ? "KindFloat64" : "KindUint64",
                  metric.cumulative));
    }
    String behind = "{\n\t\tName: \"" + FIRST_BEHIND + "\",";
    description.replace(behind, all + behind);
  }

  /** Adds what the runtime computes for each. */
  static void compute(GoSource metrics) throws PatchException {
    StringBuilder all = new StringBuilder();
    for (LeakMetrics metric : values()) {
      String set =
          metric.isTime()
              ? "out.kind = metricKindFloat64; out.scalar = float64bits(float64("
                  + metric.value
                  + ") / 1e9)"
              : "out.kind = metricKindUint64; out.scalar = " + metric.value;
      all.append(
          "\"%s\": {compute: func(_ *statAggregate, out *metricValue) { %s }}, "
              .formatted(metric.name, set));
    }
    String behind = "\"" + FIRST_BEHIND + "\": {";
    metrics.replace(behind, all + behind);
  }
}
