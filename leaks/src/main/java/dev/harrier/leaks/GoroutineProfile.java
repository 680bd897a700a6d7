package dev.harrier.leaks;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.harrier.model.finding.Footprint;
import dev.harrier.model.finding.Headcount;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
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
 *
 * <p>It may come from anyone, and few bytes can stand for much, so there are bounds to what it
 * unpacks to and to what that says.
 */
public final class GoroutineProfile {
  private static final int SAMPLE_TYPE = 1;
  private static final int SAMPLE = 2;
  private static final int LOCATION = 4;
  private static final int FUNCTION = 5;
  private static final int STRING = 6;
  private static final int TIME_NANOS = 9;

  /** Unpacked. */
  private static final int MOST_BYTES = 64 << 20;

  /** Strings, functions, lines and calls; the stacks of 60,000 places have about as many. */
  private static final int MOST_ITEMS = 2_000_000;

  /** What a stack weighs next to its calls, as it is kept with what it costs. */
  private static final int ITEMS_OF_STACK = 8;

  private static final long NANOS_IN_MILLI = 1_000_000;

  private record Sample(List<Long> locations, long count) {}

  private record Line(long function, long number) {}

  private record Function(long name, long file) {}

  /** What becomes of one field of a message. */
  @FunctionalInterface
  private interface FieldReader {
    void read(CodedInputStream in, int tag) throws IOException;
  }

  private final Path file;
  private final List<String> strings = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private final Map<Long, List<Line>> locations = new HashMap<>();
  private final Map<Long, List<Site>> sites = new HashMap<>();
  private final Map<Long, Function> functions = new HashMap<>();
  private long type;
  private long nanos;
  private long items;

  private GoroutineProfile(Path file) {
    this.file = file;
  }

  /** Whether a file begins as gzip does. */
  public static boolean isOne(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return in.read() == 0x1f && in.read() == 0x8b;
    }
  }

  /**
   * Reads a profile.
   *
   * @throws IOException if it is none of goroutines, damaged or too large; the message is for the
   *     user
   */
  public static List<BlockedGoroutines> read(Path file) throws IOException {
    GoroutineProfile profile = new GoroutineProfile(file);
    try (InputStream packed = new BufferedInputStream(Files.newInputStream(file));
        InputStream unpacked = new GZIPInputStream(packed)) {
      CodedInputStream in = CodedInputStream.newInstance(unpacked);
      in.setSizeLimit(MOST_BYTES);
      fields(in, profile::field);
      return profile.goroutines();
    } catch (EOFException | ZipException | InvalidProtocolBufferException e) {
      throw new IOException(
          "%s is not a complete pprof profile of at most %d MB".formatted(file, MOST_BYTES >> 20),
          e);
    }
  }

  private static void fields(CodedInputStream in, FieldReader reader) throws IOException {
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      reader.read(in, tag);
    }
  }

  private static void message(CodedInputStream in, FieldReader reader) throws IOException {
    int outer = in.pushLimit(in.readRawVarint32());
    fields(in, reader);
    if (in.getBytesUntilLimit() != 0) {
      throw new EOFException();
    }
    in.popLimit(outer);
  }

  /** The numbers of a message, by their fields. */
  private static long[] numbers(CodedInputStream in, int last) throws IOException {
    long[] numbers = new long[last + 1];
    message(
        in,
        (each, tag) -> {
          int field = WireFormat.getTagFieldNumber(tag);
          if (field <= last && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT) {
            numbers[field] = each.readInt64();
          } else {
            each.skipField(tag);
          }
        });
    return numbers;
  }

  /** A repeated number, packed or not. */
  private void repeated(CodedInputStream in, int tag, List<Long> to) throws IOException {
    if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT) {
      add(1);
      to.add(in.readInt64());
      return;
    }
    int outer = in.pushLimit(in.readRawVarint32());
    while (in.getBytesUntilLimit() > 0) {
      add(1);
      to.add(in.readInt64());
    }
    in.popLimit(outer);
  }

  private void add(int more) throws IOException {
    items += more;
    if (items > MOST_ITEMS) {
      throw new IOException(
          "%s says more than a profile of goroutines does: over %,d strings, functions and calls"
              .formatted(file, MOST_ITEMS));
    }
  }

  private void field(CodedInputStream in, int tag) throws IOException {
    switch (WireFormat.getTagFieldNumber(tag)) {
      case SAMPLE_TYPE -> type = numbers(in, 1)[1];
      case SAMPLE -> sample(in);
      case LOCATION -> location(in);
      case FUNCTION -> {
        add(1);
        long[] function = numbers(in, 4);
        functions.put(function[1], new Function(function[2], function[4]));
      }
      case TIME_NANOS -> nanos = in.readInt64();
      case STRING -> {
        add(1);
        strings.add(in.readString());
      }
      default -> in.skipField(tag);
    }
  }

  private void sample(CodedInputStream in) throws IOException {
    List<Long> calls = new ArrayList<>();
    List<Long> values = new ArrayList<>(1);
    add(ITEMS_OF_STACK);
    message(
        in,
        (each, tag) -> {
          switch (WireFormat.getTagFieldNumber(tag)) {
            case 1 -> repeated(each, tag, calls);
            case 2 -> repeated(each, tag, values);
            default -> each.skipField(tag);
          }
        });
    if (values.isEmpty() || values.getFirst() < 0) {
      throw new IOException(file + " is damaged: a stack does not say how many goroutines have it");
    }
    samples.add(new Sample(List.copyOf(calls), values.getFirst()));
  }

  private void location(CodedInputStream in) throws IOException {
    long[] id = new long[1];
    List<Line> lines = new ArrayList<>(1);
    message(
        in,
        (each, tag) -> {
          switch (WireFormat.getTagFieldNumber(tag)) {
            case 1 -> id[0] = each.readInt64();
            case 4 -> {
              add(1);
              long[] line = numbers(each, 2);
              lines.add(new Line(line[1], line[2]));
            }
            default -> each.skipField(tag);
          }
        });
    locations.put(id[0], lines);
  }

  private List<BlockedGoroutines> goroutines() throws IOException {
    String name = strings.isEmpty() ? "" : string(type);
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

  private List<Site> stack(Sample sample) throws IOException {
    List<Site> stack = new ArrayList<>();
    for (long location : sample.locations) {
      List<Site> calls = sites.get(location);
      if (calls == null) {
        calls = calls(locations.getOrDefault(location, List.of()));
        sites.put(location, calls);
      }
      add(calls.size());
      stack.addAll(calls);
    }
    return stack;
  }

  /** The call at a location, after those that the compiler put in its place. */
  private List<Site> calls(List<Line> lines) throws IOException {
    List<Site> calls = new ArrayList<>(lines.size());
    for (Line line : lines) {
      Function function = functions.getOrDefault(line.function, new Function(0, 0));
      int number = Math.clamp(line.number, 0, Integer.MAX_VALUE);
      calls.add(new Site(string(function.name), string(function.file), number));
    }
    return calls;
  }

  private String string(long index) throws IOException {
    if (index < 0 || index >= strings.size()) {
      throw new IOException(
          "%s is damaged: it names string %d of %d".formatted(file, index, strings.size()));
    }
    return strings.get((int) index);
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
