package dev.harrier.report.words;

import dev.harrier.base.text.Plurals;
import dev.harrier.model.finding.Defect;
import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.Footprint;
import dev.harrier.model.finding.Headcount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What leaked goroutines cost the programs that have them. */
public final class Costs {
  private static final long NANOS = 1_000_000_000;
  private static final long NANOS_IN_MILLI = 1_000_000;

  private Costs() {}

  /** One clause for each thing that is known; "" for findings that say nothing of it. */
  public static String of(Finding finding) {
    return finding.defect() instanceof Defect.LeakedInProduction leaked
        ? of(leaked.footprint(), growth(leaked))
        : "";
  }

  /** {@code from 3 to 120 goroutines in 10 min}; "" if only one moment is known. */
  public static String growth(Defect.LeakedInProduction leaked) {
    if (leaked.growth().isEmpty()) {
      return "";
    }
    Headcount first = leaked.growth().getFirst();
    Headcount last = leaked.growth().getLast();
    return "from %,d to %s in %s"
        .formatted(
            first.goroutines(),
            Plurals.count(last.goroutines(), "goroutine"),
            duration((last.millis() - first.millis()) * NANOS_IN_MILLI));
  }

  private static String of(Footprint footprint, String growth) {
    List<String> clauses = new ArrayList<>();
    clauses.add(
        Plurals.count(footprint.goroutines(), "goroutine")
            + (footprint.processes() > 1
                ? " in %,d processes".formatted(footprint.processes())
                : ""));
    if (!growth.isEmpty()) {
      clauses.add(growth);
    }
    if (footprint.bytes() > 0) {
      clauses.add(
          (footprint.bytesAtLeast() ? "at least " : "") + size(footprint.bytes()) + " kept alive");
    }
    if (footprint.waitingNanos() > 0) {
      clauses.add("the oldest has waited " + duration(footprint.waitingNanos()));
    }
    if (footprint.reclaimed() > 0) {
      clauses.add(String.format(Locale.ROOT, "%,d reclaimed", footprint.reclaimed()));
    }
    if (footprint.deferredCalls()) {
      clauses.add("a deferred call is pending, so HARRIER_LEAKS=reclaim leaves it alone");
    }
    if (footprint.finalizer()) {
      clauses.add("it keeps an object with a finalizer or cleanup alive, so it is never reclaimed");
    }
    return String.join("; ", clauses);
  }

  private static String size(long bytes) {
    if (bytes < 1 << 10) {
      return Plurals.count(bytes, "byte");
    }
    return bytes < 1 << 20
        ? String.format(Locale.ROOT, "%.1f KB", bytes / 1024.0)
        : String.format(Locale.ROOT, "%,.1f MB", bytes / 1048576.0);
  }

  private static String duration(long nanos) {
    long seconds = nanos / NANOS;
    if (seconds == 0) {
      return nanos / 1_000_000 + " ms";
    }
    return seconds < 60
        ? seconds + " s"
        : seconds < 3600 ? seconds / 60 + " min" : seconds / 3600 + " h";
  }
}
