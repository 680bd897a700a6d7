package dev.harrier.report.json;

import com.google.gson.stream.JsonWriter;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.report.SourcePaths;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.Optional;

/**
 * Writes the records of the vocabulary as they are: a member for each component, in their order; no
 * member for an empty {@link Optional}; a member {@code kind} where a value is one of several; a
 * rule by its id, an id by its number, the name of a goroutine by its digits, the settings of a
 * build by their words.
 */
final class RecordWriter {
  private final JsonWriter json;
  private final SourcePaths paths;

  RecordWriter(JsonWriter json, SourcePaths paths) {
    this.json = json;
    this.paths = paths;
  }

  /**
   * Writes a value.
   *
   * @param declared the type that its reader will expect
   */
  void value(Object value, Type declared) throws IOException {
    switch (value) {
      case Rule rule -> json.value(rule.id());
      case GoroutineId id -> json.value(id.value());
      case ObjectId id -> json.value(id.value());
      // It has more digits than the numbers of many readers of JSON.
      case GoroutineName name -> json.value(name.toString());
      case BuildSettings settings -> all(settings.words(), String.class);
      case String text -> json.value(text);
      case Boolean flag -> json.value(flag);
      case Number number -> json.value(number);
      case Enum<?> constant -> json.value(Member.word(constant));
      case Collection<?> values -> all(values, argument(declared));
      case Record r -> {
        json.beginObject();
        if (declared instanceof Class<?> c && c.isSealed()) {
          json.name("kind").value(Member.kind(r.getClass()));
        }
        members(r);
        json.endObject();
      }
      default -> throw new IllegalStateException("no JSON form for " + value.getClass());
    }
  }

  /**
   * Writes an array.
   *
   * @param element the type that the reader of each will expect
   */
  void all(Collection<?> values, Type element) throws IOException {
    json.beginArray();
    for (Object each : values) {
      value(each, element);
    }
    json.endArray();
  }

  /** Writes the members of a record into the object that is open. */
  void members(Record r) throws IOException {
    for (RecordComponent component : r.getClass().getRecordComponents()) {
      Object value = component(r, component);
      Type type = component.getGenericType();
      if (value instanceof Optional<?> optional) {
        if (optional.isPresent()) {
          json.name(component.getName());
          value(optional.get(), argument(type));
        }
      } else {
        json.name(component.getName());
        value(isFile(r, component) ? paths.shown((String) value) : value, type);
      }
    }
  }

  static boolean isFile(Object r, RecordComponent component) {
    return (r instanceof Site || r instanceof Location || r instanceof SuggestedFix)
        && component.getName().equals("file");
  }

  static Type argument(Type type) {
    return ((ParameterizedType) type).getActualTypeArguments()[0];
  }

  private static Object component(Record r, RecordComponent component) {
    try {
      return component.getAccessor().invoke(r);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the vocabulary is public", e);
    }
  }
}
