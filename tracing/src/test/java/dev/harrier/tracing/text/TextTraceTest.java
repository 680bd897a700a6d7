package dev.harrier.tracing.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harrier.model.trace.At;
import dev.harrier.model.trace.BlockReason;
import dev.harrier.model.trace.Completeness;
import dev.harrier.model.trace.Completion;
import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.GoroutineId;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.ObjectKind;
import dev.harrier.model.trace.SelectCase;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.StackId;
import dev.harrier.model.trace.TestId;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TextTraceTest {
  /** Every statement and every verb, in the form in which the printer writes them. */
  static final String EVERYTHING =
      """
      go go1.26.8
      executable "/tmp/my dir/x.test"
      pid 42
      start 2026-01-31T12:00:00Z
      g1 test-begin t1 TestA @ testing.tRunner testing.go:1
      g1 make o1 @ main.f a.go:1 < main.main a.go:9
      g1 make o2 capacity 3
      time 1500
      g1 spawn g2 main.worker a.go:20 @ main.f a.go:2 ...
      g2 block [chan send] o1 @ main.worker a.go:21
      g1 receive o1 unblocking @ main.f a.go:3
      g2 send o1 blocked @ main.worker a.go:21
      g1 unblock g2
      g2 select send o1 receive o2* receive nil default closed
      g2 block [select] send o1 receive o2
      g1 send o2 unblocking
      g2 select send o1 receive o2* blocked
      g2 select receive nil default*
      object o3 mutex
      g2 acquire o3
      g2 release o3
      object o4 rwmutex
      g2 acquire o4 read blocked
      g2 release o4 read
      g0 collected o4
      object o5 waitgroup
      g2 add o5 +1
      g2 add o5 -1
      g2 wait o5
      object o6 cond
      g2 signal o6
      g2 broadcast o6
      g2 context o7
      g2 context o8 below o7
      object o9 channel
      g2 context-done o8 o9
      g2 context-cancel o8
      g0 timer
      g0 timer o2
      g2 panic "it \\"broke\\""
      g2 fatal boom
      g2 spawn g3 system
      g1 test-begin t2 "TestA/a b" in t1
      g1 test-end t2 skipped
      g2 receive o2 closed
      g2 close o2
      g2 exit
      g1 checkpoint [test end] t1 timers 2 poll-waiters 1 g1 running g2 waiting [chan send] g3 leaked [select]
      g1 test-end t1 failed
      partial 7 "the process was killed"
      """;

  @Test
  void printsWhatItParsed() {
    assertThat(TracePrinter.print(TextTrace.parse(EVERYTHING))).isEqualTo(EVERYTHING);
  }

  @Test
  void parsesEventsAndSideTables() {
    TextTrace trace =
        TextTrace.parse(
            """
            # A worker that blocks in a select.
            g1 test-begin t1 TestA
            g1 make o1 capacity 2 @ main.main main.go:3
            g1 spawn g2 main.worker main.go:10 @ main.main main.go:4
            time 70
            g2 block [select] send o1 receive nil @ main.worker main.go:12
            """);
    List<Event> events = trace.events();
    assertThat(events).hasSize(4);
    assertThat(events.getLast())
        .isEqualTo(
            new Event.Block(
                new At(4, 70, new GoroutineId(2), new StackId(3)),
                BlockReason.SELECT,
                ObjectId.NONE,
                List.of(
                    new SelectCase(SelectCase.Direction.SEND, new ObjectId(1)),
                    new SelectCase(SelectCase.Direction.RECEIVE, ObjectId.NONE))));
    assertThat(trace.stack(new StackId(3)).top()).isEqualTo(new Site("main.worker", "main.go", 12));
    assertThat(trace.object(new ObjectId(1)).capacity()).isEqualTo(2);
    assertThat(trace.object(new ObjectId(1)).madeKnown()).isTrue();
    assertThat(trace.goroutine(new GoroutineId(2)).start().function()).isEqualTo("main.worker");
    assertThat(trace.goroutine(new GoroutineId(2)).test()).isEqualTo(new TestId(1));
    assertThat(trace.replay(e -> {})).isEqualTo(new Completeness.Whole());
  }

  @Test
  void anUndeclaredObjectHasTheKindOfItsFirstUse() {
    TextTrace trace =
        TextTrace.parse(
            """
            g1 acquire o1 @ main.f a.go:1
            g1 acquire o2 read
            g1 add o3 +1
            g1 block [sync.Cond.Wait] o4
            g1 send o5
            """);
    assertThat(
            List.of(1, 2, 3, 4, 5).stream().map(i -> trace.object(new ObjectId(i)).kind()).toList())
        .containsExactly(
            ObjectKind.MUTEX,
            ObjectKind.RWMUTEX,
            ObjectKind.WAIT_GROUP,
            ObjectKind.COND,
            ObjectKind.CHANNEL);
    assertThat(trace.object(new ObjectId(1)).madeKnown()).isFalse();
    assertThat(trace.stack(trace.object(new ObjectId(1)).madeAt()).top().line()).isEqualTo(1);
  }

  @Test
  void everyTextCanBeQuoted() {
    for (String text :
        List.of("", " ", "#", "\\", "\"", "a\r\n\tb", "[x]", "@", "<", "...", "ü\u2028")) {
      Event event = TextTrace.parse("g1 panic " + Word.quote(text)).events().getFirst();
      assertThat(event)
          .isInstanceOfSatisfying(Event.Panic.class, e -> assertThat(e.message()).isEqualTo(text));
    }
  }

  @Test
  void completionDefaultsToNeither() {
    Event event = TextTrace.parse("g1 send o1").events().getFirst();
    assertThat(event)
        .isInstanceOfSatisfying(
            Event.Send.class, e -> assertThat(e.completion()).isEqualTo(Completion.NEITHER));
  }

  @Test
  void errorsNameTheLineWhatWasExpectedAndWhatWasFound() {
    assertThatThrownBy(() -> TextTrace.parse("g1 exit\ng1 sned o1"))
        .isInstanceOf(TextFormatException.class)
        .hasMessageContaining("line 2")
        .hasMessageContaining("sned");
    assertThatThrownBy(() -> TextTrace.parse("g1 send x1")).hasMessageContaining("found x1");
    assertThatThrownBy(() -> TextTrace.parse("g1 send")).hasMessageContaining("end of the line");
    assertThatThrownBy(() -> TextTrace.parse("g1 exit now")).hasMessageContaining("found now");
    assertThatThrownBy(() -> TextTrace.parse("g1 exit @")).hasMessageContaining("a stack");
    assertThatThrownBy(() -> TextTrace.parse("g1 exit @ main.f a.go")).hasMessageContaining("a.go");
    assertThatThrownBy(() -> TextTrace.parse("g1 panic \"x")).hasMessageContaining("quote");
    assertThatThrownBy(() -> TextTrace.parse("g1 block [x] o1")).hasMessageContaining("chan send");
    assertThatThrownBy(() -> TextTrace.parse("object o1 box")).hasMessageContaining("found box");
    assertThatThrownBy(() -> TextTrace.parse("time soon")).hasMessageContaining("found soon");
    assertThatThrownBy(() -> TextTrace.parse("g1 add o1 9999999999")).hasMessageContaining("32");
    assertThatThrownBy(() -> TextTrace.parse("hello")).hasMessageContaining("found hello");
  }
}
