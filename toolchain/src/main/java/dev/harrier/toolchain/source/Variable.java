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
 * @param written whether the line assigns to it
 * @param shape of its type
 */
public record Variable(String file, int line, String name, boolean written, Shape shape) {
  /**
   * How a type lies in memory.
   *
   * @param kind as package {@code internal/abi} of Go numbers them; 0 if it is not known
   * @param type as {@code %T} prints it
   * @param size in bytes
   * @param field the name of the field of a struct that it is of, else ""
   * @param offset of that field, in bytes
   * @param length how many elements an array has
   * @param parts the fields of a struct, or what the elements of an array or a slice are; empty if
   *     that is not known
   */
  public record Shape(
      int kind, String type, long size, String field, long offset, long length, List<Shape> parts) {
    public Shape {
      parts = List.copyOf(parts);
    }
  }

  /** The same as Gson reads it: every field may be missing. */
  private record Layout(
      int kind,
      @Nullable String type,
      long size,
      @Nullable String field,
      long offset,
      long length,
      @Nullable List<Layout> parts) {
    Shape shape() {
      return new Shape(
          kind,
          type == null ? "" : type,
          size,
          field == null ? "" : field,
          offset,
          length,
          parts == null ? List.of() : parts.stream().map(Layout::shape).toList());
    }
  }

  /** What the front end writes (variables.go), as Gson reads it: every field may be missing. */
  private record Entry(
      @Nullable String file,
      int line,
      @Nullable String name,
      boolean written,
      @Nullable Layout shape) {
    Stream<Variable> variable() {
      return file == null || name == null || shape == null
          ? Stream.empty()
          : Stream.of(new Variable(file, line, name, written, shape.shape()));
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
