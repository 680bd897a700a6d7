package dev.harrier.report.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.ObjectId;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Derives the JSON schema of records, as {@link RecordWriter} writes them, from their types. */
final class TypeSchema {
  private final TreeMap<String, JsonObject> definitions = new TreeMap<>();

  /** The definitions that the schemas so far refer to. */
  Map<String, JsonObject> definitions() {
    return definitions;
  }

  JsonObject of(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type argument = generic.getActualTypeArguments()[0];
      if (generic.getRawType() == Optional.class) {
        return of(argument);
      }
      JsonObject array = typed("array");
      array.add("items", of(argument));
      return array;
    }
    Class<?> c = (Class<?>) type;
    if (c == Rule.class) {
      return reference("ruleId");
    } else if (c == String.class || c == GoroutineName.class) {
      return typed("string");
    } else if (c == BuildSettings.class) {
      JsonObject words = typed("array");
      words.add("items", typed("string"));
      return words;
    } else if (c == boolean.class) {
      return typed("boolean");
    } else if (c == int.class
        || c == Integer.class
        || c == long.class
        || c == GoroutineId.class
        || c == ObjectId.class) {
      return typed("integer");
    } else if (c.isEnum()) {
      return constants(c);
    }
    String name = name(c);
    if (!definitions.containsKey(name)) {
      definitions.put(name, new JsonObject());
      definitions.put(name, c.isSealed() ? variants(c) : object(c));
    }
    return reference(name);
  }

  private static JsonObject constants(Class<?> type) {
    JsonObject schema = new JsonObject();
    JsonArray words = new JsonArray();
    for (Object constant : type.getEnumConstants()) {
      words.add(Member.word((Enum<?>) constant));
    }
    schema.add("enum", words);
    return schema;
  }

  private JsonObject variants(Class<?> type) {
    JsonObject schema = new JsonObject();
    JsonArray any = new JsonArray();
    for (Class<?> variant : type.getPermittedSubclasses()) {
      JsonObject object = object(variant);
      JsonObject kind = new JsonObject();
      kind.addProperty("const", Member.kind(variant));
      object.getAsJsonObject("properties").add("kind", kind);
      object.getAsJsonArray("required").add("kind");
      any.add(object);
    }
    schema.add("oneOf", any);
    return schema;
  }

  JsonObject object(Class<?> type) {
    JsonObject schema = typed("object");
    JsonObject properties = new JsonObject();
    JsonArray required = new JsonArray();
    for (RecordComponent component : type.getRecordComponents()) {
      properties.add(component.getName(), of(component.getGenericType()));
      if (component.getType() != Optional.class) {
        required.add(component.getName());
      }
    }
    schema.add("properties", properties);
    schema.add("required", required);
    return schema;
  }

  private static String name(Class<?> type) {
    String outer = type.getEnclosingClass() == null ? "" : name(type.getEnclosingClass()) + "-";
    return outer + Member.kind(type);
  }

  private static JsonObject typed(String type) {
    JsonObject schema = new JsonObject();
    schema.add("type", new JsonPrimitive(type));
    return schema;
  }

  private static JsonObject reference(String name) {
    JsonObject schema = new JsonObject();
    schema.addProperty("$ref", "#/$defs/" + name);
    return schema;
  }
}
