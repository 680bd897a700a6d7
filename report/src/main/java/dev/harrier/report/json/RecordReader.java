package dev.harrier.report.json;

import dev.harrier.model.command.BuildSettings;
import dev.harrier.model.command.UnknownSettingException;
import dev.harrier.model.finding.Location;
import dev.harrier.model.finding.Rule;
import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.GoroutineName;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.Site;
import dev.harrier.report.SourcePaths;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what {@link RecordWriter} wrote; a member that no component names is passed over. */
final class RecordReader {
  private final Map<String, Rule> rules;
  private final SourcePaths paths;

  RecordReader(Map<String, Rule> rules, SourcePaths paths) {
    this.rules = rules;
    this.paths = paths;
  }

  /** Reads a record, or one of the kinds of a sealed type. */
  <T> T read(Member member, Class<T> type) throws MalformedJsonException {
    return type.cast(value(member, type));
  }

  private Object value(Member m, Type type) throws MalformedJsonException {
    if (type instanceof ParameterizedType generic) {
      Type argument = RecordWriter.argument(type);
      if (generic.getRawType() == Optional.class) {
        return m.optional(each -> value(each, argument));
      }
      List<Object> values = m.list(each -> value(each, argument));
      return generic.getRawType() == Set.class ? Set.copyOf(values) : values;
    }
    if (!(type instanceof Class<?> c)) {
      throw new IllegalStateException("no JSON form for " + type);
    }
    if (c == Rule.class) {
      Rule rule = rules.get(m.string());
      if (rule == null) {
        throw m.expected("the id of one of $.rules");
      }
      return rule;
    } else if (c == GoroutineId.class) {
      return new GoroutineId(m.number());
    } else if (c == ObjectId.class) {
      return new ObjectId(m.number());
    } else if (c == GoroutineName.class) {
      return name(m);
    } else if (c == BuildSettings.class) {
      return settings(m);
    } else if (c == String.class) {
      return m.string();
    } else if (c == boolean.class) {
      return m.bool();
    } else if (c == int.class || c == Integer.class) {
      return m.integer();
    } else if (c == long.class) {
      return m.number();
    } else if (c.isEnum()) {
      return constant(m, c);
    }
    return members(m, c.isSealed() ? variant(m, c) : c);
  }

  /** A character that ends a name in the system is in no file's name, and none of Java's paths. */
  private String file(Member m, String name) throws MalformedJsonException {
    if (name.indexOf('\0') >= 0) {
      throw m.expected("the name of a file");
    }
    return paths.absolute(name);
  }

  private static GoroutineName name(Member m) throws MalformedJsonException {
    try {
      return new GoroutineName(Long.parseLong(m.string()));
    } catch (NumberFormatException e) {
      throw m.expected("the name of a goroutine");
    }
  }

  private static BuildSettings settings(Member m) throws MalformedJsonException {
    try {
      return BuildSettings.parse(m.list(Member::string));
    } catch (UnknownSettingException e) {
      throw m.expected("settings of a build");
    }
  }

  private static Object constant(Member m, Class<?> type) throws MalformedJsonException {
    String word = m.string();
    for (Object constant : type.getEnumConstants()) {
      if (constant instanceof Enum<?> e && Member.word(e).equals(word)) {
        return constant;
      }
    }
    throw m.expected("a " + Member.kind(type));
  }

  private static Class<?> variant(Member m, Class<?> type) throws MalformedJsonException {
    String kind = m.get("kind").string();
    for (Class<?> each : type.getPermittedSubclasses()) {
      if (Member.kind(each).equals(kind)) {
        return each;
      }
    }
    throw m.get("kind").expected("the kind of a " + Member.kind(type));
  }

  private Object members(Member m, Class<?> type) throws MalformedJsonException {
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    boolean place = type == Site.class || type == Location.class || type == SuggestedFix.class;
    for (int i = 0; i < components.length; i++) {
      String name = components[i].getName();
      Object value = value(m.get(name), components[i].getGenericType());
      values[i] = place && name.equals("file") ? file(m.get(name), (String) value) : value;
      types[i] = components[i].getType();
    }
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      throw m.expected("a valid " + Member.kind(type));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the vocabulary is public", e);
    }
  }
}
