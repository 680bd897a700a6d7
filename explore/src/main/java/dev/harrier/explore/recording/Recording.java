package dev.harrier.explore.recording;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What an execution read from outside.
 *
 * @param importPath of its package
 * @param test its name, "" for a main package
 * @param variables by name
 * @param files by the path that the program opened: without a slash in front if it begins in the
 *     module's root
 */
record Recording(
    String importPath, String test, Map<String, Value> variables, Map<String, Content> files) {
  private static final int VERSION = 1;
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  Recording {
    variables = Map.copyOf(variables);
    files = Map.copyOf(files);
  }

  /** What a variable was. */
  sealed interface Value {
    /** It was not set. */
    record Unset() implements Value {}

    /** It had that value. */
    record Text(String text) implements Value {}

    /**
     * It looks like a secret.
     *
     * @param digest made with the user's key; "" if there is none
     */
    record Hidden(String digest) implements Value {}
  }

  /** What a file was. */
  sealed interface Content {
    /** There was none. */
    record Absent() implements Content {}

    /**
     * A regular file.
     *
     * @param kept whether its content is next to the recording
     */
    record Known(long size, String sha256, boolean kept) implements Content {}

    /** As {@link Value.Hidden}. */
    record Hidden(String digest) implements Content {}
  }

  /** With digests in the place of values and contents. */
  Recording withoutValues(Optional<RecordingKey> key) {
    Map<String, Value> hiddenVariables = new LinkedHashMap<>();
    variables.forEach((name, value) ->
        hiddenVariables.put(
            name,
            switch (value) {
              case Value.Text(String text) -> Recordings.hidden(key, name, text);
              case Value.Unset _, Value.Hidden _ -> value;
            }));
    Map<String, Content> hiddenFiles = new LinkedHashMap<>();
    files.forEach((path, content) ->
        hiddenFiles.put(
            path,
            switch (content) {
              case Content.Known(long size, String sha256, boolean _) ->
                  Recordings.hidden(key, size, sha256);
              case Content.Absent _, Content.Hidden _ -> content;
            }));
    return new Recording(importPath, test, hiddenVariables, hiddenFiles);
  }

  String json() {
    JsonObject ofVariables = new JsonObject();
    variables.forEach((name, value) -> {
      JsonObject json = new JsonObject();
      switch (value) {
        case Value.Unset() -> json.addProperty("unset", true);
        case Value.Text(String text) -> json.addProperty("value", text);
        case Value.Hidden(String digest) -> json.addProperty("digest", digest);
      }
      ofVariables.add(name, json);
    });
    JsonObject ofFiles = new JsonObject();
    files.forEach((path, content) -> {
      JsonObject json = new JsonObject();
      switch (content) {
        case Content.Absent() -> json.addProperty("absent", true);
        case Content.Known(long size, String sha256, boolean kept) -> {
          json.addProperty("size", size);
          json.addProperty("sha256", sha256);
          json.addProperty("kept", kept);
        }
        case Content.Hidden(String digest) -> json.addProperty("digest", digest);
      }
      ofFiles.add(path, json);
    });
    JsonObject root = new JsonObject();
    root.addProperty("version", VERSION);
    root.addProperty("package", importPath);
    root.addProperty("test", test);
    root.add("variables", ofVariables);
    root.add("files", ofFiles);
    return root.toString();
  }

  /** Empty if it is damaged, or of another version. */
  static Optional<Recording> parse(String text) {
    try {
      JsonObject root = JsonParser.parseString(text).getAsJsonObject();
      if (root.get("version").getAsInt() != VERSION) {
        return Optional.empty();
      }
      Map<String, Value> variables = new LinkedHashMap<>();
      for (Map.Entry<String, JsonElement> e : root.getAsJsonObject("variables").entrySet()) {
        variables.put(e.getKey(), value(e.getValue().getAsJsonObject()));
      }
      Map<String, Content> files = new LinkedHashMap<>();
      for (Map.Entry<String, JsonElement> e : root.getAsJsonObject("files").entrySet()) {
        files.put(e.getKey(), content(e.getValue().getAsJsonObject()));
      }
      if (variables.size() > Recordings.MOST_NAMES || files.size() > Recordings.MOST_NAMES) {
        return Optional.empty();
      }
      return Optional.of(
          new Recording(
              root.get("package").getAsString(), root.get("test").getAsString(), variables, files));
    } catch (RuntimeException | StackOverflowError e) { // Gson has many words for a damaged text.
      return Optional.empty();
    }
  }

  private static Value value(JsonObject json) {
    if (json.has("unset")) {
      return new Value.Unset();
    }
    return json.has("digest")
        ? new Value.Hidden(json.get("digest").getAsString())
        : new Value.Text(json.get("value").getAsString());
  }

  private static Content content(JsonObject json) {
    if (json.has("absent")) {
      return new Content.Absent();
    }
    if (json.has("digest")) {
      return new Content.Hidden(json.get("digest").getAsString());
    }
    String sha256 = json.get("sha256").getAsString();
    if (!DIGEST.matcher(sha256).matches()) {
      throw new IllegalArgumentException(sha256);
    }
    return new Content.Known(json.get("size").getAsLong(), sha256, json.get("kept").getAsBoolean());
  }
}
