package dev.harrier.report;

import dev.harrier.model.finding.Finding;
import dev.harrier.model.finding.SuggestedFix;
import dev.harrier.model.trace.Value;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Text as a terminal may get it. Names, messages and lines of source come from the program under
 * test and from runs that others made; what controls a terminal, or makes text look like another
 * one, is shown as Go writes it in a string.
 */
public final class Printable {
  private Printable() {}

  /** Without control characters but for tabs and ends of lines. */
  public static String text(String text) {
    return escaped(text, true);
  }

  /** Of one line, whatever it holds. */
  public static String line(String text) {
    return escaped(text, false);
  }

  private static String escaped(String text, boolean lines) {
    if (text.chars().noneMatch(c -> isEscaped(c, lines))) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    text.chars()
        .forEach(c -> {
          if (isEscaped(c, lines)) {
            shown.append(c < 0x80 ? "\\x%02x".formatted(c) : "\\u%04x".formatted(c));
          } else {
            shown.append((char) c);
          }
        });
    return shown.toString();
  }

  /** Those of ASCII and of ISO 6429, and those of Unicode that turn text round. */
  private static boolean isEscaped(int c, boolean lines) {
    return c == '\n'
        ? !lines
        : (Character.isISOControl(c) && c != '\t')
            || (c >= 0x202a && c <= 0x202e)
            || (c >= 0x2066 && c <= 0x2069)
            || c == 0x061c
            || c == 0x200e
            || c == 0x200f;
  }

  /** A report whose texts are printable. */
  public static RunReport report(RunReport report) {
    return new RunReport(
        run(report.run()), report.findings().stream().map(Printable::finding).toList());
  }

  /** A run whose texts are printable. */
  public static RunRecord run(RunRecord run) {
    return RunRecord.class.cast(of(run));
  }

  /**
   * A finding whose texts are printable, and of one line each: none begins a line that the log of a
   * CI service takes for a command.
   */
  public static Finding finding(Finding finding) {
    return Finding.class.cast(of(finding));
  }

  private static Object of(Object value) {
    return switch (value) {
      case String text -> line(text);
      // It is quoted where it is shown.
      case Value.Text text -> text;
      case Optional<?> optional -> optional.<Object>map(Printable::of);
      case List<?> list -> list.stream().<Object>map(Printable::of).toList();
      case Set<?> set -> set.stream().<Object>map(Printable::of).collect(Collectors.toSet());
      case Record each -> ofRecord(each);
      default -> value;
    };
  }

  /** The same one if nothing in it differs. */
  private static Object ofRecord(Record each) {
    RecordComponent[] components = each.getClass().getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    boolean same = true;
    try {
      for (int i = 0; i < components.length; i++) {
        Object value = components[i].getAccessor().invoke(each);
        values[i] = isText(components[i]) ? text((String) value) : of(value);
        types[i] = components[i].getType();
        same = same && values[i].equals(value);
      }
      return same ? each : each.getClass().getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("a record that refuses text without control characters", e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the vocabulary is public", e);
    }
  }

  /** Whether it may have several lines, each of which is shown with something before it. */
  private static boolean isText(RecordComponent component) {
    return component.getDeclaringRecord() == SuggestedFix.TextEdit.class
        && component.getName().equals("text");
  }
}
