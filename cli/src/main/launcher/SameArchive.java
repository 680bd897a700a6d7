import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;

/**
 * Makes a class archive that two runs dumped equal, whenever it is dumped: {@code SameArchive ONE
 * OTHER OUT}.
 *
 * <p>Two dumps of one class list differ in the clock of soft references, which is milliseconds since
 * the machine started, at the last collections of the dump, and in the checksums of the header, which the JVM
 * reads only with {@code -XX:+VerifySharedSpaces}. Both become zero. That the archives differ in
 * anything else ends this with status 1: a build that is not reproducible should say so.
 */
final class SameArchive {
  private static final int HEADER = 4096;
  private static final long LONGEST_DUMP = Duration.ofMinutes(5).toMillis();

  private SameArchive() {}

  public static void main(String[] arguments) throws IOException {
    ByteBuffer one = read(arguments[0]);
    ByteBuffer other = read(arguments[1]);
    if (one.capacity() != other.capacity()) {
      throw new IOException(
          "the archives differ in size: " + one.capacity() + " and " + other.capacity());
    }
    List<Long> clockOfOne = new ArrayList<>();
    List<Long> clockOfOther = new ArrayList<>();
    for (int at = 0; at + Long.BYTES <= one.capacity(); at += Long.BYTES) {
      if (one.getLong(at) != other.getLong(at)) {
        if (at >= HEADER) {
          clockOfOne.add(one.getLong(at));
          clockOfOther.add(other.getLong(at));
        }
        zero(one, other, at);
      }
    }
    if (!isClock(clockOfOne) || !isClock(clockOfOther)) {
      throw new IOException(
          "the archives differ in more than a clock: " + clockOfOne + ", " + clockOfOther);
    }
    Files.write(Path.of(arguments[2]), one.array());
  }

  /** Whether these are all times of one dump. */
  private static boolean isClock(List<Long> values) {
    LongSummaryStatistics range = values.stream().mapToLong(value -> value).summaryStatistics();
    return values.isEmpty()
        || (range.getMin() > 0 && range.getMax() - range.getMin() <= LONGEST_DUMP);
  }

  /** In the header only what differs, as a checksum has four bytes. */
  private static void zero(ByteBuffer one, ByteBuffer other, int at) {
    if (at >= HEADER) {
      one.putLong(at, 0);
      return;
    }
    for (int half = at; half < at + Long.BYTES; half += Integer.BYTES) {
      if (one.getInt(half) != other.getInt(half)) {
        one.putInt(half, 0);
      }
    }
  }

  private static ByteBuffer read(String file) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(Path.of(file))).order(ByteOrder.LITTLE_ENDIAN);
  }
}
