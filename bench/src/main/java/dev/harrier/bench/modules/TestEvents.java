package dev.harrier.bench.modules;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.Set;
import java.util.TreeSet;

/** What {@code go test -json} said about tests: {@code package.Test} names. */
record TestEvents(Set<String> passed, Set<String> failed, Set<String> packages) {
  static TestEvents in(String output) {
    TestEvents events = new TestEvents(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    output.lines().filter(line -> line.startsWith("{")).forEach(events::take);
    return events;
  }

  private void take(String line) {
    try {
      JsonObject event = JsonParser.parseString(line).getAsJsonObject();
      if (!event.has("Package") || !event.has("Action")) {
        return;
      }
      String action = event.get("Action").getAsString();
      String name = event.get("Package").getAsString();
      if (!event.has("Test")) {
        if (action.equals("pass") || action.equals("fail")) {
          packages.add(name);
        }
      } else if (action.equals("pass")) {
        passed.add(name + " " + event.get("Test").getAsString());
      } else if (action.equals("fail")) {
        failed.add(name + " " + event.get("Test").getAsString());
      }
    } catch (JsonParseException e) {
      // A line of a test's own that only looks like an event.
    }
  }
}
