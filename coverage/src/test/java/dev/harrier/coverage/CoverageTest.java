package dev.harrier.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrier.model.trace.Event;
import dev.harrier.model.trace.ObjectId;
import dev.harrier.model.trace.SelectCase.Direction;
import dev.harrier.model.trace.Site;
import dev.harrier.model.trace.Trace;
import dev.harrier.model.usage.ConcurrencyUsage;
import dev.harrier.model.usage.GoroutineRole;
import dev.harrier.model.usage.UsageKind;
import dev.harrier.tracing.text.TextTrace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Requirements, one kind after the other, on a file a.go of package app. */
final class CoverageTest {
  private static Coverage after(List<ConcurrencyUsage> model, String... traces) {
    Coverage coverage = new Coverage(model);
    for (String trace : traces) {
      coverage.add(run(trace));
    }
    return coverage;
  }

  private static RunCoverage run(String text) {
    Trace trace = TextTrace.parse(text);
    CoverageRecorder recorder = new CoverageRecorder(trace);
    Map<ObjectId, List<Event.Acquire>> held = new HashMap<>();
    trace.replay(event -> {
      recorder.accept(event, lock -> held.getOrDefault(lock, List.of()));
      switch (event) {
        case Event.Acquire e -> held.computeIfAbsent(e.lock(), _ -> new ArrayList<>()).add(e);
        case Event.Release e ->
            held.getOrDefault(e.lock(), new ArrayList<>())
                .removeIf(hold -> hold.goroutine().equals(e.goroutine()));
        default -> {
          // Each goroutine holds what it held.
        }
      }
    });
    return recorder.end();
  }

  private static ConcurrencyUsage at(int line, UsageKind kind) {
    return ConcurrencyUsage.of("a.go", line, kind);
  }

  private static List<String> gaps(Coverage coverage) {
    return coverage.report().uncovered().stream()
        .map(gap -> gap.at().file() + ":" + gap.at().line() + " " + gap.shortfall())
        .toList();
  }

  private static String figures(Coverage coverage) {
    return coverage.covered() + " of " + coverage.total();
  }

  private static final String SENDER_FIRST =
      """
      g1 make o1 @ app.main a.go:1
      g1 spawn g2 app.main.func1 a.go:3 @ app.main a.go:2
      g2 block [chan send] o1 @ runtime.chansend chan.go:1 < app.main.func1 a.go:3
      g1 receive o1 unblocking @ app.main a.go:4
      g2 send o1 blocked @ runtime.chansend chan.go:1 < app.main.func1 a.go:3
      g1 unblock g2
      g2 exit
      """;
  private static final String RECEIVER_FIRST =
      """
      g1 make o1 @ app.main a.go:1
      g1 spawn g2 app.main.func1 a.go:3 @ app.main a.go:2
      g1 block [chan receive] o1 @ runtime.chanrecv chan.go:1 < app.main a.go:4
      g2 send o1 unblocking @ app.main.func1 a.go:3
      g1 receive o1 blocked @ runtime.chanrecv chan.go:1 < app.main a.go:4
      g2 unblock g1
      g2 exit
      """;
  private static final List<ConcurrencyUsage> RENDEZVOUS =
      List.of(
          at(1, UsageKind.MAKE),
          at(2, UsageKind.GO),
          at(3, UsageKind.SEND),
          at(4, UsageKind.RECEIVE));

  @Test
  void whatNoRunReachedCountsOnce() {
    Coverage coverage = after(RENDEZVOUS);
    assertThat(figures(coverage)).isEqualTo("0 of 5");
    assertThat(gaps(coverage))
        .containsExactly(
            "a.go:2 Unreached[usage=GO]",
            "a.go:3 Unreached[usage=SEND]",
            "a.go:4 Unreached[usage=RECEIVE]");
  }

  @Test
  void unbufferedTransferIsEitherBlockedOrUnblocking() {
    Coverage coverage = after(RENDEZVOUS, SENDER_FIRST);
    assertThat(figures(coverage)).isEqualTo("3 of 5");
    assertThat(gaps(coverage))
        .containsExactly(
            "a.go:3 EffectNotSeen[usage=SEND, effect=UNBLOCKING, passable=false]",
            "a.go:4 EffectNotSeen[usage=RECEIVE, effect=BLOCKED, passable=false]");
    coverage.add(run(RECEIVER_FIRST));
    assertThat(figures(coverage)).isEqualTo("5 of 5");
    assertThat(coverage.percentage()).isEqualTo(100);
    assertThat(gaps(coverage)).isEmpty();
  }

  @Test
  void whatWasKeptIsAsGoodAsTheRunsThemselves() {
    Coverage runs = after(RENDEZVOUS, SENDER_FIRST, RECEIVER_FIRST);
    Coverage kept = new Coverage(RENDEZVOUS);
    assertThat(runs.all()).isNotEmpty().allMatch(kept::add);
    assertThat(kept.report()).isEqualTo(runs.report());
    assertThat(kept.all()).containsExactlyInAnyOrderElementsOf(runs.all());

    kept.add(run(SENDER_FIRST));
    assertThat(kept.report()).as("goroutines are of the same kinds").isEqualTo(runs.report());

    Coverage other = new Coverage(List.of(at(3, UsageKind.RECEIVE)));
    assertThat(runs.all()).noneMatch(other::add);
    assertThat(other.covered()).isZero();
  }

  @Test
  void anOperationThatIsStillBlockedAtTheEndWasBlocked() {
    Coverage coverage =
        after(
            List.of(at(3, UsageKind.SEND)),
            """
            g1 make o1 @ app.main a.go:1
            g1 block [chan send] o1 @ app.main a.go:3
            """);
    assertThat(gaps(coverage))
        .containsExactly("a.go:3 EffectNotSeen[usage=SEND, effect=UNBLOCKING, passable=false]");
  }

  @Test
  void bufferedTransferMayPassUnnoticedToo() {
    Coverage coverage =
        after(
            List.of(at(2, UsageKind.SEND), at(3, UsageKind.RECEIVE), at(4, UsageKind.RANGE)),
            """
            g1 make o1 capacity 1 @ app.main a.go:1
            g1 send o1 @ app.main a.go:2
            g1 receive o1 @ app.main a.go:3
            g1 close o1 @ app.main a.go:5
            g1 receive o1 closed @ app.main a.go:4
            """);
    assertThat(figures(coverage)).isEqualTo("3 of 9");
    assertThat(gaps(coverage))
        .contains(
            "a.go:2 EffectNotSeen[usage=SEND, effect=BLOCKED, passable=true]",
            "a.go:4 EffectNotSeen[usage=RANGE, effect=BLOCKED, passable=true]");
  }

  private static final ConcurrencyUsage SELECT =
      new ConcurrencyUsage(
          "a.go",
          5,
          UsageKind.SELECT,
          List.of(
              new ConcurrencyUsage.Case(Direction.SEND, 8),
              new ConcurrencyUsage.Case(Direction.RECEIVE, 6)),
          false,
          Optional.empty());

  @Test
  void everyCaseOfASelectCounts() {
    Coverage coverage =
        after(
            List.of(SELECT),
            """
            g1 make o1 @ app.main a.go:1
            g1 make o2 @ app.main a.go:2
            g1 block [select] send o1 receive o2 @ app.main a.go:5
            g1 select send o1 receive o2* blocked @ app.main a.go:5
            """);
    assertThat(figures(coverage)).isEqualTo("1 of 4");
    assertThat(gaps(coverage))
        .containsExactly(
            "a.go:8 CaseNotChosen[direction=SEND]",
            "a.go:6 CaseEffectNotSeen[direction=RECEIVE, effect=UNBLOCKING, passable=false]");
  }

  @Test
  void aSelectWithDefaultNeverWaits() {
    ConcurrencyUsage attempt =
        new ConcurrencyUsage(
            "a.go",
            5,
            UsageKind.SELECT,
            List.of(new ConcurrencyUsage.Case(Direction.SEND, 5)),
            true,
            Optional.empty());
    Coverage coverage =
        after(
            List.of(attempt),
            """
            g1 make o1 @ app.main a.go:1
            g1 select send o1 default* @ app.main a.go:5
            """);
    assertThat(figures(coverage)).isEqualTo("1 of 2");
    assertThat(gaps(coverage)).containsExactly("a.go:5 CaseNotChosen[direction=SEND]");
    coverage.add(
        run(
            """
            g1 make o1 capacity 1 @ app.main a.go:1
            g1 send o1 @ app.main a.go:5
            """));
    assertThat(gaps(coverage))
        .containsExactly(
            "a.go:5 CaseEffectNotSeen[direction=SEND, effect=UNBLOCKING, passable=true]");
  }

  @Test
  void aDeferredCallIsKnownByTheEndOfItsFunction() {
    ConcurrencyUsage outer = deferred(3, new ConcurrencyUsage.Lines(2, 9));
    ConcurrencyUsage inner = deferred(5, new ConcurrencyUsage.Lines(4, 7));
    Coverage coverage =
        after(
            List.of(outer, inner),
            """
            object o1 waitgroup
            g1 add o1 +1 @ app.main a.go:1
            g2 add o1 -1 @ sync.(*WaitGroup).Done waitgroup.go:1 < app.main.func1 a.go:7
            """);
    assertThat(gaps(coverage))
        .containsExactly(
            "a.go:3 Unreached[usage=DONE]",
            "a.go:5 EffectNotSeen[usage=DONE, effect=UNBLOCKING, passable=false]");
  }

  private static ConcurrencyUsage deferred(int line, ConcurrencyUsage.Lines in) {
    return new ConcurrencyUsage("a.go", line, UsageKind.DONE, List.of(), false, Optional.of(in));
  }

  private static final String CONTENDED =
      """
      object o1 mutex
      g1 spawn g2 app.main.func1 a.go:3 @ app.main a.go:2
      g1 acquire o1 @ app.main a.go:4
      g2 block [sync.Mutex.Lock] o1 @ runtime.semacquire1 sema.go:1 < app.main.func1 a.go:3
      g1 release o1 @ app.main a.go:6
      g1 unblock g2
      g2 acquire o1 blocked @ app.main.func1 a.go:3
      g2 release o1 @ app.main.func1.deferwrap1 a.go:7
      g2 exit
      """;

  @Test
  void aLockIsBlockedAndBlocking() {
    Coverage coverage =
        after(
            List.of(
                at(3, UsageKind.LOCK),
                at(4, UsageKind.LOCK),
                at(6, UsageKind.UNLOCK),
                at(7, UsageKind.UNLOCK)),
            CONTENDED);
    assertThat(figures(coverage)).isEqualTo("4 of 8");
    assertThat(gaps(coverage))
        .containsExactly(
            "a.go:3 EffectNotSeen[usage=LOCK, effect=BLOCKING, passable=false]",
            "a.go:4 EffectNotSeen[usage=LOCK, effect=BLOCKED, passable=false]",
            "a.go:6 EffectNotSeen[usage=UNLOCK, effect=NOP, passable=false]",
            "a.go:7 EffectNotSeen[usage=UNLOCK, effect=UNBLOCKING, passable=false]");
  }

  /** Where the hooks could not name the lock, nothing is known of it, and nothing fails. */
  @Test
  void aWaitForAnUnknownLockIsLeftOut() {
    Coverage coverage =
        after(
            List.of(at(2, UsageKind.LOCK)),
            """
            g1 block [sync.Mutex.Lock] @ app.main a.go:2
            """);
    assertThat(figures(coverage)).isEqualTo("0 of 2");
  }

  @Test
  void whatReleasesOthersDoesSoOrNot() {
    Coverage coverage =
        after(
            List.of(
                at(2, UsageKind.CLOSE),
                at(3, UsageKind.SIGNAL),
                at(4, UsageKind.BROADCAST),
                at(5, UsageKind.DONE),
                at(6, UsageKind.WAIT)),
            """
            g1 make o1 @ app.main a.go:1
            object o2 cond
            g1 close o1 @ app.main a.go:2
            g1 unblock g2
            g1 signal o2 @ app.main a.go:3
            g1 broadcast o2 @ app.main a.go:4
            object o3 waitgroup
            g1 add o3 +1 @ app.main a.go:7
            g1 add o3 -1 @ sync.(*WaitGroup).Done waitgroup.go:1 < app.main a.go:5
            g1 wait o3 @ app.main a.go:6
            """);
    assertThat(figures(coverage)).isEqualTo("5 of 10");
    assertThat(gaps(coverage))
        .containsExactly(
            "a.go:2 EffectNotSeen[usage=CLOSE, effect=NOP, passable=false]",
            "a.go:3 EffectNotSeen[usage=SIGNAL, effect=UNBLOCKING, passable=false]",
            "a.go:4 EffectNotSeen[usage=BROADCAST, effect=UNBLOCKING, passable=false]",
            "a.go:5 EffectNotSeen[usage=DONE, effect=UNBLOCKING, passable=false]",
            "a.go:6 EffectNotSeen[usage=WAIT, effect=BLOCKED, passable=false]");
  }

  @Test
  void readersWaitForWritersAndOnceForItsFirstCall() {
    Coverage coverage =
        after(
            List.of(at(3, UsageKind.READ_LOCK), at(4, UsageKind.LOCK), at(5, UsageKind.ONCE)),
            """
            object o1 rwmutex
            object o2 once
            g1 acquire o1 @ app.main a.go:4
            g1 acquire o2 @ sync.(*Once).Do once.go:1 < app.main a.go:5
            g2 block [sync.RWMutex.RLock] o1 @ app.f a.go:3
            g3 block [sync.Mutex.Lock] o2 @ sync.(*Once).doSlow once.go:2 < app.g a.go:5
            """);
    assertThat(figures(coverage)).isEqualTo("4 of 6");
  }

  @Test
  void requirementsCountForEachNodeOfTheGoroutineTree() {
    String another =
        """
        g1 make o1 @ app.main a.go:1
        g1 spawn g9 app.other a.go:20 @ app.main a.go:10
        g9 spawn g5 app.main.func1 a.go:3 @ app.main a.go:2
        g5 block [chan send] o1 @ app.main.func1 a.go:3
        g5 exit
        """;
    Coverage coverage =
        after(List.of(at(3, UsageKind.SEND)), SENDER_FIRST, RECEIVER_FIRST, another);
    assertThat(figures(coverage)).isEqualTo("3 of 4");
    assertThat(coverage.report().nodes()).isEqualTo(4);
    assertThat(gaps(coverage))
        .containsExactly("a.go:3 EffectNotSeen[usage=SEND, effect=UNBLOCKING, passable=false]");
    assertThat(coverage.report().uncovered().getFirst().goroutines())
        .containsExactly(new GoroutineRole(Optional.of(new Site("app.main", "a.go", 2))));
  }

  @Test
  void goroutinesThatCreateTheirOwnSortStayInOneNode() {
    StringBuilder trace = new StringBuilder("g1 spawn g2 app.f a.go:3 @ app.main a.go:2\n");
    for (int g = 2; g < 50; g++) {
      trace.append("g%d spawn g%d app.f a.go:3 @ app.f a.go:4\n".formatted(g, g + 1));
    }
    Coverage coverage = after(List.of(at(4, UsageKind.GO)), trace.toString());
    assertThat(coverage.report().nodes()).isEqualTo(3);
    assertThat(figures(coverage)).isEqualTo("2 of 2");
  }
}
