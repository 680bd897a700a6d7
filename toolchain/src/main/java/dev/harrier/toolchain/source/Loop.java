package dev.harrier.toolchain.source;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.harrier.toolchain.driver.ToolchainException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the source says of the innermost loop around a select or a sleep. What each field means,
 * {@code loops.go} says.
 */
public record Loop(
    String file,
    int line,
    boolean sleeps,
    boolean endless,
    boolean pure,
    int others,
    int done,
    int own,
    boolean ends,
    int leaving) {
  /** What the front end writes, as Gson reads it: every field may be missing. */
  private record Entry(
      @Nullable String file,
      int line,
      boolean sleeps,
      boolean endless,
      boolean pure,
      int others,
      int done,
      int own,
      boolean ends,
      int leaving) {
    Stream<Loop> loop() {
      return file == null
          ? Stream.empty()
          : Stream.of(
              new Loop(file, line, sleeps, endless, pure, others, done, own, ends, leaving));
    }
  }

  /**
   * @throws ToolchainException if the text is not what loops.go writes
   */
  static List<Loop> parse(String text) throws ToolchainException {
    try {
      Entry @Nullable [] entries = new Gson().fromJson(text, Entry[].class);
      return entries == null ? List.of() : Arrays.stream(entries).flatMap(Entry::loop).toList();
    } catch (JsonParseException e) {
      throw new ToolchainException("the list of loops can't be read", e);
    }
  }
}
