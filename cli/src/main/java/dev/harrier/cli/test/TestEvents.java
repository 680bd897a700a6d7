package dev.harrier.cli.test;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes the bytes that {@code go test -json} writes and hands its events on, each a line. Written
 * to by one thread, and closed when that has ended.
 */
public final class TestEvents extends OutputStream {
  private static final Set<String> ENDS = Set.of("pass", "fail", "skip", "bench");

  /**
   * What the driver of tests prints when one ends; test2json passes it on as output of that test.
   */
  private static final Pattern VERDICT = Pattern.compile("( *--- )(?:PASS|SKIP)(: .*\\R?)");

  /** What go prints when a package ends. */
  private static final Pattern PACKAGE_VERDICT = Pattern.compile("PASS(\\R?)|ok {2}(\t.*\\R?)");

  private final PrintStream out;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final List<Event> held = new ArrayList<>();

  public TestEvents(PrintStream out) {
    this.out = out;
  }

  /**
   * One event.
   *
   * @param line as it came, without its end
   */
  private record Event(String line, JsonObject json) {
    private String text(String member) {
      JsonElement value = json.get(member);
      return value != null && value.isJsonPrimitive() ? value.getAsString() : "";
    }

    boolean isEnd() {
      return ENDS.contains(text("Action"));
    }

    /** Whether findings may change it. */
    boolean isHeld() {
      String output = text("Output");
      return !text("Package").isEmpty()
          && (isEnd()
              || VERDICT.matcher(output).matches()
              || (text("Test").isEmpty() && !output.isEmpty()));
    }

    Event with(String member, String value) {
      JsonObject changed = json.deepCopy();
      changed.addProperty(member, value);
      return new Event(changed.toString(), changed);
    }

    Event failed() {
      if (isEnd()) {
        return with("Action", "fail");
      }
      String output = text("Output");
      return text("Test").isEmpty()
          ? with("Output", PACKAGE_VERDICT.matcher(output).replaceFirst(Event::failure))
          : with("Output", VERDICT.matcher(output).replaceFirst("$1FAIL$2"));
    }

    private static String failure(MatchResult verdict) {
      String rest = verdict.group(1) == null ? verdict.group(2) : verdict.group(1);
      return "FAIL" + Matcher.quoteReplacement(rest);
    }

    /** Output of the same test at the same time. */
    Event output(String text) {
      JsonObject output = new JsonObject();
      for (String member : List.of("Time", "Action", "Package", "Test")) {
        if (json.has(member)) {
          output.add(member, json.get(member));
        }
      }
      output.addProperty("Action", "output");
      output.addProperty("Output", text);
      return new Event(output.toString(), output);
    }
  }

  @Override
  public void write(int b) {
    if (b == '\n') {
      see(line.toString(StandardCharsets.UTF_8));
      line.reset();
    } else {
      line.write(b);
    }
  }

  @Override
  public void flush() {
    out.flush();
  }

  private void see(String text) {
    try {
      if (JsonParser.parseString(text) instanceof JsonObject json) {
        Event event = new Event(text, json);
        if (event.isHeld()) {
          held.add(event);
          return;
        }
      }
    } catch (JsonParseException e) {
      // Go's own messages may stand between the events; they are handed on as well.
    }
    out.println(text);
  }

  /** Hands on what was held back, with the findings. */
  public void release(List<TestFinding> findings) {
    if (line.size() > 0) {
      see(line.toString(StandardCharsets.UTF_8));
      line.reset();
    }
    List<TestFinding> open = new ArrayList<>(findings);
    for (Event event : held) {
      String path = event.text("Package");
      String test = event.text("Test");
      if (event.isEnd()) {
        List<TestFinding> own =
            open.stream()
                .filter(f -> f.packagePath().equals(path))
                .filter(f -> f.test().equals(test) || test.isEmpty())
                .toList();
        open.removeAll(own);
        own.stream()
            .flatMap(f -> f.text().lines())
            .forEach(l -> out.println(event.output(l + "\n").line()));
      }
      boolean fails = findings.stream().anyMatch(f -> f.fails(path, test));
      out.println((fails ? event.failed() : event).line());
    }
    held.clear();
    out.flush();
  }

  /**
   * What a test is charged with.
   *
   * @param packagePath import path of the package whose test binary it was
   * @param test its name with those of its parents; "" for none
   * @param text lines for people
   */
  public record TestFinding(String packagePath, String test, String text) {
    /** Whether it fails this test: its own, or a parent of it. */
    boolean fails(String path, String name) {
      return packagePath.equals(path)
          && (name.isEmpty() || test.equals(name) || test.startsWith(name + "/"));
    }
  }
}
