package dev.harrier.tracing.text;

import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Goroutine;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import dev.harrier.model.trace.TraceHeader;
import dev.harrier.tracing.table.Tests;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;

/** What a text trace says besides its events. */
final class TextTables {
  private final Stacks stacks = new Stacks();
  private final Objects objects = new Objects();
  private final Tests tests = new Tests();
  private final Map<GoroutineId, Goroutine> goroutines = new HashMap<>();
  private TraceHeader header = new TraceHeader("", "", 0, Instant.EPOCH);
  private Completeness completeness = new Completeness.Whole();

  Stacks stacks() {
    return stacks;
  }

  Objects objects() {
    return objects;
  }

  Tests tests() {
    return tests;
  }

  TraceHeader header() {
    return header;
  }

  Completeness completeness() {
    return completeness;
  }

  Goroutine goroutine(GoroutineId id) {
    Goroutine known = goroutines.get(id);
    return known != null
        ? known
        : new Goroutine(id, GoroutineId.NONE, StackId.NONE, Site.UNKNOWN, TestId.NONE, false);
  }

  void spawn(GoroutineId child, GoroutineId parent, StackId stack, Site start, boolean system) {
    TestId test = tests.spawn(parent, child);
    goroutines.put(child, new Goroutine(child, parent, stack, start, test, system));
  }

  void goVersion(Words words) {
    String version = words.next("a Go version such as go1.26.8");
    header = new TraceHeader(version, header.executable(), header.pid(), header.start());
  }

  void executable(Words words) {
    String path = words.next("the path of the executable");
    header = new TraceHeader(header.goVersion(), path, header.pid(), header.start());
  }

  void pid(Words words) {
    long pid = words.number("a process id");
    header = new TraceHeader(header.goVersion(), header.executable(), pid, header.start());
  }

  void start(Words words) {
    String time = words.next("a time such as 2026-01-31T12:00:00Z");
    try {
      header =
          new TraceHeader(
              header.goVersion(), header.executable(), header.pid(), Instant.parse(time));
    } catch (DateTimeParseException e) {
      throw words.error("expected a time such as 2026-01-31T12:00:00Z, found " + time);
    }
  }

  void partial(Words words) {
    long missing = words.number("the number of missing events");
    completeness =
        new Completeness.Partial(
            Completeness.Cause.LOST_RECORDS, words.next("why events are missing"), missing);
  }
}
