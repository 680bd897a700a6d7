package dev.harrier.leaks;

import com.google.gson.Gson;
import com.google.gson.JsonSyntaxException;
import com.google.gson.annotations.SerializedName;
import dev.harrier.model.finding.Footprint;
import dev.harrier.model.finding.Headcount;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JSON lines of one or more processes: each starts with a line of its own, writes a line for
 * each new place and again when it is asked for a summary. A later line of a place replaces the
 * earlier one.
 *
 * @param goroutines one entry for each process and place
 * @param processes how many processes wrote
 * @param revived goroutines that ran again after they had been proved leaked
 * @param go the version of Go that the last of them was built with; "" if none said so
 * @param started when the first of them began
 * @param lasted from then to the last line
 * @param unreadable lines that are no record, such as one that a full disk cut off
 */
public record LeakLog(
    List<BlockedGoroutines> goroutines,
    int processes,
    long revived,
    int unreadable,
    String go,
    Instant started,
    Duration lasted) {
  private static final long NANOS_IN_MILLI = 1_000_000;
  private static final String MARK = "{\"harrier\":";

  public LeakLog {
    goroutines = List.copyOf(goroutines);
  }

  /** Whether a file begins as such a log does. */
  public static boolean isOne(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MARK.length()), StandardCharsets.UTF_8).equals(MARK);
    }
  }

  /** The members of a line; which are there depends on its type. */
  private static final class Line {
    private @Nullable String type;
    private long pid;
    private long id;
    private long goroutine;
    private long count;
    private long capacity;
    private long time;
    private @Nullable String go;
    private long reclaimed;
    private long revived;
    private long bytes;
    private boolean deferred;
    private boolean finalizer;
    private @Nullable String reason;
    private @Nullable String object;
    private @Nullable String element;
    private @Nullable List<Frame> blocked;
    private @Nullable List<Frame> created;
    private @Nullable List<Frame> made;

    @SerializedName("bytes_at_least")
    private boolean bytesAtLeast;

    @SerializedName("waiting_ns")
    private long waitingNanos;
  }

  private static final class Frame {
    private @Nullable String function;
    private @Nullable String file;
    private int line;
  }

  private record Slot(long pid, int run, long id) {}

  /** Reads a log. */
  public static LeakLog read(Path file) throws IOException {
    Map<Slot, BlockedGoroutines> places = new LinkedHashMap<>();
    Map<Slot, List<Headcount>> told = new LinkedHashMap<>();
    Map<Long, Integer> runs = new LinkedHashMap<>();
    Map<Long, Long> revived = new LinkedHashMap<>();
    Gson gson = new Gson();
    int processes = 0;
    int unreadable = 0;
    String go = "";
    long first = Long.MAX_VALUE;
    long last = 0;
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String text = in.readLine(); text != null; text = in.readLine()) {
        Line line = parsed(gson, text);
        if (line == null) {
          unreadable++;
          continue;
        }
        if (line.time > 0) {
          first = Math.min(first, line.time);
          last = Math.max(last, line.time);
        }
        switch (text(line.type)) {
          case "start" -> {
            processes++;
            go = text(line.go);
            gone(told, line);
            runs.merge(line.pid, 1, Integer::sum);
          }
          case "leak", "poll" -> {
            Slot slot = new Slot(line.pid, runs.getOrDefault(line.pid, 0), line.id);
            List<Headcount> counts = told.computeIfAbsent(slot, _ -> new ArrayList<>());
            if (line.time > 0) {
              counts.add(new Headcount(line.time / NANOS_IN_MILLI, line.count, line.bytes));
            }
            places.put(slot, goroutines(line));
          }
          case "summary" -> revived.put(line.pid, line.revived);
          default -> unreadable++;
        }
      }
    }
    places.replaceAll(
        (slot, place) -> place.grown(Growth.ofProcess(told.getOrDefault(slot, List.of()))));
    long all = revived.values().stream().mapToLong(Long::longValue).sum();
    first = Math.min(first, last);
    return new LeakLog(
        List.copyOf(places.values()),
        processes,
        all,
        unreadable,
        go,
        Instant.ofEpochSecond(0, first),
        Duration.ofNanos(last - first));
  }

  /** A process has this number now, so the one that had it before is gone, and its goroutines. */
  private static void gone(Map<Slot, List<Headcount>> told, Line start) {
    told.forEach((slot, counts) -> {
      if (slot.pid == start.pid && start.time > 0 && !counts.isEmpty()) {
        counts.add(new Headcount(start.time / NANOS_IN_MILLI, 0, 0));
      }
    });
  }

  private static @Nullable Line parsed(Gson gson, String text) {
    try {
      return gson.fromJson(text, Line.class);
    } catch (JsonSyntaxException e) {
      return null;
    }
  }

  private static BlockedGoroutines goroutines(Line line) {
    return new BlockedGoroutines(
        text(line.type).equals("poll")
            ? BlockedGoroutines.Evidence.POLLING
            : BlockedGoroutines.Evidence.LEAKED,
        line.goroutine > 0 ? new GoroutineId(line.goroutine) : GoroutineId.NONE,
        BlockReason.ofWords(text(line.reason)),
        line.object == null
            ? Optional.empty()
            : Optional.of(
                new BlockedGoroutines.Channel(
                    text(line.element), Math.clamp(line.capacity, 0, Integer.MAX_VALUE))),
        sites(line.blocked),
        sites(line.created),
        sites(line.made),
        new Footprint(
            line.count,
            1,
            line.reclaimed,
            line.bytes,
            line.bytesAtLeast,
            line.waitingNanos,
            line.deferred,
            line.finalizer),
        Growth.ofProcess(List.of()));
  }

  private static List<Site> sites(@Nullable List<Frame> frames) {
    return frames == null
        ? List.of()
        : frames.stream()
            .filter(Objects::nonNull) // A damaged line may have null in the place of a frame.
            .map(f -> new Site(text(f.function), text(f.file), f.line))
            .toList();
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
