package dev.harrier.binary.decode;

import dev.harrier.binary.log.LogRecord;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.Test;
import dev.harrier.model.trace.TestId;
import dev.harrier.tracing.table.Tests;
import java.util.List;

/**
 * Tests of a test binary: they begin where the testing package starts their functions, and end
 * where it informs their callers (testing/testing.go, {@code tRunner}). A log has neither the names
 * that {@code t.Run} was given nor what became of a test: it is named by its function.
 */
final class TestRecords {
  private static final String TESTING = "testing";

  /** The functions that {@code tRunner} and {@code fRunner} defer: they inform the caller. */
  private static final List<String> ENDS = List.of("testing.tRunner.func", "testing.fRunner.func");

  /** The function of the timer that ends a run at its time limit. */
  private static final String ALARM = "testing.(*M).startAlarm.func";

  private final Decoding decoding;
  private int begun;

  TestRecords(Decoding decoding) {
    this.decoding = decoding;
  }

  void begins(LogRecord r) {
    Site function = r.object() == 0 ? Site.UNKNOWN : decoding.stacks().entry(r.object());
    // The testing package runs its own loop over all tests as if it were one.
    if (function.equals(Site.UNKNOWN) || function.packagePath().equals(TESTING)) {
      return;
    }
    GoroutineDecodeState goroutine = decoding.goroutine(r);
    Tests tests = decoding.tables().tests();
    Test test = new Test(new TestId(++begun), name(function), tests.of(goroutine.id()));
    tests.begin(goroutine.id(), test);
    goroutine.runs(test.id());
    decoding.emit(new Event.TestBegin(decoding.at(r, StackId.NONE), test.id()));
  }

  private static String name(Site function) {
    String name = function.function().substring(function.function().lastIndexOf('/') + 1);
    return name.substring(name.indexOf('.') + 1);
  }

  /** A send was asked for: the end of a test if it is the testing package's own. */
  void sends(LogRecord r) {
    GoroutineDecodeState goroutine = decoding.goroutine(r);
    if (!goroutine.runningTest().equals(TestId.NONE) && isAt(decoding.stack(r), ENDS)) {
      ends(r, goroutine);
    }
  }

  /** The goroutine exits, and with it its test. */
  void exits(LogRecord r) {
    GoroutineDecodeState goroutine = decoding.goroutine(r);
    if (!goroutine.runningTest().equals(TestId.NONE)) {
      ends(r, goroutine);
    }
  }

  private void ends(LogRecord r, GoroutineDecodeState goroutine) {
    TestId test = goroutine.runningTest();
    goroutine.ends();
    decoding.tables().tests().end(test);
    decoding.emit(new Event.TestEnd(decoding.at(r, StackId.NONE), test, Event.TestStatus.UNKNOWN));
  }

  /** Whether a panic there says that the time limit of all tests was reached. */
  boolean isTimeLimit(StackId stack) {
    return isAt(stack, List.of(ALARM));
  }

  private boolean isAt(StackId stack, List<String> functions) {
    List<Site> frames = decoding.stacks().get(stack).frames();
    return !frames.isEmpty()
        && functions.stream().anyMatch(frames.getFirst().function()::startsWith);
  }
}
