package dev.harrier.leaks;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Words about blocked goroutines: all of them are here. */
public final class LeakText {
  private static final int SHOWN = 20;

  private LeakText() {}

  /** One block for each group, then the sum. */
  public static String of(List<BlockedGoroutines> ranked, int sources) {
    StringBuilder text = new StringBuilder();
    for (BlockedGoroutines group : ranked.subList(0, Math.min(SHOWN, ranked.size()))) {
      add(text, group);
    }
    if (ranked.size() > SHOWN) {
      text.append("... and %d more places%n%n".formatted(ranked.size() - SHOWN));
    }
    long leaked = count(ranked, BlockedGoroutines.Evidence.LEAKED);
    long blocked = count(ranked, BlockedGoroutines.Evidence.BLOCKED);
    long reclaimed = ranked.stream().mapToLong(BlockedGoroutines::reclaimed).sum();
    text.append(
        "%s leaked%s%s, at %s, from %s%n"
            .formatted(
                plural(leaked, "goroutine"),
                reclaimed > 0 ? " (%d reclaimed)".formatted(reclaimed) : "",
                blocked > 0 ? ", %d blocked without proof".formatted(blocked) : "",
                plural(ranked.size(), "place"),
                plural(sources, "process or profile", "processes or profiles")));
    return text.toString();
  }

  private static long count(List<BlockedGoroutines> all, BlockedGoroutines.Evidence evidence) {
    return all.stream()
        .filter(g -> g.evidence() == evidence)
        .mapToLong(BlockedGoroutines::count)
        .sum();
  }

  private static void add(StringBuilder text, BlockedGoroutines group) {
    boolean proven = group.evidence() == BlockedGoroutines.Evidence.LEAKED;
    group
        .site()
        .ifPresent(site -> text.append(site.file()).append(':').append(site.line()).append(": "));
    text.append(proven ? "leak: " : "blocked: ")
        .append(plural(group.count(), "goroutine"))
        .append(proven ? " blocked for ever" : " blocked")
        .append(group.reason().isEmpty() ? "" : " [" + group.reason() + what(group.object()) + "]")
        .append(group.processes() > 1 ? " in %d processes".formatted(group.processes()) : "")
        .append(System.lineSeparator());
    if (group.bytes() > 0) {
      text.append(
          "  keeping %s%s alive%n"
              .formatted(group.bytesAtLeast() ? "at least " : "", size(group.bytes())));
    }
    if (group.waitingNanos() > 0) {
      text.append("  the first for %s%n".formatted(duration(group.waitingNanos())));
    }
    if (group.reclaimed() > 0) {
      text.append("  %d of them reclaimed%n".formatted(group.reclaimed()));
    }
    if (group.deferred()) {
      text.append(
          "  with deferred calls pending: HARRIER_LEAKS=reclaim leaves it alone%n".formatted());
    }
    if (group.finalizer()) {
      text.append(
          "  leading to an object with a finalizer or cleanup: never reclaimed%n".formatted());
    }
    stack(text, "blocked in", group.blocked());
    stack(text, "created by", group.created());
    stack(text, "waiting for what was made by", group.made());
    text.append(System.lineSeparator());
  }

  private static String what(Optional<String> object) {
    return object.map(o -> ", " + o).orElse("");
  }

  private static void stack(StringBuilder text, String intro, List<Place> places) {
    List<Place> shown = places.stream().filter(p -> !p.function().startsWith("runtime.")).toList();
    if (!shown.isEmpty()) {
      text.append("  ").append(intro).append(System.lineSeparator());
      shown.forEach(p -> text.append("    ").append(p).append(System.lineSeparator()));
    }
  }

  private static String plural(long n, String one) {
    return plural(n, one, one + "s");
  }

  private static String plural(long n, String one, String many) {
    return n + " " + (n == 1 ? one : many);
  }

  private static String size(long bytes) {
    if (bytes < 1 << 10) {
      return bytes + " bytes";
    }
    return bytes < 1 << 20
        ? String.format(Locale.ROOT, "%.1f KB", bytes / 1024.0)
        : String.format(Locale.ROOT, "%.1f MB", bytes / 1048576.0);
  }

  private static String duration(long nanos) {
    long seconds = nanos / 1_000_000_000;
    if (seconds < 1) {
      return nanos / 1_000_000 + " ms";
    }
    return seconds < 60
        ? seconds + " s"
        : seconds < 3600 ? seconds / 60 + " min" : seconds / 3600 + " h";
  }
}
