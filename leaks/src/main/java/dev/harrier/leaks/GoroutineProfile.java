package dev.harrier.leaks;

import dev.harrier.model.finding.Footprint;
import dev.harrier.model.finding.Headcount;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * A pprof profile of goroutines, as {@code /debug/pprof/goroutine} and {@code goroutineleak} give
 * it: gzip around the protocol buffer of pprof's {@code profile.proto}, of which samples,
 * locations, functions, strings and the time are read.
 */
public final class GoroutineProfile {
  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING = 6;
  private static final int TIME_NANOS = 9;

  private static final long NANOS_IN_MILLI = 1_000_000;

  private record Sample(List<Long> locations, long count) {}

  private record Line(long function, long number) {}

  private record Function(long name, long file) {}

  private final List<String> strings = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private final Map<Long, List<Line>> locations = new HashMap<>();
  private final Map<Long, Function> functions = new HashMap<>();
  private long type;
  private long nanos;

  private GoroutineProfile() {}

  /** Whether a file begins as gzip does. */
  public static boolean isOne(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return in.read() == 0x1f && in.read() == 0x8b;
    }
  }

  /**
   * Reads a profile.
   *
   * @throws IOException if it is none of goroutines; the message is for the user
   */
  public static List<BlockedGoroutines> read(Path file) throws IOException {
    byte[] bytes;
    try (GZIPInputStream in =
        new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      bytes = in.readAllBytes();
    } catch (EOFException | ZipException e) {
      throw new IOException(file + " is not a complete pprof profile", e);
    }
    GoroutineProfile profile = new GoroutineProfile();
    try {
      profile.parse(new ProtocolBuffer(bytes));
      return profile.goroutines(file);
    } catch (IndexOutOfBoundsException e) {
      throw new IOException(file + " is not a complete pprof profile", e);
    }
  }

  private void parse(ProtocolBuffer buffer) {
    while (buffer.next()) {
      switch (buffer.field()) {
        case SAMPLE_TYPE -> type = valueType(buffer.message());
        case SAMPLE -> samples.add(sample(buffer.message()));
        case LOCATION -> location(buffer.message());
        case FUNCTION -> function(buffer.message());
        case TIME_NANOS -> nanos = buffer.number();
        case STRING -> strings.add(new String(buffer.bytes(), StandardCharsets.UTF_8));
        default -> {}
      }
    }
  }

  private static long valueType(ProtocolBuffer in) {
    long type = 0;
    while (in.next()) {
      type = in.field() == 1 ? in.number() : type;
    }
    return type;
  }

  private static Sample sample(ProtocolBuffer in) {
    List<Long> locations = new ArrayList<>();
    List<Long> values = new ArrayList<>();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> locations.addAll(in.numbers());
        case 2 -> values.addAll(in.numbers());
        default -> {}
      }
    }
    return new Sample(locations, values.getFirst());
  }

  private void location(ProtocolBuffer in) {
    long id = 0;
    List<Line> lines = new ArrayList<>();
    while (in.next()) {
      switch (in.field()) {
        case 1 -> id = in.number();
        case 4 -> lines.add(line(in.message()));
        default -> {}
      }
    }
    locations.put(id, lines);
  }

  private static Line line(ProtocolBuffer in) {
    long function = 0;
    long number = 0;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> function = in.number();
        case 2 -> number = in.number();
        default -> {}
      }
    }
    return new Line(function, number);
  }

  private void function(ProtocolBuffer in) {
    long id = 0;
    long name = 0;
    long file = 0;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> id = in.number();
        case 2 -> name = in.number();
        case 4 -> file = in.number();
        default -> {}
      }
    }
    functions.put(id, new Function(name, file));
  }

  private List<BlockedGoroutines> goroutines(Path file) throws IOException {
    String name = strings.isEmpty() ? "" : strings.get(Math.toIntExact(type));
    BlockedGoroutines.Evidence evidence =
        switch (name) {
          case "goroutineleak" -> BlockedGoroutines.Evidence.LEAKED;
          case "goroutine" -> BlockedGoroutines.Evidence.BLOCKED;
          default ->
              throw new IOException(
                  ("%s is a profile of %s; those of goroutine and goroutineleak say where goroutines"
                          + " are blocked")
                      .formatted(file, name.isEmpty() ? "nothing" : name));
        };
    long taken = nanos == 0 ? Files.getLastModifiedTime(file).toMillis() : nanos / NANOS_IN_MILLI;
    List<BlockedGoroutines> all = new ArrayList<>();
    for (Sample sample : samples) {
      List<Site> stack = stack(sample);
      Optional<BlockReason> reason = reason(stack);
      if (evidence == BlockedGoroutines.Evidence.LEAKED || reason.isPresent()) {
        all.add(
            new BlockedGoroutines(
                evidence,
                GoroutineId.NONE,
                reason.orElse(BlockReason.OTHER),
                Optional.empty(),
                stack,
                List.of(),
                List.of(),
                new Footprint(sample.count, 1, 0, 0, false, 0, false, false),
                Growth.ofProfile(new Headcount(taken, sample.count, 0))));
      }
    }
    return all;
  }

  private List<Site> stack(Sample sample) {
    List<Site> stack = new ArrayList<>();
    for (long location : sample.locations) {
      for (Line line : locations.getOrDefault(location, List.of())) {
        Function function = functions.getOrDefault(line.function, new Function(0, 0));
        stack.add(
            new Site(
                strings.get(Math.toIntExact(function.name)),
                strings.get(Math.toIntExact(function.file)),
                Math.toIntExact(line.number)));
      }
    }
    return stack;
  }

  /** What a stack that begins with {@code runtime.gopark} waits for; empty if it does not block. */
  private static Optional<BlockReason> reason(List<Site> stack) {
    return stack.stream().map(GoroutineProfile::reason).flatMap(Optional::stream).findFirst();
  }

  private static Optional<BlockReason> reason(Site call) {
    return Optional.ofNullable(
        switch (call.function()) {
          case "runtime.chansend", "runtime.chansend1" -> BlockReason.CHAN_SEND;
          case "runtime.chanrecv", "runtime.chanrecv1", "runtime.chanrecv2" ->
              BlockReason.CHAN_RECEIVE;
          case "runtime.selectgo" -> BlockReason.SELECT;
          case "runtime.block" -> BlockReason.EMPTY_SELECT;
          case "sync.runtime_notifyListWait" -> BlockReason.COND;
          case "sync.(*WaitGroup).Wait" -> BlockReason.WAIT_GROUP;
          case "sync.(*RWMutex).RLock" -> BlockReason.RWMUTEX_RLOCK;
          case "sync.(*RWMutex).Lock" -> BlockReason.RWMUTEX_LOCK;
          case "internal/sync.(*Mutex).Lock", "internal/sync.(*Mutex).lockSlow" ->
              BlockReason.MUTEX_LOCK;
          default -> null;
        });
  }
}
