package dev.harrier.toolchain.source;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.harrier.toolchain.driver.ToolchainException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the source calls something on a line, and its type.
 *
 * @param name the expression, such as {@code c.hits}
 * @param kind of the type, as package {@code internal/abi} of Go numbers them
 * @param type as {@code %T} prints it
 */
public record Variable(String file, int line, String name, int kind, String type) {
  /** What the front end writes (variables.go), as Gson reads it: every field may be missing. */
  private record Entry(
      @Nullable String file, int line, @Nullable String name, int kind, @Nullable String type) {
    Stream<Variable> variable() {
      return file == null || name == null || type == null
          ? Stream.empty()
          : Stream.of(new Variable(file, line, name, kind, type));
    }
  }

  /**
   * @throws ToolchainException if the text is not what variables.go writes
   */
  static List<Variable> parse(String text) throws ToolchainException {
    try {
      Entry @Nullable [] entries = new Gson().fromJson(text, Entry[].class);
      return entries == null
          ? List.of()
          : Arrays.stream(entries).flatMap(Entry::variable).distinct().toList();
    } catch (JsonParseException e) {
      throw new ToolchainException("the list of variables can't be read", e);
    }
  }
}
