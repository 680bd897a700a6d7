package dev.harrier.ide.mcp;

import dev.harrier.report.Printable;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The arguments of a call, whose types the SDK has checked against the schema of the tool. */
record Arguments(Map<String, Object> values) {
  Optional<String> text(String name) {
    return values.get(name) instanceof String text && !text.isBlank()
        ? Optional.of(text)
        : Optional.empty();
  }

  String required(String name) throws ToolCallException {
    return text(name)
        .orElseThrow(() -> new ToolCallException("the argument " + name + " is missing"));
  }

  boolean isOn(String name) {
    return values.get(name) instanceof Boolean on && on;
  }

  Optional<Long> number(String name) {
    return values.get(name) instanceof Number number
        ? Optional.of(number.longValue())
        : Optional.empty();
  }

  List<String> texts(String name) {
    return values.get(name) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** A directory: absolute, or from where the server was started; that itself without one. */
  Path directory(Path start) throws ToolCallException {
    String name = text("directory").orElse("");
    try {
      Path directory = start.resolve(name).normalize();
      if (Files.isDirectory(directory)) {
        return directory;
      }
      throw new ToolCallException("no such directory: %s".formatted(directory));
    } catch (InvalidPathException e) {
      throw new ToolCallException("no such directory: %s".formatted(Printable.text(name)));
    }
  }
}
