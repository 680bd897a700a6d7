package dev.harrier.ide.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the JSON schema of a tool's arguments. */
final class Schema {
  private final Map<String, Object> properties = new LinkedHashMap<>();
  private List<String> required = List.of();

  static Schema inDirectory() {
    return new Schema()
        .text(
            "directory",
            "Directory in the Go module, absolute or from where the server was started (the default).");
  }

  Schema text(String name, String description) {
    return put(name, Map.of("type", "string", "description", description));
  }

  Schema flag(String name, String description) {
    return put(name, Map.of("type", "boolean", "description", description));
  }

  Schema number(String name, int least, int most, String description) {
    return put(
        name,
        Map.of("type", "integer", "minimum", least, "maximum", most, "description", description));
  }

  Schema texts(String name, String description) {
    return put(
        name,
        Map.of("type", "array", "items", Map.of("type", "string"), "description", description));
  }

  Schema words(String name, List<String> words, String description) {
    return put(name, Map.of("type", "string", "enum", words, "description", description));
  }

  Schema required(String... names) {
    required = List.of(names);
    return this;
  }

  private Schema put(String name, Map<String, Object> property) {
    properties.put(name, property);
    return this;
  }

  Map<String, Object> build() {
    return Map.of(
        "type",
        "object",
        "properties",
        properties,
        "required",
        required,
        "additionalProperties",
        false);
  }
}
