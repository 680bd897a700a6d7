package dev.harrier.toolchain.source;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.harrier.toolchain.driver.ToolchainException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A call that reports a failure, and the lines of its function that decide about it: its arguments,
 * the conditions around it, and what is assigned to their variables.
 */
public record Assertion(String file, int line, List<Lines> reads) {
  public Assertion {
    reads = List.copyOf(reads);
  }

  /** Lines of an expression or a statement. */
  public record Lines(int first, int last) {}

  /** Whether it depends on the value of something on that line. */
  public boolean reads(int at) {
    return reads.stream().anyMatch(lines -> lines.first <= at && at <= lines.last);
  }

  /** What the front end writes, as Gson reads it: every field may be missing. */
  private record Entry(@Nullable String file, int line, @Nullable List<List<Integer>> reads) {
    Stream<Assertion> assertion() {
      return file == null || reads == null
          ? Stream.empty()
          : Stream.of(
              new Assertion(
                  file,
                  line,
                  reads.stream()
                      .filter(lines -> lines.size() == 2)
                      .map(lines -> new Lines(lines.getFirst(), lines.getLast()))
                      .toList()));
    }
  }

  /**
   * @throws ToolchainException if the text is not what reads.go writes
   */
  static List<Assertion> parse(String text) throws ToolchainException {
    try {
      Entry @Nullable [] entries = new Gson().fromJson(text, Entry[].class);
      return entries == null
          ? List.of()
          : Arrays.stream(entries).flatMap(Entry::assertion).toList();
    } catch (JsonParseException e) {
      throw new ToolchainException("the list of assertions can't be read", e);
    }
  }
}
